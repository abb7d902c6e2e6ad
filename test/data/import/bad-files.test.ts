/** Files that are not what they should be: each gives a clear error that names what and where, whatever is in it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { IMPORT_LIMITS } from '../../../src/data/import/inflation.ts';
import { HUNDRED_K, importBytes, importFiles, labErrorOf, LATEST, zip } from './zips.ts';

const CENTRAL = [0x50, 0x4b, 1, 2];
const RATINGS = 'ml-tiny/ratings.csv';

const hundredKWithout = (path: string): Readonly<Record<string, string | Uint8Array>> =>
  Object.fromEntries(Object.entries(HUNDRED_K).filter(([other]) => other !== path));

/** Where the zip's list of files has the entry of a path. */
function entryAt(bytes: Uint8Array, path: string): number {
  const buffer = Buffer.from(bytes);
  for (let at = buffer.indexOf(Buffer.from(CENTRAL)); at !== -1; at = buffer.indexOf(Buffer.from(CENTRAL), at + 1)) {
    if (buffer.subarray(at + 46, at + 46 + path.length).toString() === path) return at;
  }
  throw new Error(`${path} is not in the zip`);
}

function changedEntry(path: string, change: (entry: DataView) => void, files = LATEST): Uint8Array {
  const bytes = zip(files);
  const at = entryAt(bytes, path);
  change(new DataView(bytes.buffer, bytes.byteOffset + at));
  return bytes;
}

describe('the file', () => {
  test('of 0 bytes', async () => {
    const error = await labErrorOf(importBytes(new Uint8Array(0), { name: 'empty.zip' }));
    expect([error.code, error.message]).toEqual(['file-empty', 'empty.zip is empty: 0 bytes.']);
  });

  test.each([
    ['text', new TextEncoder().encode('userId,movieId,rating,timestamp\n1,1,5,1\n')],
    ['one byte', new Uint8Array([0x50])],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
  ])('that is no zip: %s', async (_, bytes) => {
    const error = await labErrorOf(importBytes(bytes, { name: 'ratings.zip' }));
    expect(error.code).toBe('file-not-zip');
    expect(error.message).toContain('ratings.zip is not a zip file');
  });

  test('that holds no dataset lists what it holds and what is known', async () => {
    const error = await labErrorOf(importFiles({ 'photos/cat.jpg': 'x', 'notes.txt': 'y' }, { name: 'photos.zip' }));
    expect(error.code).toBe('file-format-unknown');
    for (const part of ['photos.zip', 'photos/cat.jpg', 'notes.txt', 'MovieLens 100K'])
      expect(error.message).toContain(part);
  });

  test.each(Object.keys(HUNDRED_K))('without %s', async (path) => {
    const error = await labErrorOf(importFiles(hundredKWithout(path)));
    expect([error.code, error.message.includes(`has no ${path}`)]).toEqual(['file-member-missing', true]);
  });

  test('without one row that can be used says why', async () => {
    const rows = 'userId,movieId,rating,timestamp\n1,1,9.0,1\n1,77,4.0,1\n2,1,9.0,1\n';
    const error = await labErrorOf(importFiles({ ...LATEST, [RATINGS]: rows }));
    expect(error.code).toBe('file-invalid');
    expect(error.message).toContain('rating out of range (2)');
    expect(error.message).toContain('line 2 of ratings.csv');
  });
});

describe('a member', () => {
  test.each(['../ratings.csv', '/etc/ratings.csv', 'a/../../ratings.csv', 'C:\\ratings.csv', '..\\ratings.csv'])(
    'with the path %s is refused',
    async (path) => {
      const error = await labErrorOf(importFiles({ ...LATEST, [path]: 'x' }));
      expect([error.code, error.message.includes('leads out of it')]).toEqual(['file-invalid', true]);
    },
  );

  test('that inflates a thousandfold is refused by what it declares, naming it and the cap', async () => {
    const bomb = { ...LATEST, [RATINGS]: new Uint8Array(32 * 1024 ** 2) };
    const error = await labErrorOf(importFiles(bomb, { name: 'bomb.zip' }));
    expect(error.code).toBe('file-too-large');
    for (const part of [`${RATINGS} in bomb.zip`, '200 times']) expect(error.message).toContain(part);
  });

  test('that inflates to more than it says is refused for that, and not for what its first lines hold', async () => {
    const lying = changedEntry(RATINGS, (entry) => entry.setUint32(24, 1000, true), {
      ...LATEST,
      [RATINGS]: new Uint8Array(100_000).fill(10),
    });
    const error = await labErrorOf(importBytes(lying));
    expect([error.code, error.message]).toEqual([
      'file-damaged',
      `${RATINGS} in test.zip is damaged: it inflates to more than the 1000 bytes that it says. Get the file again.`,
    ]);
  });

  test('past the cap of bytes is refused, and so are several that are so together', async () => {
    const limits = { ...IMPORT_LIMITS, inflatedBytes: 200 };
    const error = await labErrorOf(importFiles(LATEST, { limits }));
    expect([error.code, error.message.includes('200 unpacked bytes')]).toEqual(['file-too-large', true]);
  });

  test('whose checksum does not fit is damaged', async () => {
    const error = await labErrorOf(importBytes(changedEntry(RATINGS, (entry) => entry.setUint32(16, 1, true))));
    expect([error.code, error.message.includes(`${RATINGS} in test.zip is damaged`)]).toEqual(['file-damaged', true]);
  });

  test('that is encrypted, or packed in another way, says so', async () => {
    const encrypted = await labErrorOf(importBytes(changedEntry(RATINGS, (entry) => entry.setUint16(8, 1, true))));
    expect([encrypted.code, encrypted.message.includes('encrypted')]).toEqual(['file-invalid', true]);
    const packed = await labErrorOf(importBytes(changedEntry(RATINGS, (entry) => entry.setUint16(10, 14, true))));
    expect([packed.code, packed.message.includes('method 14')]).toEqual(['file-invalid', true]);
  });
});

describe('whatever is done to a zip', () => {
  const whole = [zip(LATEST), zip(HUNDRED_K), zip(LATEST, 0)];
  const anyZip = fc.constantFrom(...whole);

  async function outcome(bytes: Uint8Array): Promise<string> {
    try {
      await importBytes(bytes);
      return 'imported';
    } catch (thrown) {
      if (thrown instanceof LabError && thrown.code !== 'internal') return thrown.code;
      throw thrown;
    }
  }

  test('flipping bits gives a dataset or a LabError, and never hangs', async () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 })), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(anyZip, flips, async (bytes, changes) => {
        const changed = bytes.slice();
        for (const [place, bit] of changes) {
          const at = place % changed.length;
          changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        }
        await outcome(changed);
      }),
      { numRuns: 600 },
    );
  });
});

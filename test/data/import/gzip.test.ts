import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { IMPORT_LIMITS, InflationBudget } from '../../../src/data/import/inflation.ts';
import { readGzip } from '../../../src/data/import/gzip-file.ts';
import { sourceFromBytes } from '../../../src/data/import/source.ts';
import { labErrorOf } from './zips.ts';

const TEXT = new TextEncoder().encode('user item item\n'.repeat(20_000));
const PACKED = new Uint8Array(gzipSync(TEXT));

async function unpack(bytes: Uint8Array, limits = { ...IMPORT_LIMITS, ratio: 1e5 }): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let read = 0;
  const source = sourceFromBytes('x.gz', bytes);
  for await (const part of readGzip(source, new InflationBudget(limits), (step) => (read += step)))
    parts.push(part.slice());
  expect(read).toBe(bytes.length);
  return Buffer.concat(parts);
}

test('gzipped files are unpacked, and so are several one after the other', async () => {
  expect((await unpack(PACKED)).equals(TEXT)).toBe(true);
  const twice = new Uint8Array([...PACKED, ...PACKED]);
  expect((await unpack(twice)).length).toBe(2 * TEXT.length);
});

test('whatever is done to one, it gives its text or a LabError with the byte', async () => {
  const change = fc.tuple(fc.nat(PACKED.length - 1), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 0.9999, noNaN: true }), change, async (part, [at, bits]) => {
      const cut = await labErrorOf(unpack(PACKED.slice(0, Math.floor(part * PACKED.length))));
      expect(['file-truncated', 'file-damaged']).toContain(cut.code);
      const changed = PACKED.slice();
      changed[at] = (changed[at] ?? 0) ^ bits;
      try {
        // Only the header's name, time and flags may change without harm.
        expect((await unpack(changed)).equals(TEXT)).toBe(true);
      } catch (thrown) {
        if (!(thrown instanceof LabError)) throw thrown;
        expect(['file-truncated', 'file-damaged']).toContain(thrown.code);
        expect(thrown.message).toContain('x.gz');
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('one that inflates past the caps is stopped', async () => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(32 * 1024 ** 2)));
  expect((await labErrorOf(unpack(bomb, IMPORT_LIMITS))).code).toBe('file-too-large');
  expect((await labErrorOf(unpack(PACKED, { ratio: 1e9, inflatedBytes: 1000 }))).code).toBe('file-too-large');
});

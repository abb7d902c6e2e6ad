/** @file Links as strangers make them. Whatever is in one: a notebook or a sentence, and soon. */
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LabError, toLabError, type LabErrorCode } from '../../src/core/errors.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { fromBase64Url, toBase64Url, decodeNotebook } from '../../src/notebook/payload.ts';
import { linkTo, readLink } from '../../src/notebook/link.ts';
import { LIMITS } from '../../src/notebook/plain-json.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';

const GOLDEN = readFileSync(join(import.meta.dirname, 'golden-link.txt'), 'utf8').trim();
const NOTHING = { version: 1, title: '', cells: [] };

/** Milliseconds of processor time that something takes. */
function cost(act: () => void): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
/** What reading the longest text that a link may stand for takes, at this moment on this machine. */
const readLongest = (): number =>
  cost(() => void JSON.parse(JSON.stringify(Array<number>(LIMITS.inflated / 2).fill(0))));
/** How many times that opening a link may take, at most. */
const LONGEST = 50;
/** Milliseconds that need no comparison. */
const SOON = 50;

function open(text: string): Notebook {
  return decodeNotebook(readLink(text), { parseRun: parseRunSpec });
}

/** What opening comes to; fails where anything but a `LabError` with a sentence is thrown, or it takes long. */
function outcomeOf(text: string): LabErrorCode | Notebook {
  let outcome: LabErrorCode | Notebook | undefined;
  const took = cost(() => {
    try {
      outcome = open(text);
    } catch (thrown) {
      if (!(thrown instanceof LabError)) throw thrown;
      expect(thrown.message).toMatch(/\w.{10,}\.$/s);
      expect(thrown.message.length).toBeLessThan(1000);
      outcome = thrown.code;
    }
  });
  if (took > SOON) expect(took / readLongest()).toBeLessThan(LONGEST);
  if (outcome === undefined) throw new Error('It came to nothing.');
  return outcome;
}

/** A payload with a right checksum around any bytes. */
function sealed(packed: Uint8Array): string {
  const bytes = new Uint8Array(5 + packed.length);
  bytes.set([1, ...sha256(packed).subarray(0, 4)]);
  bytes.set(packed, 5);
  return toBase64Url(bytes);
}
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const holding = (json: string): string => sealed(deflateSync(bytesOf(json)));
const withCells = (...cells: unknown[]): string => holding(JSON.stringify({ ...NOTHING, cells }));
const messageOf = (text: string): string => {
  try {
    open(text);
  } catch (thrown) {
    return toLabError(thrown).message;
  }
  return 'opened';
};

describe('a link that was damaged on its way is refused', () => {
  test('with any one bit flipped', () => {
    const bytes = fromBase64Url(GOLDEN);
    if (bytes === null) throw new Error('The golden link is none.');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(outcomeOf(toBase64Url(flipped))).toMatch(/^file-(damaged|format-unknown)$/);
    }
  });

  test('cut off anywhere', () => {
    for (let length = 0; length < GOLDEN.length; length += 1) {
      expect(outcomeOf(`#nb=${GOLDEN.slice(0, length)}`)).toBe('file-damaged');
    }
  });

  test('with characters lost, added or changed', () => {
    const at = fc.nat(GOLDEN.length - 1);
    const edit = fc.tuple(at, fc.nat(20), fc.string({ maxLength: 20, unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const edited = edits.reduce(
          (text, [from, many, put]) => text.slice(0, from) + put + text.slice(from + many),
          GOLDEN,
        );
        // What follows an & belongs to another part of the fragment, and blanks and marks around a payload are none of it.
        if (readLink(`#nb=${edited}`) === GOLDEN) return;
        expect(outcomeOf(`#nb=${edited}`)).toMatch(/^file-/);
      }),
      { numRuns: 2000, seed: 6 },
    );
  });

  test('with anything after the stream', () => {
    const packed = deflateSync(bytesOf(JSON.stringify(NOTHING)));
    expect(outcomeOf(sealed(packed))).toEqual(NOTHING);
    for (const more of [[0], [1, 2, 3], Array<number>(5000).fill(7)]) {
      expect(outcomeOf(sealed(new Uint8Array([...packed, ...more])))).toBe('file-damaged');
    }
    expect(outcomeOf(holding(`${JSON.stringify(NOTHING)}{}`))).toBe('file-damaged');
  });
});

describe('what chats and mails do to a link', () => {
  const link = `https://example.org/lab/#nb=${GOLDEN}`;
  const at = link.length - 40;
  test.each([
    ['a full stop behind', `${link}.`],
    ['markdown', `[open](${link})`],
    ['a line break', `${link.slice(0, at)}\r\n${link.slice(at)}`],
    ['a line break of quoted-printable', `${link.slice(0, at)}=\n${link.slice(at)}`],
    ['a space of no width', `${link.slice(0, at)}\u200B${link.slice(at)}`],
    ['an encoded hash', link.replace('#', '%23')],
    ['an encoded equals sign', link.replace('nb=', 'nb%3D')],
    ['a redirect', `https://l.example.com/l.php?u=${encodeURIComponent(link)}&h=1`],
  ])('is undone: %s', (_, text) => {
    expect(open(text)).toEqual(open(GOLDEN));
  });

  test('is told where the link itself is damaged', () => {
    for (const text of [`${link.slice(0, at)}…${link.slice(-20)}`, link.toLowerCase(), link.slice(0, -1)])
      expect(messageOf(text)).toMatch(/^The link is damaged: .* Copy the whole link again\.$/);
  });
});

test('whatever is given for a link, it opens or there is a sentence', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.base64String({ maxLength: 400 }).map((text) => `#nb=${text}`),
    fc.uint8Array({ maxLength: 300 }).map(toBase64Url),
    fc.uint8Array({ maxLength: 300 }).map(sealed),
    fc.json({ maxDepth: 6 }).map(holding),
    fc
      .anything({ maxDepth: 3 })
      .map((cell) => holding(`{"version":1,"title":"","cells":[${JSON.stringify(cell) ?? '0'}]}`)),
  );
  fc.assert(
    fc.property(anything, (text) => void outcomeOf(text)),
    { numRuns: 3000, seed: 6 },
  );
});

test('any member of a notebook may be of any type', () => {
  const example = JSON.parse(JSON.stringify(open(GOLDEN))) as unknown;
  const replaced = (value: unknown, steps: readonly number[], by: unknown): unknown => {
    const [step, ...rest] = steps;
    if (step === undefined || typeof value !== 'object' || value === null) return by;
    const entries: [string, unknown][] = Object.entries(value);
    const at = step % Math.max(entries.length, 1);
    const changed = entries.map(
      ([key, member], index) => [key, index === at ? replaced(member, rest, by) : member] as const,
    );
    return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
  };
  const by = fc.oneof(fc.jsonValue(), fc.constantFrom(1e308, -1, 2 ** 53, '<script>', [], {}, null));
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 6 }), by, (steps, value) => {
      outcomeOf(holding(JSON.stringify(replaced(example, steps, value))));
    }),
    { numRuns: 2000, seed: 6 },
  );
});

describe('a bomb stops early', () => {
  const zeros = (size: number): string => sealed(deflateSync(new Uint8Array(size), { level: 9 }));
  test.each<readonly [string, () => string, LabErrorCode]>([
    ['50 megabytes of nothing', () => zeros(50_000_000), 'file-too-large'],
    ['just past the cap', () => zeros(LIMITS.inflated + 1), 'file-too-large'],
    ['a link of eight million characters', () => `#nb=${'A'.repeat(8_000_000)}`, 'file-too-large'],
    ['lists in lists', () => holding('['.repeat(250_000)), 'file-damaged'],
    ['objects in objects', () => holding('{"a":'.repeat(80_000) + '1' + '}'.repeat(80_000)), 'spec-invalid'],
    [
      'objects by the thousand',
      () => withCells({ a: Array.from({ length: 30 }, () => Array<object>(1000).fill({})) }),
      'spec-invalid',
    ],
    [
      'more runs than anybody waits for',
      () => {
        const seeds = Array.from({ length: 1000 }, (_, seed) => seed);
        const spec = { dataset: { name: 'd' }, tasks: { name: 'rating-prediction' } };
        return withCells(...['a', 'b'].map((id) => ({ id, type: 'evaluation', spec, seeds })));
      },
      'spec-invalid',
    ],
    [
      'runs of two thousand people each',
      () => {
        const options = { users: Array.from({ length: 2000 }, (_, user) => user) };
        const spec = { dataset: { name: 'd' }, tasks: { name: 'rating-prediction', options } };
        return withCells({ id: 'a', type: 'evaluation', spec, seeds: Array.from({ length: 900 }, (_, seed) => seed) });
      },
      'spec-invalid',
    ],
  ])('%s', (_, make, code) => {
    const payload = make();
    expect(outcomeOf(payload)).toBe(code);
  });
});

describe('what a link may not hold', () => {
  const run = { id: 'a', type: 'run' };
  const spec = { dataset: { name: 'd' }, tasks: { name: 'rating-prediction' } };
  test.each<readonly [string, string, string]>([
    ['__proto__ as a key', '{"version":1,"title":"","cells":[],"__proto__":{"polluted":1}}', 'the key "__proto__"'],
    [
      '__proto__ deep down',
      '{"version":1,"title":"","cells":[{"id":"a","type":"simulation","spec":{"b":[{"__proto__":1}]}}]}',
      'cells.0.spec.b.0: the key',
    ],
    ['a newer notebook', '{"version":2,"title":"","cells":[]}', 'comes from a newer Espalier'],
    [
      'an unknown cell',
      '{"version":1,"title":"","cells":[{"id":"a","type":"script"}]}',
      'cells.0.type: unknown type "script"',
    ],
    [
      'two cells with one id',
      '{"version":1,"title":"","cells":[{"id":"a","type":"text","text":""},{"id":"a","type":"text","text":""}]}',
      'cells.1.id: another cell',
    ],
    [
      'a chart of nothing',
      '{"version":1,"title":"","cells":[{"id":"a","type":"chart","source":"b","kind":"bar","x":"x"}]}',
      'cells.0.source: no cell has the id "b"',
    ],
    [
      'a planner that there is not',
      JSON.stringify({
        ...NOTHING,
        cells: [{ ...run, spec: { ...spec, recommender: { options: { planner: 'x' } } } }],
      }),
      'cells.0.spec.recommender.options.planner: unknown planner "x"',
    ],
    ['a text', '"<script>alert(1)</script>"', 'This is not a notebook'],
  ])('%s', (_, json, message) => {
    expect(messageOf(holding(json))).toContain(message);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('a newer link is refused with words', () => {
    const bytes = fromBase64Url(GOLDEN) ?? new Uint8Array();
    bytes[0] = 2;
    expect(messageOf(toBase64Url(bytes))).toContain('comes from a newer Espalier');
  });
});

describe('a link', () => {
  test.each([
    ['as a URL', linkTo('https://example.org/lab/?x=1#old', GOLDEN)],
    ['as a fragment', `#nb=${GOLDEN}`],
    ['bare', GOLDEN],
    ['beside other members of the fragment', `https://example.org/#plan&nb=${GOLDEN}&cell=five`],
  ])('is read %s', (_, text) => {
    expect(readLink(text)).toBe(GOLDEN);
  });

  test('without a notebook is refused', () => {
    expect(() => readLink('https://example.org/?nb=AAAA')).toThrow('There is no notebook in this link');
    expect(() => readLink('  ')).toThrow('There is no link');
  });
});

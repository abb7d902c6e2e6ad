/**
 * @file The lab's elementary functions, bit for bit. The digests of exp, log, log1p and log2 are those of fdlibm's own, as V8 has them up to
 * Chromium 147 and Node 24 and Firefox up to 153; that engines part from them is why the lab has its own. That of pow is of FreeBSD's e_pow.c as
 * gcc compiles it without contracting, on the same arguments.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exp, log, log1p, log2, square } from '../../../src/core/numbers/elementary-functions.ts';
import { grouped } from '../../../src/core/text/words.ts';
import { pow } from '../../../src/core/numbers/power.ts';
import { createRandom } from '../../../src/core/random.ts';

const COUNT = 1_000_000;
const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);

/** A quarter of any double at all, the rest from where runs ask. */
function numbers(): readonly number[] {
  const random = createRandom(7).fork('elementary functions');
  return Array.from({ length: COUNT }, (_, at) => {
    words[0] = random.integer(2 ** 32);
    words[1] = random.integer(2 ** 32);
    const share = words[0] / 2 ** 32;
    return [double[0]!, (share - 0.5) * 40, share * 3, (share - 0.5) * 1500][at % 4]!;
  });
}

/** Of the results in order; every NaN counts as the same. */
function digestOf(results: readonly number[]): string {
  const table = Float64Array.from(results, (value) => (Number.isNaN(value) ? NaN : value));
  return createHash('sha256').update(new Uint8Array(table.buffer)).digest('hex').slice(0, 16);
}

const each = (of: (x: number) => number) => digestOf(numbers().map(of));

describe('a million arguments, to the last bit', () => {
  test.each([
    ['exp', exp, '65bb30c4d036f271'],
    ['log', log, '25c33c9be07ed4bd'],
    ['log1p', log1p, '267d2b9409803534'],
    ['log2', log2, 'bcf14272305ee501'],
  ] as const)('%s', (_, own, digest) => {
    expect(each(own)).toBe(digest);
  });

  test('pow', () => {
    let before = 1;
    const power = (x: number): number => {
      const result = pow(Math.abs(before) < 1e6 ? before : 3, x % 40);
      before = x;
      return result;
    };
    expect(each(power)).toBe('6a85f3dd952155db');
  });
});

describe('what is known exactly', () => {
  test('powers that are whole numbers', () => {
    for (let base = 2n; base < 200n; base += 1n) {
      for (let exponent = 1n, power = base; power < 2n ** 53n; exponent += 1n, power *= base)
        expect(pow(Number(base), Number(exponent))).toBe(Number(power));
    }
  });

  test('powers of two, down to the smallest number', () => {
    for (let exponent = -1074, power = 5e-324; exponent < 1024; exponent += 1, power *= 2) {
      expect(pow(2, exponent)).toBe(power);
      expect(log2(power)).toBe(exponent);
    }
  });

  const SPECIAL = [0, -0, 1, -1, 2, -2, 0.5, 3, -3, Infinity, -Infinity, NaN, 2 ** 31 + 1, 2 ** 53, 2 ** 54, 1e300];
  test('powers of what is special are those of the language', () => {
    for (const x of SPECIAL) {
      for (const y of SPECIAL) {
        const [own, known] = [pow(x, y), Math.pow(x, y)];
        if (Number.isFinite(known) && known !== 0) expect(own / known).toBeCloseTo(1, 14);
        else expect(own).toBe(known);
      }
    }
  });

  test('the ends of the others', () => {
    expect([exp(0), exp(-Infinity), exp(Infinity), exp(NaN), exp(710), exp(-746)]).toEqual([
      1,
      0,
      Infinity,
      NaN,
      Infinity,
      0,
    ]);
    expect([log(1), log(0), log(-1), log(Infinity), log(NaN)]).toEqual([0, -Infinity, NaN, Infinity, NaN]);
    expect([log1p(0), log1p(-1), log1p(-2), log1p(Infinity), log1p(1e-300)]).toEqual([
      0,
      -Infinity,
      NaN,
      Infinity,
      1e-300,
    ]);
    expect(square(-1.5)).toBe(2.25);
  });
});

test('digits in threes', () => {
  expect([0, 999, 1000, 1_234_567, 12_000_000.9].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
    '12,000,000',
  ]);
});

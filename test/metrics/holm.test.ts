/** @file Holm's correction against other people's library, and what holds of any p-values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holm } from '../../src/metrics/statistics.ts';

/** The 15 p-values of Benjamini and Hochberg (1995, section 4.1), and what statsmodels 0.15 makes of them with `method="holm"`. */
const P = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];
const ADJUSTED = [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1];

const PROBABILITIES = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });

describe('Holm’s correction', () => {
  test('comes to what statsmodels does', () => {
    holm(P).forEach((adjusted, at) => expect(adjusted).toBeCloseTo(ADJUSTED[at] ?? NaN, 12));
  });

  test('leaves a single value as it is, and nothing to nothing', () => {
    expect(holm([0.04])).toEqual([0.04]);
    expect(holm([])).toEqual([]);
  });

  test('is never below the raw value nor above 1, and never more than Bonferroni asks for', () => {
    fc.assert(
      fc.property(PROBABILITIES, (values) => {
        holm(values).forEach((adjusted, at) => {
          const raw = values[at] as number;
          expect(adjusted).toBeGreaterThanOrEqual(raw);
          expect(adjusted).toBeLessThanOrEqual(Math.min(1, values.length * raw));
        });
      }),
    );
  });
});

import { expect, test } from 'vitest';
import { krippendorffAlpha } from '../../src/metrics/agreement.ts';

// The example of Krippendorff 2011, section E: four observers, twelve units, interval alpha .849.
const OBSERVED: readonly (readonly (number | null)[])[] = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];

test('alpha is what its author computes, missing values and all', () => {
  const units = Array.from({ length: 12 }, (_, at) => OBSERVED.flatMap((one) => one[at] ?? []));
  expect(krippendorffAlpha(units)).toBeCloseTo(0.849, 3);
});

test('judges who agree have 1, opposite ones less than 0, and where nothing differs there is no number', () => {
  expect(
    krippendorffAlpha([
      [1, 1],
      [2, 2],
      [3, 3],
    ]),
  ).toBe(1);
  expect(
    krippendorffAlpha([
      [1, 3],
      [3, 1],
    ]),
  ).toBeLessThan(0);
  expect(
    krippendorffAlpha([
      [2, 2],
      [2, 2],
    ]),
  ).toBeNull();
  expect(krippendorffAlpha([[1], [2]])).toBeNull();
  expect(krippendorffAlpha([])).toBeNull();
});

/** @file Marks and names of quality against cost: none on another, all within the chart, each name near its mark. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apart, heightOfNames, LINE_HEIGHT, placed } from '../../src/ui/compare/charts/cost-layout.ts';

test('marks at one place stand side by side, and what is apart stays', () => {
  expect(apart([40, 40, 40, 200], 300)).toEqual([40, 48, 56, 200]);
  expect(apart([40, 298, 300, 300], 300)).toEqual([40, 284, 292, 300]);
});

test('marks are never nearer than 8 pixels, in their order, and not past the end', () => {
  const places = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(places, (drawn) => {
      const moved = apart(
        drawn.toSorted((a, b) => a - b),
        300,
      );
      moved.forEach((place, at) => expect(place - (moved[at - 1] ?? -Infinity)).toBeGreaterThanOrEqual(8));
      expect(moved.at(-1)).toBeLessThanOrEqual(300);
    }),
  );
});

test('names do not cover one another, stay in their column and stand in the order of their marks', () => {
  const names = fc.array(
    fc.record({
      y: fc.integer({ min: 20, max: 280 }),
      lines: fc.array(fc.constant('x'), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  );
  fc.assert(
    fc.property(names, (drawn) => {
      const bottom = 10 + Math.max(290, heightOfNames(drawn));
      const middles = placed(drawn, 10, bottom);
      const boxes = drawn
        .map(({ y, lines }, at) => ({ y, half: (lines.length * LINE_HEIGHT + 4) / 2, middle: middles[at] ?? NaN }))
        .toSorted((a, b) => a.middle - b.middle);
      boxes.forEach(({ y, half, middle }, at) => {
        const above = boxes[at - 1];
        if (above !== undefined) {
          expect(middle - half).toBeGreaterThanOrEqual(above.middle + above.half - 1e-9);
          expect(y).toBeGreaterThanOrEqual(above.y);
        }
        expect(middle - half).toBeGreaterThanOrEqual(10 - 1e-9);
        expect(middle + half).toBeLessThanOrEqual(bottom + 1e-9);
      });
    }),
  );
});

test('a name that has room stands at its mark', () => {
  expect(
    placed(
      [
        { y: 100, lines: ['a'] },
        { y: 200, lines: ['b'] },
      ],
      0,
      300,
    ),
  ).toEqual([100, 200]);
});

/** @file Names of quality against cost: none on another, all within the chart, each near its mark. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heightOfNames, LINE_HEIGHT, placed } from '../../src/ui/pages/compare/charts/cost-plot.ts';

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

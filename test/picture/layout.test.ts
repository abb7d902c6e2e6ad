import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BESIDE,
  BESIDE_GAP,
  espalier,
  LABEL_DROP,
  LANE,
  RING,
  TURN,
  vine,
  type Twig,
} from '../../src/picture/layout.ts';

const STEP = 130;

interface Mark {
  /** Of the marks before it, counted round. */
  readonly parent: number;
  readonly width: number;
  readonly height: number;
  readonly beside: boolean;
}

const marks = fc.array(
  fc.record({
    parent: fc.nat(1000),
    width: fc.integer({ min: 0, max: STEP - 20 }),
    height: fc.integer({ min: 0, max: 60 }),
    beside: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Each mark grows from one that was there before. */
function grow(drawn: readonly Mark[]): Twig {
  const twigs = drawn.map(({ width, height, beside }, index) => {
    const children: Twig[] = [];
    return { id: String(index), x: 0, labelWidth: width, labelHeight: height, beside, children };
  });
  drawn.forEach((mark, index) => {
    if (index === 0) return;
    const parent = twigs[mark.parent % index];
    const own = twigs[index];
    if (parent === undefined || own === undefined) return;
    own.x = parent.x + STEP;
    // Beside a ring there is room only where its branch ends.
    parent.beside = false;
    parent.children.push(own);
  });
  return twigs[0] as Twig;
}

const all = (twig: Twig): Twig[] => [twig, ...twig.children.flatMap(all)];

interface Rectangle {
  readonly what: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const meet = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function rectangles(root: Twig) {
  const { places } = espalier(root);
  const at = (id: string) => places.get(id) ?? { x: NaN, y: NaN };
  const rings: Rectangle[] = [];
  const labels: Rectangle[] = [];
  const branches: Rectangle[] = [];
  for (const twig of all(root)) {
    const { x, y } = at(twig.id);
    rings.push({ what: `ring ${twig.id}`, left: x - RING, right: x + RING, top: y - RING, bottom: y + RING });
    if (twig.labelHeight > 0 && twig.labelWidth > 0 && twig.beside === true)
      labels.push({
        what: `label ${twig.id}`,
        left: x + BESIDE_GAP,
        right: x + BESIDE_GAP + twig.labelWidth,
        top: y - BESIDE / 2,
        bottom: y + BESIDE / 2,
      });
    else if (twig.labelHeight > 0 && twig.labelWidth > 0)
      labels.push({
        what: `label ${twig.id}`,
        left: x - RING,
        right: x - RING + twig.labelWidth,
        top: y + LABEL_DROP,
        bottom: y + LABEL_DROP + twig.labelHeight,
      });
    twig.children.forEach((child, index) => {
      const to = at(child.id);
      const turned = index === 0 ? x + RING : x + RING + TURN;
      branches.push({ what: `leg to ${child.id}`, left: turned, right: to.x - RING, top: to.y - 1, bottom: to.y + 1 });
      if (index > 0)
        branches.push({ what: `rise to ${child.id}`, left: x + RING, right: turned, top: to.y - 1, bottom: y + 1 });
    });
  }
  return { rings, labels, branches };
}

describe('the espalier', () => {
  test('keeps labels clear of labels, rings and branches', () => {
    fc.assert(
      fc.property(marks, (drawn) => {
        const { rings, labels, branches } = rectangles(grow(drawn));
        const clashes = labels.flatMap((label, index) =>
          [...labels.slice(index + 1), ...rings, ...branches]
            .filter((other) => meet(label, other))
            .map((other) => `${label.what} meets ${other.what}`),
        );
        expect(clashes).toEqual([]);
      }),
    );
  });

  test('runs the first child level and lets the others rise, each to the right of its parent', () => {
    fc.assert(
      fc.property(marks, (drawn) => {
        const root = grow(drawn);
        const { places } = espalier(root);
        for (const twig of all(root)) {
          const from = places.get(twig.id);
          twig.children.forEach((child, index) => {
            const to = places.get(child.id);
            expect(to?.x).toBeGreaterThan(from?.x ?? NaN);
            if (index === 0) expect(to?.y).toBe(from?.y);
            else expect(to?.y).toBeLessThan(from?.y ?? NaN);
          });
        }
      }),
    );
  });

  test('places a branch of 5,000 marks without running out of stack', () => {
    let chain: Twig = { id: '0', x: 0, labelWidth: 50, labelHeight: 30, children: [] };
    for (let index = 1; index < 5000; index += 1) {
      chain = { id: String(index), x: -index * 10, labelWidth: 5, labelHeight: 30, children: [chain] };
    }
    expect(espalier(chain).places.size).toBe(5000);
  });
});

describe('the vine', () => {
  test('gives every mark a line of its own, below its parent, and indents alternatives by a lane', () => {
    fc.assert(
      fc.property(marks, (drawn) => {
        const root = grow(drawn);
        const { places } = vine(root);
        const lines = all(root).map((twig) => places.get(twig.id)?.y);
        expect(new Set(lines).size).toBe(lines.length);
        for (const twig of all(root)) {
          const from = places.get(twig.id) ?? { x: NaN, y: NaN };
          twig.children.forEach((child, index) => {
            const to = places.get(child.id) ?? { x: NaN, y: NaN };
            expect(to.y).toBeGreaterThan(from.y + 2 * RING - 1);
            expect(to.x).toBe(from.x + (index === 0 ? 0 : LANE));
          });
        }
      }),
    );
  });
});

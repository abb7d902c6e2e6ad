import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANE, RING, vine, type Twig } from '../../src/picture/picture.ts';

interface Drawn {
  /** Of the marks before it, counted round. */
  readonly parent: number;
  readonly height: number;
}

const marks = fc.array(fc.record({ parent: fc.nat(1000), height: fc.integer({ min: 0, max: 60 }) }), {
  minLength: 1,
  maxLength: 40,
});

/** Each mark grows from one that was there before. */
function grow(drawn: readonly Drawn[]): Twig {
  const grown = drawn.map(({ height }, index) => {
    const children: Twig[] = [];
    return { twig: { id: String(index), labelHeight: height, children }, children };
  });
  drawn.forEach(({ parent }, index) => {
    const own = grown[index];
    if (index > 0 && own !== undefined) grown[parent % index]?.children.push(own.twig);
  });
  return grown[0]?.twig as Twig;
}

const all = (twig: Twig): Twig[] => [twig, ...twig.children.flatMap(all)];

describe('the vine', () => {
  test('gives every mark room of its own, below its parent, and indents alternatives by a lane', () => {
    fc.assert(
      fc.property(marks, (drawn) => {
        const root = grow(drawn);
        const { places, right, bottom } = vine(root);
        const at = (id: string) => places.get(id) ?? { x: NaN, y: NaN };
        const twigs = all(root).toSorted((a, b) => at(a.id).y - at(b.id).y);
        twigs.forEach(({ id, labelHeight }, index) => {
          const { x, y } = at(id);
          expect(x).toBeLessThanOrEqual(right);
          expect(y + RING).toBeLessThanOrEqual(bottom + RING);
          const next = twigs[index + 1];
          if (next !== undefined) expect(at(next.id).y - y).toBeGreaterThan(Math.max(2 * RING, labelHeight));
        });
        for (const twig of twigs)
          twig.children.forEach((child, index) => {
            expect(at(child.id).y).toBeGreaterThan(at(twig.id).y);
            expect(at(child.id).x).toBe(at(twig.id).x + (index === 0 ? 0 : LANE));
          });
      }),
    );
  });

  test('places a branch of 5,000 marks without running out of stack', () => {
    let chain: Twig = { id: '0', labelHeight: 30, children: [] };
    for (let index = 1; index < 5000; index += 1) chain = { id: String(index), labelHeight: 30, children: [chain] };
    expect(vine(chain).places.size).toBe(5000);
  });
});

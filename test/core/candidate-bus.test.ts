/** @file The candidate bus: whole at first, refreshed by tools, cut by its stated rule. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandidateBus } from '../../src/core/candidate-bus.ts';
import { createRandom } from '../../src/core/random.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const busOf = (all: readonly number[], cap: number, seed = 1) => new CandidateBus(all, createRandom(seed), cap);

describe('the candidate bus', () => {
  test('keeps the first ones where the order of a tool means something', () => {
    const bus = busOf(upTo(100), 10);
    const kept = upTo(100).reverse();
    expect(bus.refresh(kept, { ordered: true })).toEqual({ before: 100, after: 10, cutFrom: 100 });
    expect(bus.items).toEqual(kept.slice(0, 10));
  });

  test('keeps a seeded sample in the order of the tool where it means nothing', () => {
    const draw = (seed: number): readonly number[] => {
      const bus = busOf(upTo(1000), 20, seed);
      bus.refresh(upTo(1000), { ordered: false });
      return bus.items;
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(1)).toEqual([...draw(1)].sort((a, b) => a - b));
    // Not the first ones: a uniform sample of 20 from 1,000 reaches beyond 500 but once in a million.
    expect(Math.max(...draw(1))).toBeGreaterThan(500);
  });

  test('never holds more than the cap, nor what no tool kept, nor an item twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500)), fc.boolean(), fc.integer({ min: 1, max: 50 }), (kept, ordered, cap) => {
        const bus = busOf(upTo(501), cap);
        const change = bus.refresh(kept, { ordered });
        expect(bus.items.length).toBe(Math.min(cap, kept.length));
        expect(change.after).toBe(bus.items.length);
        expect(change.cutFrom).toBe(kept.length > cap ? kept.length : null);
        expect(new Set(bus.items).size).toBe(bus.items.length);
        expect(bus.items.every((item) => kept.includes(item))).toBe(true);
      }),
    );
  });
});

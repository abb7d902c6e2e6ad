/** @file A store that forgets, against the plainest one that could be written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentlyUsed } from '../../src/core/recently-used.ts';

const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  value: fc.oneof(fc.constant(null), fc.nat({ max: 12 })),
});

/** Steps on a list with the latest at its end; a value weighs itself, and null only asks. */
function listed(steps: readonly { readonly key: string; readonly value: number | null }[], most: number) {
  let list: { key: string; value: number }[] = [];
  for (const { key, value } of steps) {
    const at = list.find((one) => one.key === key);
    list = list.filter((one) => one !== at);
    if (value === null) list.push(...(at === undefined ? [] : [at]));
    else if (value <= most) list.push({ key, value });
    while (list.reduce((sum, one) => sum + one.value, 0) > most) list.shift();
  }
  return list;
}

test('holds what was used last, and never more than it may', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat({ max: 20 }), (steps, most) => {
      const store = new RecentlyUsed<number>(most, (value) => value);
      for (const { key, value } of steps) {
        if (value === null) store.get(key);
        else store.set(key, value);
        expect(store.weight).toBeLessThanOrEqual(most);
      }
      const held = listed(steps, most);
      expect(store.weight).toBe(held.reduce((sum, { value }) => sum + value, 0));
      for (const key of ['a', 'b', 'c', 'd', 'e'])
        expect(store.get(key)).toBe(held.find((one) => one.key === key)?.value);
    }),
  );
});

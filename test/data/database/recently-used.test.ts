/** @file A store that forgets, against the plainest one that could be written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentlyUsed } from '../../../src/data/database/lab-database.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
/** A value that is set, or null where the key is asked for. */
const step = fc.record({ key: fc.constantFrom(...KEYS), value: fc.oneof(fc.constant(null), fc.nat({ max: 12 })) });

test('holds what was used last, and never more than it may', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (steps, most) => {
      const store = new RecentlyUsed<number>(most);
      let list: { readonly key: string; readonly value: number }[] = [];
      for (const { key, value } of steps) {
        const at = list.find((one) => one.key === key);
        const latest = value === null ? at : { key, value };
        list = [...list.filter((one) => one !== at), ...(latest === undefined ? [] : [latest])].slice(-most);
        if (value === null) expect(store.get(key)).toBe(at?.value);
        else store.set(key, value);
        expect(store.size).toBe(list.length);
      }
      for (const key of KEYS) expect(store.get(key)).toBe(list.find((one) => one.key === key)?.value);
    }),
  );
});

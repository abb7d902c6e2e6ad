/** @file What a model noted of a person, in the catalogue's own words. */
import { expect, test } from 'vitest';
import { knownProfile } from '../../../src/recommenders/interec/profile-memory.ts';
import { openMadeUp } from './open-made-up.ts';

test('attributes are called as the catalogue calls them, and years and means as the lab does', async () => {
  const { catalogue } = await openMadeUp();
  const none = { titles: [], values: [] };
  const values = ['Year: before 1995', 'RATING: above 3.5'];
  const { expect: known } = knownProfile({ like: none, dislike: none, expect: { titles: [], values } }, catalogue);
  expect(known.values).toEqual(['year: before 1995', 'rating: above 3.5']);
});

test('what no attribute says stays as a wish in the words of the person, and is not told as unknown', async () => {
  const { catalogue } = await openMadeUp();
  const none = { titles: [], values: [] };
  const expected = { titles: [], values: ['Wish: nothing with a war', 'mood: quiet'] };
  const known = knownProfile({ like: none, dislike: none, expect: expected }, catalogue);
  expect(known.expect.values).toEqual(['wish: nothing with a war']);
  expect(known.unknown).toEqual(['mood: quiet']);
});

import { expect, test } from 'vitest';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { partWords, splitChoices, SPLITS } from '../../src/ui/forms/grid/part-words.ts';

test('a part of the data and a split are put into words', () => {
  const slice = { users: 50, core: 5, minRating: 4, from: 86_400, until: 1_600_000_000 };
  expect(partWords(slice, { name: 'p5', options: {} })).toBe(
    ', 50 people, a 5-core, rated at least 4, from 1970-01-02, before 2020-09-13; held out: a random tenth, as P5 cuts',
  );
  expect(partWords({}, null)).toBe('');
  expect(partWords({}, { name: 'p5', options: { seed: 3 } })).toBe('; held out: as this evaluation has it');
});

test.each(SPLITS)('the lab knows the split: $title', ({ spec }) => {
  const tasks = { name: 'rating-prediction' };
  const parsed = parseRunSpec({ dataset: { name: 'made-up' }, tasks, ...(spec !== null && { split: spec }) });
  expect(parsed.split.name).toBe(spec?.['name'] ?? 'leave-last-out');
});

test('a split that cannot be chosen stays one of the choices', () => {
  const split = { name: 'random-holdout', options: { share: 0.1 } };
  expect(splitChoices(split)).toEqual([...SPLITS, { title: 'as this evaluation has it', spec: split }]);
});

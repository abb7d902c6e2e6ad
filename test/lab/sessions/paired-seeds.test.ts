/** @file Sessions over several seeds, compared as pairs. */
import { expect, test } from 'vitest';
import { pairedOverSeeds } from '../../../src/lab/sessions/paired-seeds.ts';
import { sessionResults, type SessionResult } from '../../../src/lab/sessions/session-results.ts';
import { foldSessions } from '../../../src/trace/sessions-fold.ts';
import { bookSessions, holdBookSessions } from './books.ts';

const interval = (value: number) => ({ value, low: value, high: value });
const result = (recommender: string, chosen: number | null): SessionResult => {
  const measures = {
    chosen: chosen === null ? null : interval(chosen),
    meanRating: null,
    depth: interval(2),
    came: interval(1),
    entropy: interval(1),
  };
  return { recommender, title: recommender, rounds: { from: 2, to: 3 }, measures, unread: 0 };
};
/** Seeds differ much from each other, and recommenders by the same in each. */
const seeds = (gains: readonly number[]) =>
  gains.map((gain, at) => [result('first', at / 20), result('other', at / 20 + gain), result('same', at / 20)]);

test('a difference that is in every seed is told though seeds differ by more, and none is told of what is the same', () => {
  const [other, same] = pairedOverSeeds(seeds([0.1, 0.12, 0.1, 0.08, 0.1, 0.1, 0.11, 0.09]));
  expect(other).toMatchObject({ recommender: 'other', seeds: 8 });
  expect(other?.measures.chosen?.value).toBeCloseTo(0.1, 12);
  expect(other?.measures.chosen?.low).toBeGreaterThan(0.08);
  expect(other?.measures.chosen?.holmP).toBeLessThan(0.05);
  expect(same?.measures.chosen).toMatchObject({ value: 0, low: 0, high: 0, holmP: 1 });
  expect(same?.measures.meanRating).toBeNull();
});

test('a seed without a value of both is no pair', () => {
  const [other] = pairedOverSeeds([
    ...seeds([0.1]),
    [result('first', 0.5), result('other', null), result('same', 0.5)],
  ]);
  expect(other?.measures.chosen?.value).toBeCloseTo(0.1, 12);
});

test('real sessions: worst first is behind random in every seed, the same each time', async () => {
  const results = [];
  for (const seed of [1, 2, 3]) {
    const spec = bookSessions({ recommenders: ['random', 'worst'], rounds: 2, seed });
    results.push(sessionResults(foldSessions(await holdBookSessions(spec))));
  }
  const [worst] = pairedOverSeeds(results);
  expect(worst?.measures.chosen?.high).toBeLessThan(0);
  expect(pairedOverSeeds(results)).toEqual([worst]);
});

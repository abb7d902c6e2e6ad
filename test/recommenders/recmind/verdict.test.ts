/** @file Judges and voters who are polled until the rest can change nothing come to what all of them come to. */
import { expect, test } from 'vitest';
import { isCertain, isDecided, leader, majority, type Verdict } from '../../../src/recommenders/recmind/draw-step.ts';

const VERDICTS = ['keep', 'prune', 'unread'] as const;

/** All that so many judges may say. */
const said = (judges: number): readonly (readonly (typeof VERDICTS)[number][])[] =>
  judges === 0 ? [[]] : said(judges - 1).flatMap((before) => VERDICTS.map((one) => [...before, one]));
const read = (words: readonly (typeof VERDICTS)[number][]): readonly Verdict[] =>
  words.flatMap((verdict) => (verdict === 'unread' ? [] : { verdict, reason: '' }));

test.each([1, 2, 3, 4, 5])('of %d judges', (judges) => {
  for (const words of said(judges)) {
    const end = words.findIndex((_, at) => at > 0 && isCertain(read(words.slice(0, at)), judges - at));
    const polled = end < 0 ? words : words.slice(0, end);
    expect(majority(read(polled)).verdict).toBe(majority(read(words)).verdict);
  }
});

/** All that so many voters may choose among so many candidates; -1 is a vote that cannot be read. */
const chosen = (voters: number, candidates: number): readonly (readonly number[])[] =>
  voters === 0
    ? [[]]
    : chosen(voters - 1, candidates).flatMap((before) =>
        Array.from({ length: candidates + 1 }, (_, at) => [...before, at - 1]),
      );
const votesOf = (choices: readonly number[], candidates: number): readonly number[] =>
  Array.from({ length: candidates }, (_, at) => choices.filter((choice) => choice === at).length);

test.each([
  [3, 2],
  [3, 3],
  [4, 3],
  [5, 2],
])('of %d voters on %d candidates', (voters, candidates) => {
  for (const choices of chosen(voters, candidates)) {
    const end = choices.findIndex((_, at) => isDecided(votesOf(choices.slice(0, at), candidates), voters - at));
    const polled = end < 0 ? choices : choices.slice(0, end);
    expect(leader(votesOf(polled, candidates))).toBe(leader(votesOf(choices, candidates)));
  }
});

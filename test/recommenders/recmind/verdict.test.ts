/** @file Judges who are polled until the rest can change nothing come to what all of them come to. */
import { expect, test } from 'vitest';
import { isCertain, majority, type Verdict } from '../../../src/recommenders/recmind/ask.ts';

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

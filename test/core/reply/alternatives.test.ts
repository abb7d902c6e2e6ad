/** @file What could have stood in a reply: shares of options and the expected number, whichever tokens a model has. */
import { describe, expect, test } from 'vitest';
import type { ToldToken } from '../../../src/core/language-model.ts';
import { expectedNumber, sharesOf } from '../../../src/core/reply/choose.ts';

const told = (...tokens: readonly (readonly [string, Readonly<Record<string, number>>])[]): readonly ToldToken[] =>
  tokens.map(([token, likely]) => ({
    token,
    alternatives: Object.entries(likely).map(([other, p]) => ({ token: other, logProbability: Math.log(p) })),
  }));
const sure = (token: string) => [token, { [token]: 1 }] as const;
const close = (shares: readonly number[] | null) => shares?.map((share) => Number(share.toFixed(3)));

describe('the shares of options', () => {
  test('are those at the token where they part, among the options alone', () => {
    const tokens = told(
      sure('{ "'),
      ['ver', { ver: 0.6, reason: 0.4 }],
      sure('dict":'),
      [' "', { ' "': 0.5, ' ': 0.4, '"': 0.1 }],
      ['keep', { keep: 0.3, prune: 0.1, maybe: 0.6 }],
      sure('" }'),
    );
    expect(close(sharesOf(['{"verdict":"keep"}', '{"verdict":"prune"}'], tokens))).toEqual([0.75, 0.25]);
  });

  test('go on behind a beginning that several share', () => {
    const options = ['{"n":1}', '{"n":2}', '{"n":10}'];
    const tokens = told(sure('{"n": '), ['1', { 1: 0.8, 2: 0.2 }], ['0', { 0: 0.25, '}': 0.5, 5: 0.25 }], sure('}'));
    expect(close(sharesOf(options, tokens))).toEqual([0.533, 0.2, 0.267]);
  });

  test('of a beginning that was not written are equal, and 0 of what is not told', () => {
    const options = ['{"n":1}', '{"n":2}', '{"n":3}', '{"n":10}'];
    expect(close(sharesOf(options, told(sure('{"n":'), ['2', { 2: 0.6, 1: 0.4 }], sure('}'))))).toEqual([
      0.2, 0.6, 0, 0.2,
    ]);
  });

  test('are none where nothing tells the options apart', () =>
    expect(sharesOf(['{"n":1}', '{"n":2}'], told(sure('Hello'), sure('!')))).toBeNull());
});

describe('the expected number', () => {
  const SCALE = { min: 0.5, max: 5, step: 0.5 };

  test('weighs what could have stood there, halves behind their point', () => {
    const tokens = told(
      sure('{"rating":'),
      sure(' '),
      ['4', { 4: 0.5, 3: 0.25, 9: 0.25 }],
      ['.', { '.': 0.5, ',': 0.5 }],
      ['5', { 5: 0.9, 7: 0.1 }],
      sure(', "reason": "a 3"}'),
    );
    // 3 is 3 or 3.5.
    expect(expectedNumber(tokens, 'rating', SCALE)).toBeCloseTo((1 / 3) * 3.25 + (2 / 3) * (0.5 * 4 + 0.5 * 4.5), 6);
  });

  test('takes 4.0 for 4, and a token of a number and its end', () => {
    const tokens = told(sure('{"rating": '), ['4', { 4: 0.5, 2: 0.5 }], sure('.'), ['0}', { '0}': 0.75, '5}': 0.25 }]);
    expect(expectedNumber(tokens, 'rating', SCALE)).toBeCloseTo(0.5 * 2.25 + 0.5 * (0.75 * 4 + 0.25 * 4.5), 6);
  });

  test('is not there without the member, or a number of the scale', () => {
    expect(expectedNumber(told(sure('{"rating": "high"}')), 'rating', SCALE)).toBeNull();
  });
});

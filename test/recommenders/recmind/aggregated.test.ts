/** @file Several answers as one, and self-consistency from its calls to its answer. */
import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/core/planner.ts';
import type { Recommendation } from '../../../src/core/task.ts';
import { aggregated } from '../../../src/recommenders/recmind/answer-format.ts';
import { DIRECT, RATING } from './tasks.ts';

const states = (...given: (Recommendation | undefined)[]): State[] =>
  given.map((recommendation, at) => ({
    ...{ id: `0.${String(at)}`, parent: null, thought: '', action: null, observation: '', isEnd: false },
    ...(recommendation && { recommendation }),
  }));
const rating = (value: number): Recommendation => ({ type: 'rating', rating: value });
const ranking = (...items: number[]): Recommendation => ({ type: 'ranking', items });
const text = (words: string): Recommendation => ({ type: 'text', text: words });

describe('ratings', () => {
  test('by their mean', () => {
    const { recommendation, reason } = aggregated(states(rating(4), rating(3), rating(3.5)), 'mean', RATING);
    expect(recommendation).toEqual(rating(3.5));
    expect(reason).toBe('The mean of 3: 4; 3; 3.5.');
  });

  test('by a vote, the first of those with as many votes', () => {
    expect(aggregated(states(rating(5), rating(3), rating(3)), 'vote', RATING).recommendation).toEqual(rating(3));
    expect(aggregated(states(rating(5), rating(3)), 'vote', RATING).recommendation).toEqual(rating(5));
  });
});

describe('rankings', () => {
  test('by mean places; what a list leaves out stands behind it', () => {
    const given = states(ranking(1, 2, 3), ranking(2, 1), ranking(2, 3));
    expect(aggregated(given, 'mean', DIRECT).recommendation).toEqual(ranking(2, 1, 3));
  });
});

test('of texts the one that shares most words with the others', () => {
  const given = states(text('A dark film of crime'), text('Lovely music'), text('A dark crime story'));
  expect(aggregated(given, 'mean', RATING).recommendation).toEqual(text('A dark film of crime'));
});

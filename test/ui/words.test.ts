import { describe, expect, test } from 'vitest';
import { answerInWords } from '../../src/picture/answer-words.ts';
import { bytes, count, counted, duration, ordinal, question, truthInWords } from '../../src/ui/words.ts';
import { rating } from '../../src/core/text/words.ts';
import { HEAT } from './scripted-run.ts';

test('numbers read as people write them', () => {
  expect([count(100836), counted(1, 'call'), counted(13, 'call'), counted(2, 'query', 'queries')]).toEqual([
    '100,836',
    '1 call',
    '13 calls',
    '2 queries',
  ]);
  expect([bytes(640), bytes(12_400), bytes(1_380_000), bytes(2.5e9)]).toEqual(['640 B', '12 kB', '1.4 MB', '2.5 GB']);
  expect([duration(0.41), duration(120.4), duration(2100)]).toEqual(['0.4 ms', '120 ms', '2.1 s']);
  expect([1, 2, 3, 4, 11, 21].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '21st']);
  expect([rating(4), rating(4.2), rating(3.968)]).toEqual(['4.0', '4.2', '3.97']);
});

describe('an answer', () => {
  const of = (value: number) => ({ type: 'rating', rating: value }) as const;

  test('says how far off a rating was, once the truth is known', () => {
    expect(answerInWords(of(4.2), null)).toEqual({ answer: '4.20', verdict: '' });
    expect(answerInWords(of(4.2), of(4.5))).toEqual({ answer: '4.20', verdict: '0.30 too low' });
    expect(answerInWords(of(4.75), of(4.5))).toEqual({ answer: '4.75', verdict: '0.25 too high' });
    expect(answerInWords(of(4.5), of(4.5)).verdict).toBe('exactly right');
  });

  test('says where the true item stands in a ranking, or that it is missed', () => {
    const ranking = { type: 'ranking', items: [5, 6, 7] } as const;
    const chose = (id: number) => ({ type: 'choice', item: { id, title: 'Heat (1995)' } }) as const;
    expect(answerInWords(ranking, chose(6))).toEqual({ answer: '#2', verdict: 'in its top 3' });
    expect(answerInWords(ranking, chose(9))).toEqual({ answer: 'miss', verdict: 'not in its top 3' });
    expect(truthInWords(chose(6))).toBe('They chose Heat (1995)');
    expect(truthInWords(chose(6), 'You')).toBe('You chose Heat (1995)');
  });
});

test('a task is asked as a question, its title apart from it', () => {
  expect(question(HEAT)).toEqual({ before: 'What would person 599 give ', title: 'Heat', after: '?' });
});

describe('a text', () => {
  const recommendation = { type: 'text', text: 'Slow, but worth it.' } as const;

  test('is told by its length, since a row has no room for it', () => {
    const truth = { type: 'text', text: 'Worth the wait.' } as const;
    expect(answerInWords(recommendation, truth)).toEqual({ answer: '4 words', verdict: '' });
    expect(truthInWords(truth)).toBe('They wrote: “Worth the wait.”');
    expect(truthInWords({ type: 'text', text: 'word '.repeat(100) })).toHaveLength(175);
  });

  test('is asked for in words', () => {
    const task = {
      type: 'explanation-generation',
      user: { id: 5, name: 'Ada' },
      item: { id: 6, title: 'Heat (1995)' },
      rating: 4.5,
      scale: { min: 0.5, max: 5, step: 0.5 },
      itemNoun: 'film',
      examples: [],
    } as const;
    expect(question(task)).toEqual({ before: 'Why did Ada give 4.5 to ', title: 'Heat', after: '?' });
    expect(question({ ...task, rating: null }).after).toBe(', or not?');
    expect(question({ ...task, type: 'review-summarization', review: 'x', examples: [] }).before).toContain(
      'head their',
    );
  });
});

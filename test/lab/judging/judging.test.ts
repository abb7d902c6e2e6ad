import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JudgingEntry, Verdict } from '../../../src/core/evaluation.ts';
import { createRandom } from '../../../src/core/random.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { blind, unblind, judgingAsCsv } from '../../../src/lab/judging/blind-judging.ts';
import {
  appendJudging,
  readJudging,
  judgingResults,
  type JudgingScope,
  firstShares,
  markIntervals,
  middlePlaces,
} from '../../../src/lab/judging/judging-results.ts';

const NAMES = ['Chain-of-Thought', 'Self-Inspiring', 'TextRank'] as const;

const judged = (question: string, verdict: Verdict, shown = 'now'): JudgingEntry => ({
  type: 'judgement',
  question,
  shown,
  person: Number(/\d+/.exec(question)?.[0]),
  verdict,
});
const ranked = (question: string, ...places: readonly number[]): JudgingEntry =>
  judged(question, {
    type: 'ranking',
    places: Object.fromEntries(NAMES.map((name, at) => [name, places[at] ?? 9])),
  });
const scopeOf = (...questions: readonly string[]): JudgingScope => ({
  name: 'texts',
  subjects: NAMES,
  shown: new Map(questions.map((question) => [question, 'now'])),
});

describe('blinding', () => {
  const answers = new Map([
    ['Chain-of-Thought', 'It is short. '],
    ['Self-Inspiring', 'It is long.'],
    ['TextRank', 'It is short.'],
    ['First review', '  '],
    ['Broken', null],
  ]);

  test('shows equal texts once, and nobody who wrote nothing', () => {
    const { texts, subjects, silent } = blind(answers, createRandom(1));
    expect([...texts].sort()).toEqual(['It is long.', 'It is short.']);
    expect(subjects[texts.indexOf('It is short.')]).toEqual(['Chain-of-Thought', 'TextRank']);
    expect(silent).toEqual(['First review', 'Broken']);
  });

  test('orders by the random numbers alone: who comes first among the methods leaves no trace', () => {
    const turned = new Map([...answers].reverse());
    for (let seed = 0; seed < 20; seed += 1)
      expect(blind(turned, createRandom(seed)).texts).toEqual(blind(answers, createRandom(seed)).texts);
    const firsts = Array.from({ length: 400 }, (_, seed) => blind(answers, createRandom(seed)).texts[0]);
    const share = firsts.filter((text) => text === 'It is long.').length / firsts.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  test('gives places back to those who wrote the texts, and the last one to the silent', () => {
    const blinded = blind(answers, createRandom(1));
    const places = blinded.texts.map((text) => (text === 'It is long.' ? 1 : 2));
    expect(unblind(blinded, places)).toEqual({
      'Self-Inspiring': 1,
      'Chain-of-Thought': 2,
      TextRank: 2,
      'First review': 3,
      Broken: 3,
    });
  });
});

describe('marks', () => {
  test('share a tied first place out, and put ties at the middle of their places', () => {
    expect(firstShares({ a: 1, b: 1, c: 3 })).toEqual({ a: 0.5, b: 0.5, c: 0 });
    expect(middlePlaces({ a: 1, b: 2, c: 2, d: 7 })).toEqual({ a: 1, b: 2.5, c: 2.5, d: 4 });
  });

  test('shares add up to one and places to n(n+1)/2, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }), (places) => {
        const numbers = Object.fromEntries(places.map((place, at) => [`s${at}`, place]));
        const sum = (of: Record<string, number>) => Object.values(of).reduce((total, one) => total + one, 0);
        expect(sum(firstShares(numbers))).toBeCloseTo(1, 12);
        expect(sum(middlePlaces(numbers))).toBeCloseTo((places.length * (places.length + 1)) / 2, 12);
      }),
    );
  });

  test('have intervals over people; null without a mark', () => {
    const rated = Array.from({ length: 40 }, (_, person) => ({ person, marks: { a: 4 + (person % 2), b: 2 } }));
    const intervals = markIntervals(rated, ['a', 'b', 'c'], createRandom(1));
    expect(intervals.get('a')?.value).toBe(4.5);
    expect(intervals.get('a')?.low).toBeGreaterThan(4.2);
    expect(intervals.get('a')?.high).toBeLessThan(4.8);
    expect(intervals.get('b')).toEqual({ value: 2, low: 2, high: 2 });
    expect(intervals.get('c')).toBeNull();
  });

  test('of one person are drawn together: more of them make no interval narrower', () => {
    const one = [1, 2].map((person) => ({ person, marks: { a: person } }));
    const many = one.flatMap((mark) => Array.from({ length: 30 }, () => mark));
    expect(markIntervals(many, ['a'], createRandom(1)).get('a')).toEqual(
      markIntervals(one, ['a'], createRandom(1)).get('a'),
    );
  });
});

describe('the results of a judging', () => {
  test('count first places, ties, skips and what needed no judge', () => {
    const entries = [
      ranked('1 1:1', 1, 2, 3),
      ranked('1 2:1', 1, 1, 2),
      ranked('1 3:1', 2, 1, 2),
      judged('1 4:1', { type: 'skip' }),
      judged('1 5:1', { type: 'alike' }),
    ];
    const results = judgingResults(entries, scopeOf('1 1:1', '1 2:1', '1 3:1', '1 4:1', '1 5:1', '1 6:1'));
    expect(results).toMatchObject({ questions: 6, judged: 3, skipped: 1, alike: 1, afterLook: 0, outdated: 0 });
    const [chain, self, rank] = results.subjects;
    expect([chain?.firstShare?.value, self?.firstShare?.value, rank?.firstShare?.value]).toEqual([0.5, 0.5, 0]);
    expect([chain?.firsts, self?.firsts, rank?.firsts]).toEqual([2, 2, 0]);
    expect(chain?.meanPlace?.value).toBeCloseTo((1 + 1.5 + 2.5) / 3, 12);
    expect(judgingResults(entries, scopeOf('1 1:1')).outdated).toBe(4);
  });

  test('take the last judgement of a question, forget what was taken back, and mark what came after a look', () => {
    const entries: JudgingEntry[] = [
      ranked('1 1:1', 1, 2, 3),
      ranked('1 2:1', 1, 2, 3),
      { type: 'withdrawal', question: '1 2:1' },
      { type: 'look' },
      ranked('1 1:1', 3, 2, 1),
    ];
    const results = judgingResults(entries, scopeOf('1 1:1', '1 2:1'));
    expect(results).toMatchObject({ judged: 1, afterLook: 1 });
    expect(results.subjects.map(({ firstShare }) => firstShare?.value)).toEqual([0, 0, 1]);
  });

  test('leave out judgements of what is not shown any more', () => {
    const other = judged('1 1:1', { type: 'ranking', places: { TextRank: 1, 'Self-Inspiring': 2 } }, 'before');
    const results = judgingResults([other], scopeOf('1 1:1'));
    expect(results).toMatchObject({ judged: 0, outdated: 1 });
    expect(results.subjects.every(({ firstShare, meanPlace }) => firstShare === null && meanPlace === null)).toBe(true);
  });

  test('are files with every judgement; names that a spreadsheet would compute are not', () => {
    const scope = { ...scopeOf('1 1:1'), subjects: ['=1+1', 'B, the second'] };
    const entry = judged('1 1:1', { type: 'ranking', places: { '=1+1': 1, 'B, the second': 2 } });
    expect(judgingAsCsv([entry], scope).split('\r\n')).toEqual([
      'question,person,method,place,share_of_first,after_results_were_seen',
      "1 1:1,1,'=1+1,1,1,false",
      '1 1:1,1,"B, the second",2,0,false',
      '',
    ]);
  });
});

describe('the log of a judging', () => {
  test('is appended to, and read again up to a line that was cut off', async () => {
    const files = new MemoryFileStore();
    expect(await readJudging(files, 'texts')).toEqual([]);
    await appendJudging(files, 'texts', [ranked('1 1:1', 1, 2, 3)]);
    const whole = (await files.read('judgements/texts.jsonl')) ?? new Uint8Array();
    await files.write(
      'judgements/texts.jsonl',
      Uint8Array.from([...whole, ...new TextEncoder().encode('{"type":"judg')]),
    );
    await appendJudging(files, 'texts', [{ type: 'look' }, { type: 'withdrawal', question: '1 1:1' }]);
    expect(await readJudging(files, 'texts')).toEqual([
      ranked('1 1:1', 1, 2, 3),
      { type: 'look' },
      { type: 'withdrawal', question: '1 1:1' },
    ]);
  });
});

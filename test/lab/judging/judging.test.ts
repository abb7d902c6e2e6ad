import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../src/core/evaluation.ts';
import { createRandom } from '../../../src/core/random.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { blind, unblind } from '../../../src/lab/judging/blind-judging.ts';
import {
  appendJudging,
  firstShares,
  judgingAsCsv,
  judgingResults,
  middlePlaces,
  readJudging,
  type JudgingScope,
} from '../../../src/lab/judging/judging-results.ts';

const NAMES = ['Chain-of-Thought', 'Self-Inspiring', 'TextRank'] as const;

const judged = (question: string, places: Judgement['places'], shown = 'now'): Judgement => ({
  question,
  shown,
  person: Number(/(\d+):/.exec(question)?.[1]),
  places,
});
const ranked = (question: string, ...places: readonly number[]): Judgement =>
  judged(question, Object.fromEntries(NAMES.map((name, at) => [name, places[at] ?? 9])));
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
});

describe('the results of a judging', () => {
  test('count first places, ties and skips', () => {
    const entries = [
      ranked('1 1:1', 1, 2, 3),
      ranked('1 2:1', 1, 1, 2),
      ranked('1 3:1', 2, 1, 2),
      judged('1 4:1', null),
    ];
    const results = judgingResults(entries, scopeOf('1 1:1', '1 2:1', '1 3:1', '1 4:1', '1 5:1'));
    expect(results).toMatchObject({ questions: 5, judged: 3, skipped: 1 });
    const [chain, self, rank] = results.subjects;
    expect([chain?.firstShare?.value, self?.firstShare?.value, rank?.firstShare?.value]).toEqual([0.5, 0.5, 0]);
    expect(chain?.meanPlace?.value).toBeCloseTo((1 + 1.5 + 2.5) / 3, 12);
  });

  test('have intervals over people: more judgements of one person make them no narrower', () => {
    const questions = (tasks: number) =>
      [1, 2].flatMap((person) => Array.from({ length: tasks }, (_, task) => `1 ${person}:${task}`));
    const resultsOf = (tasks: number) => {
      const own = questions(tasks);
      const entries = own.map((question) => ranked(question, ...(question.startsWith('1 1') ? [1, 2, 3] : [3, 2, 1])));
      return judgingResults(entries, scopeOf(...own)).subjects;
    };
    expect(resultsOf(30)).toEqual(resultsOf(1));
    const [chain, self] = resultsOf(1);
    expect(chain?.meanPlace).toEqual({ value: 2, low: 1, high: 3 });
    expect(self?.meanPlace).toEqual({ value: 2, low: 2, high: 2 });
  });

  test('take the last judgement of a question, and leave out those of what is not shown any more', () => {
    const entries = [
      ranked('1 1:1', 1, 2, 3),
      ranked('1 1:1', 3, 2, 1),
      judged('1 2:1', { TextRank: 2, 'Self-Inspiring': 1 }, 'before'),
    ];
    const results = judgingResults(entries, scopeOf('1 1:1', '1 2:1'));
    expect(results).toMatchObject({ judged: 1 });
    expect(results.subjects.map(({ firstShare }) => firstShare?.value)).toEqual([0, 0, 1]);
    const none = judgingResults(entries, scopeOf('1 2:1'));
    expect(none.subjects.every(({ firstShare, meanPlace }) => firstShare === null && meanPlace === null)).toBe(true);
  });

  test('are files with every judgement; names that a spreadsheet would compute are not', () => {
    const scope = { ...scopeOf('1 1:1'), subjects: ['=1+1', 'B, the second'] };
    const entry = judged('1 1:1', { '=1+1': 1, 'B, the second': 2 });
    expect(judgingAsCsv([entry], scope).split('\r\n')).toEqual([
      'question,person,method,place,share_of_first',
      "1 1:1,1,'=1+1,1,1",
      '1 1:1,1,"B, the second",2,0',
      '',
    ]);
  });
});

describe('the log of a judging', () => {
  test('is appended to, and read again up to a line that was cut off', async () => {
    const files = new MemoryFileStore();
    expect(await readJudging(files, 'texts')).toEqual([]);
    await appendJudging(files, 'texts', ranked('1 1:1', 1, 2, 3));
    const whole = (await files.read('experiments/texts/judgements.jsonl')) ?? new Uint8Array();
    await files.write(
      'experiments/texts/judgements.jsonl',
      Uint8Array.from([...whole, ...new TextEncoder().encode('{"question":"judg')]),
    );
    await appendJudging(files, 'texts', judged('1 2:1', null));
    expect(await readJudging(files, 'texts')).toEqual([ranked('1 1:1', 1, 2, 3), judged('1 2:1', null)]);
  });
});

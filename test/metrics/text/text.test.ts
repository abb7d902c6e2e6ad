/** @file BLEU, ROUGE and stems against sacrebleu, rouge-score and nltk (test/oracles/make-texts.py), and their edges. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bleuCounts, BLEU_2, corpusBleu, sentenceBleu, bleuTokens } from '../../../src/metrics/bleu.ts';
import { porterStem } from '../../../src/metrics/porter-stem.ts';
import { rougeL, rougeN } from '../../../src/metrics/rouge.ts';

const NOTHING = { precision: 0, recall: 0, f: 0 };
const text = fc.array(fc.constantFrom('a', 'b', 'running', 'runs', 'Ä', ',', '3.5', '-', '\n'), { maxLength: 12 });
const joined = text.map((words) => words.join(' '));

test('stems are those of nltk', () => {
  const path = resolve(import.meta.dirname, '../../oracles/stems.json');
  const stems = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
  expect(stems.length).toBeGreaterThan(100);
  expect(Object.fromEntries(stems.map(([word]) => [word, porterStem(word)]))).toEqual(Object.fromEntries(stems));
});

test('a word of any length is stemmed in time that grows no faster than it does', () => {
  expect(porterStem(`${'y'.repeat(100_000)}ing`)).toHaveLength(100_000);
  expect(porterStem('constructor')).toBe('constructor');
});

describe('the tokenizer 13a', () => {
  test.each([
    ["Well... it works, doesn't it?!", "Well . . . it works , doesn't it ? !"],
    ['$1,299.50 is 12.5% off', '$ 1,299.50 is 12.5 % off'],
    ['state-of-the-art 3-4', 'state-of-the-art 3 - 4'],
    ['one-\ntwo\nthree-\n', 'onetwo three-'],
    ['&quot;x&amp;lt;', '" x <'],
    ['crème 面霜 😀', 'crème 面霜 😀'],
    [' \t\n', ''],
  ])('%j', (line, tokens) => {
    expect(bleuTokens(line, '13a').join(' ')).toBe(tokens);
  });
});

describe('BLEU-2', () => {
  test('is 0 for an empty text on either side, and on both', () => {
    for (const [hypothesis, reference] of [
      ['', 'a'],
      ['a', ''],
      ['', ''],
      [' ', 'a'],
    ] as const)
      // prettier-ignore
      expect(sentenceBleu(hypothesis, reference)).toBe(0);
  });

  test('of a corpus is not the mean of its sentences, but does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(joined, joined), { minLength: 1, maxLength: 5 }), (pairs) => {
        const counts = pairs.map(([a, b]) => bleuCounts(a, b, BLEU_2));
        return corpusBleu(counts) === corpusBleu(counts.toReversed());
      }),
    );
  });
});

describe('ROUGE', () => {
  test('is 0 without words on either side', () => {
    for (const [hypothesis, reference] of [
      ['', 'a b'],
      ['a b', ''],
      ['', ''],
      ['好用', '好用'],
    ] as const) {
      // prettier-ignore
      expect(rougeN(hypothesis, reference, 1, true)).toEqual(NOTHING);
      expect(rougeN(hypothesis, reference, 2, true)).toEqual(NOTHING);
      expect(rougeL(hypothesis, reference, true)).toEqual(NOTHING);
    }
    expect(rougeN('great', 'great', 2, false)).toEqual(NOTHING);
  });
});

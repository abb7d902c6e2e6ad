/** @file BLEU and ROUGE at their edges; their numbers are held to oracles in test/metrics/oracles.test.ts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bleuCounts, corpusBleu, sentenceBleu, bleuTokens } from '../../../src/metrics/bleu.ts';
import { rougeL, rougeN } from '../../../src/metrics/rouge.ts';

const NOTHING = { precision: 0, recall: 0, f: 0 };
const text = fc.array(fc.constantFrom('a', 'b', 'running', 'runs', 'Ä', ',', '3.5', '-', '\n'), { maxLength: 12 });
const joined = text.map((words) => words.join(' '));

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
    expect(bleuTokens(line).join(' ')).toBe(tokens);
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
        const counts = pairs.map(([a, b]) => bleuCounts(a, b));
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
      expect(rougeN(hypothesis, reference, 1)).toEqual(NOTHING);
      expect(rougeN(hypothesis, reference, 2)).toEqual(NOTHING);
      expect(rougeL(hypothesis, reference)).toEqual(NOTHING);
    }
    expect(rougeN('great', 'great', 2)).toEqual(NOTHING);
  });
});

/** @file Ratings and verdicts in words: what is read, and what is none. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRating } from '../../../src/core/reply/read-rating.ts';
import { readVerdict } from '../../../src/core/reply/read-verdict.ts';
import { WRITTEN_SCALES, writtenScale } from '../../../src/environments/prompts/rating-scale.ts';

const valueOf = (text: string, scale: string): number | null => {
  const reading = readRating(text, writtenScale(scale));
  return reading.ok ? reading.value.value : null;
};

describe('a rating', () => {
  test.each([
    ['0-9', '7', 8],
    ['1-10', '10', 10],
    ['1-10', '1', 1],
    ['one-ten', ' Seven, because', 7],
    ['1-5', '5.', 5],
    ['1-10', 'Rating: 9', 9],
    ['1-10', '**9**', 9],
    ['1-10', '9/10', 9],
    ['1-10', '**Rating:** 9/10. It has 3 good scenes.', 9],
    ['1-5', '4 out of 5', 4],
    ['1-10', '{"rating": 7}', 7],
    ['1-10', '"7"', 7],
    ['1-10', '8.0', 8],
    ['1-10', '{"rating": "8/10"}', 8],
    ['1-10', 'Based on her 3 films, I conclude that she will assign a rating of 7.', 7],
    ['1-10', 'Bo would probably give it a 5', 5],
    ['one-ten', 'Rating: nine', 9],
    ['1-10', '<think>2 or 3?</think>8', 8],
    ['1-5', '```\n4\n```', 4],
    ['1-10', '```text\n7\n```', 7],
    ['1-10', '`7`', 7],
    ['one-ten', '8', 8],
    ['one-ten', '8/10', 8],
    ['1-5', '4 stars', 4],
    ['1-5', '4 (out of 5)', 4],
    ['1-5', '4 on a scale of 1 to 5', 4],
    ['1-5', 'Rating (1-5): 4', 4],
    ['1-5', '★★★★☆', 4],
    ['1-5', 'Draft: 3. Final answer: 4', 4],
    ['1-5', 'Rating: 3\nFinal rating: 4', 4],
    ['1-10', 'Answer: 9', 9],
    ['0-9', 'I would say 5.0', 6],
    ['0-9', 'I would say 7', 8],
    ['0-9', "I'd give it a 6", 7],
    ['0-9', 'On the scale from 0 to 9 I’d say 6, since she likes it.', 7],
    ['one-ten', 'I would say seven.', 7],
    ['1-10', 'Omar would rate *Contact* 9 out of 10, because it is science fiction.', 9],
    ['1-10', 'I would say 7 out of 10.', 7],
    ['1-10', 'For Ruth it is a 3/10 since she hates horror', 3],
    ['1-10', '<answer>9</answer>', 9],
    ['1-10', '<rating>9</rating><reason>It has 3 good scenes.</reason>', 9],
  ])('%s: %j is %j', (scale, text, value) => {
    expect(valueOf(text, scale)).toBe(value);
  });

  test.each([
    ['0-9', '8/10'],
    ['0-9', 'Rating: 8/10'],
    ['1-5', '8/10'],
    ['1-5', '6'],
    ['0-9', '10'],
    ['1-10', 'banana 7'],
    ['1-10', 'He likes 9 out of 10 films.'],
    ['0-9', 'I would say 7, or maybe 8.'],
    ['0-9', 'I would say 7. Omar would say 8.'],
    ['0-9', 'I would say 7 (out of 10)'],
    ['0-9', 'I would say 7,5'],
    ['0-9', 'I would not say 7'],
    ['1-10', 'I would say 3 of her films are dramas.'],
    ['1-10', 'Ruth: 1'],
    ['1-10', 'I would say 7 or 8 out of 10.'],
    ['1-10', 'I would say more than 7 out of 10.'],
    ['1-10', 'Alien was 4/10, and this is 8/10.'],
    ['1-5', 'I would say 7 out of 10.'],
    ['1-10', 'I would say 7.5 out of 10.'],
    ['1-10', ''],
    ['1-10', '7 or 8'],
    ['1-10', '7-8'],
    ['1-10', '7 to 8'],
    ['1-10', '7/8'],
    ['1-10', '7,5'],
    ['1-10', 'Rating: 7. No, rating: 8.'],
    ['1-10', 'She is 5 years old.'],
    ['1-10', '{"rating": 7, '],
    ['1-10', '<think>7'],
    ['one-ten', 'seven or eight'],
    ['one-ten', '11'],
    ['one-ten', '0'],
    ['one-ten', '8 or nine'],
    ['1-5', '```\n4\n5\n```'],
    ['1-5', '4 stars out of 10'],
    ['1-5', '4 (out of 10)'],
    ['1-5', '4 on a scale of 1 to 10'],
    ['1-5', '4 on a 10-point scale'],
    ['1-5', 'Rating (1-10): 4'],
    ['1-5', '★★★★'],
    ['1-5', 'Final answer: 3 or 4'],
  ])('%s: %j is none', (scale, text) => {
    expect(valueOf(text, scale)).toBeNull();
  });

  test.each([
    ['1-5', '4.5', 'it holds 4.5, and a rating is a whole number from 1 to 5'],
    ['1-5', '**Rating:** 4.5/5', 'it holds 4.5/5, and a rating is a whole number from 1 to 5'],
    ['0-9', '{"rating": 8.5}', 'it holds 8.5, and a rating is a whole number from 0 to 9'],
    ['one-ten', '7.5', 'it holds 7.5, and a rating is one word from one to ten'],
  ])('%s: %j is between two, and not rounded', (scale, text, problem) => {
    expect(readRating(text, writtenScale(scale))).toMatchObject({ ok: false, problem });
  });

  test('of any two numbers is none, unless they are one', () => {
    const number = fc.integer({ min: 1, max: 10 });
    const between = fc.constantFrom(' or ', '-', ' to ', '. Rating: ', ', rating: ');
    fc.assert(
      fc.property(number, between, number, (one, words, other) => {
        const value = valueOf(`Rating: ${String(one)}${words}${String(other)}`, '1-10');
        expect(value === null || (one === other && value === one)).toBe(true);
      }),
    );
  });

  test('is never one that no word of the reply stands for', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...WRITTEN_SCALES), (text, scale) => {
        const reading = readRating(text, scale);
        if (!reading.ok) return;
        expect(text.toLowerCase()).toContain(reading.value.written.toLowerCase());
        expect(reading.value.value).toBeGreaterThanOrEqual(scale.kept.min);
        expect(reading.value.value).toBeLessThanOrEqual(scale.kept.max);
      }),
    );
  });

  test('every scale reads what it writes, without a note', () => {
    for (const scale of WRITTEN_SCALES)
      for (const [at, written] of scale.written.entries())
        for (const text of [written, `"${written}"`, `${written}.`])
          expect(readRating(text, scale)).toMatchObject({ ok: true, value: { value: scale.kept.min + at } });
    expect(readRating('7', writtenScale('1-10'))).not.toHaveProperty('note');
  });
});

describe('a rating behind a name', () => {
  const read = (text: string): number | null => {
    const reading = readRating(text, writtenScale('0-9'), ['Omar', 'Contact']);
    return reading.ok ? reading.value.value : null;
  };

  test.each([
    ['Omar: 7.0 (out of 9)', 8],
    ['**Omar:** 1', 2],
    ['Contact: 6', 7],
  ])('%j is that of who rates, or of what is rated', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each(['Ruth: 1', 'Omar: 7 (out of 10)', 'Omar: 7\nRuth: 8', 'Omar: 7.5', 'Omar: -3', 'Omar: born 4'])(
    '%j is none',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );
});

describe('a verdict', () => {
  test.each([
    ['Yes', true, ''],
    ['No. Name three.', false, 'Name three.'],
    ['**Verdict:** No. Name three.', false, 'Name three.'],
    ['Verdict: Yes', true, ''],
    ['The answer is yes.', true, ''],
    ['**Yes**', true, ''],
    ['My final verdict: **No**, the list is short.', false, 'the list is short.'],
    ['It names what was asked for.\n\nYes', true, 'It names what was asked for.'],
    ['It names one.\n**Verdict:** No.', false, 'It names one.'],
    ['Draft: Yes. Final answer: No. Name three.', false, 'Name three.'],
    ['{"verdict": "No", "advice": "Name three."}', false, 'Name three.'],
    [
      'Sure! My judgement: **yes**, both the plan and the reply are fine.',
      true,
      'both the plan and the reply are fine.',
    ],
    ['I checked both. Verdict: **No** – name three.', false, 'name three.'],
    ['Let me check the plan step by step.\n\n**No.** Name three.', false, 'Name three.'],
    ['Does it filter?\n\nYes.\n\nIt ranks too.', true, 'It ranks too.'],
    [
      'The tools were the right ones in the right order, and the reply names the one film that they found. So my answer is: "Yes"',
      true,
      'The tools were the right ones in the right order, and the reply names the one film that they found.',
    ],
    [
      '```text\nYES\n```\nAll 20 films were stored, ranked by preference and named in order.',
      true,
      'All 20 films were stored, ranked by preference and named in order.',
    ],
  ])('%j', (text, isGood, advice) => {
    const reading = readVerdict(text);
    expect(reading.ok && reading.value).toEqual({ isGood, advice });
  });

  test.each([
    '',
    'Not quite.',
    'Yes and no.',
    'Yes or no?',
    'Perhaps',
    'Yesterday',
    'I said no.',
    'Let me check.\n\nYes. It filters.\n\nNo. It names one.',
    'Let me check.\n\nYes. It filters.\nNo, wait.\nNo.\nI do not know.',
    'Let me check.\n\nNo tools were needed.',
    'Let me check.\n\nYes and no.',
    'It depends on whether my answer is "Yes"',
    'Perhaps\nso',
    'It names one.\nI say no to that',
  ])('%j is none', (text) => {
    expect(readVerdict(text).ok).toBe(false);
  });
});

describe('a share that is cut off behind its number', () => {
  test('is the rating where ten are asked for and no smaller scale has it', () => {
    expect(readRating('I would say 7 out of', writtenScale('1-10'))).toMatchObject({ ok: true, value: { value: 7 } });
  });

  test.each([
    ['I would say 4 out of', '1-10'],
    ['I would say 7 out of', '0-9'],
    ['Not 7 out of', '1-10'],
    ['I gave Heat 9 and this 7 out of', '1-10'],
    ['7 or 8 out of', '1-10'],
  ])('leaves doubt: %s on %s', (text, scale) => {
    expect(readRating(text, writtenScale(scale)).ok).toBe(false);
  });
});

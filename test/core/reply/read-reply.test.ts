/** @file How structured replies are read: what is JSON counts, what was cut is not believed, and nothing is made up. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { LONGEST_REPLY } from '../../../src/core/reply/generate.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';
import { parseAction, readThought } from '../../../src/recommenders/macrec/agents/read-action.ts';
import { ANALYSE, ANALYST_KINDS } from '../../../src/recommenders/macrec/agents/analyst.ts';
import { FINISH } from '../../../src/recommenders/macrec/agents/step.ts';
import { readPlanShape } from '../../../src/recommenders/interec/plan-format.ts';
import { readSql } from '../../../src/tools/database-tool.ts';
import { readVerdict, readWords } from '../../../src/core/reply/read-words.ts';
import { readRating, writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { processorTime } from '../../processor-time.ts';

const RATED: Json = {
  type: 'object',
  properties: { rating: { type: 'number', minimum: 1, maximum: 5 }, reason: { type: 'string', default: '' } },
  required: ['rating'],
  additionalProperties: false,
};
const four = { rating: 4, reason: 'so' };
const written = JSON.stringify(four);

describe('a reply is read', () => {
  test('as it came, without a note', () => {
    expect(readReply(written, RATED)).toEqual({ ok: true, value: four });
    expect(readReply(`\`\`\`json\n${written}\n\`\`\``, RATED)).toEqual({ ok: true, value: four });
  });

  test.each([
    ['between words', `Sure:\n${written}\nIt rests on the mean [1].`],
    ['twice', `${written}\n${written}`],
    ['with single quotes', "{'rating': 4, 'reason': 'so'}"],
    ['with a number as a text', '{"rating": " 4.0 ", "reason": "so"}'],
    ['with another member', '{"rating": 4, "reason": "so", "sure": true}'],
  ])('%s', (_, text) => {
    expect(readReply(text, RATED)).toMatchObject({ ok: true, value: four });
  });

  test('with what is absent or null as its default', () => {
    for (const text of ['{"rating": 4}', '{"rating": 4, "reason": null}'])
      expect(readReply(text, RATED)).toEqual({ ok: true, value: { rating: 4, reason: '' } });
  });

  test('with what was mended or overlooked said', () => {
    const note = (text: string) => {
      const reading = readReply(text, RATED);
      return reading.ok ? reading.note : reading.problem;
    };
    expect(note(`Here: ${written}`)).toBe('words around the JSON were overlooked');
    expect(note("{'rating': 4}")).toBe('its JSON was mended');
    expect(note('{"rating": "4", "x": 1}')).toBe('a number was written as "4"; "x" was overlooked');
  });
});

describe('a reply is refused', () => {
  test.each([
    ['', 'it is empty'],
    ['I would say 4.', 'it holds no JSON object'],
    ['{"rating": 6}', 'rating must be a number from 1 to 5'],
    ['{"rating": "4 or 5"}', 'rating must be a number'],
    ['{"rating": null}', 'it has no "rating"'],
    ['{"score": 4}', 'it has none of rating, reason'],
    ['{"rating": 4} or {"rating": 5}', 'it holds several objects that differ'],
    ['{"rating": 4, "reason": "so', 'it breaks off: its JSON is never closed'],
    ['{rating is 4}', 'its JSON is not well formed'],
  ])('%j: %s', (text, problem) => {
    expect(readReply(text, RATED)).toEqual({ ok: false, problem });
  });

  test('where it is longer or deeper than any', () => {
    expect(readReply('x'.repeat(LONGEST_REPLY + 1), RATED).ok).toBe(false);
    expect(readReply(`{"a": ${'['.repeat(99)}${']'.repeat(99)}}`, {})).toMatchObject({ ok: false });
  });

  test('with the path to what is wrong', () => {
    const schema = { type: 'object', properties: { steps: { type: 'array', items: { enum: ['a', 'b'] } } } };
    expect(readReply('{"steps": ["a", "c"]}', schema)).toEqual({
      ok: false,
      problem: 'steps.1 must be one of "a", "b"',
    });
  });
});

describe('a reply that was cut', () => {
  test.each(['{"rating": 4', '{"rating": 4, "reason": "so it', '{"rating": 4}\nNo: {"rating": 5, "rea'])(
    'is not believed: %j',
    (text) => {
      expect(readReply(text, RATED, { isCut: true })).toEqual({
        ok: false,
        problem: 'it breaks off: its JSON is never closed',
      });
    },
  );

  test('is read where its object is whole', () => {
    expect(readReply(`${written}\n\n\n`, RATED, { isCut: true })).toMatchObject({ ok: true, value: four });
    const played = `${written}\nObservation: {"rating": 5, "rea`;
    expect(readReply(played, RATED, { isCut: true, counts: 'first' })).toMatchObject({ ok: true, value: four });
  });

  test('is no action, no statement, no plan and no rating', () => {
    expect(parseAction('{"type": "Finish", "content": "4', [FINISH], 'json', true).ok).toBe(false);
    expect(parseAction('Finish[4', [FINISH], 'text', true).ok).toBe(false);
    expect(readSql('SELECT title FROM', true).ok).toBe(false);
    expect(readSql('{"sql": "SELECT title', true).ok).toBe(false);
    expect(readPlanShape('{"intent": "recommend", "steps": [').ok).toBe(false);
    expect(readRating('1', writtenScale('1-10'), true).ok).toBe(false);
  });
});

test('of several that fit the first counts where a step was asked for', () => {
  const text = '{"rating": 4}\nObservation: none\n{"rating": 5}';
  expect(readReply(text, RATED, { counts: 'first' })).toMatchObject({ ok: true, value: { rating: 4 } });
});

describe('of several schemas', () => {
  const schema: Json = {
    anyOf: [
      { type: 'object', properties: { type: { const: 'A' }, n: { type: 'integer' } }, required: ['type', 'n'] },
      { type: 'object', properties: { type: { const: 'B' }, t: { type: 'string' } }, required: ['type', 't'] },
    ],
  };
  test('the one that fits is read, and the nearest says what is wrong', () => {
    expect(readReply('{"type": "B", "t": "x"}', schema)).toMatchObject({ ok: true, value: { t: 'x' } });
    expect(readReply('{"type": "B"}', schema)).toEqual({ ok: false, problem: 'it has no "t"' });
    expect(readReply('{"reply": null}', schema)).toMatchObject({ ok: false });
  });
});

describe('a rating', () => {
  const ten = writtenScale('1-10');
  test.each(['7', '"7"', '**Rating:** 7', '7/10'])('is read: %j', (text) => {
    expect(readRating(text, ten)).toMatchObject({ ok: true, value: { value: 7 } });
  });

  test.each(['-7', '7.5', '7 or 8', '7/5', 'I would say 7.', '{"rating": 7}', ''])('is none: %j', (text) => {
    expect(readRating(text, ten).ok).toBe(false);
  });

  test('in words is read on its scale', () => {
    expect(readRating('Seven', writtenScale('one-ten'))).toMatchObject({ ok: true, value: { value: 7 } });
    expect(readRating('7', writtenScale('one-ten'))).toMatchObject({ ok: true, value: { value: 7 } });
    expect(readRating('7', writtenScale('0-9'))).toMatchObject({ ok: true, value: { value: 8 } });
  });
});

test.each([
  ['Yes', true, ''],
  ['No. Ask for the year.', false, 'Ask for the year.'],
  ['**Verdict:** No, it is too long', false, 'it is too long'],
])('a verdict: %j', (text, isGood, advice) => {
  expect(readVerdict(text)).toMatchObject({ ok: true, value: { isGood, advice } });
});
test.each(['Yes/No', 'Yes or no?', 'It is fine: yes', 'Yesterday', ''])('no verdict: %j', (text) => {
  expect(readVerdict(text).ok).toBe(false);
});

test.each([
  [' The mean is 3. ', 'The mean is 3.'],
  ['**Answer:** The mean is 3.', 'The mean is 3.'],
  ['```\nThe mean is 3.\n```', 'The mean is 3.'],
  ['"The mean is 3."', 'The mean is 3.'],
  ['"Heat" and "Ronin"', '"Heat" and "Ronin"'],
])('words: %j', (text, words) => {
  expect(readWords(text)).toMatchObject({ ok: true, value: words });
});

describe('a thought that ends with an action', () => {
  const kinds = [ANALYSE, FINISH];
  test.each([
    ['Thought 1: I need the user. Analyse[user, 524]', 'text', 'I need the user.', 'Analyse'],
    ['{"type": "Analyse", "content": ["user", 524]}', 'json', '', 'Analyse'],
    ['I know enough.\nAction 1: Finish[4]\nObservation: right', 'text', 'I know enough.', 'Finish'],
  ] as const)('has it taken: %j', (text, form, thought, type) => {
    const read = readThought(text, kinds, form, false);
    expect(read.thought).toBe(thought);
    expect(read.action?.reading).toMatchObject({ ok: true, value: { type } });
  });

  test.each(['I need the user.', 'I could use Analyse[user, 524] or finish.', 'Analyse[film, 7]', 'Analyse[user, 5'])(
    'has none: %j',
    (text) => {
      expect(readThought(text, kinds, 'text', false)).toEqual({ thought: text, action: null });
    },
  );
});

const filled = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const HOSTILE = ['{', '{"a":', '{"a": "{', '{"a":1,', '{//', 'Finish[', '[', '<think>', '</think>{', '{"rating": 4}'];

test.each(HOSTILE)('no reader takes long over %j without end', (unit) => {
  const text = filled(unit, 262_144);
  const kinds = [ANALYSE, ...ANALYST_KINDS, FINISH];
  const took = processorTime(() => {
    for (const isCut of [true, false]) {
      readReply(text, RATED, { isCut });
      readReply(`{"rating": 4, "reason": "${text}`, RATED, { isCut });
      parseAction(text, kinds, 'text', isCut);
      parseAction(`{"type": "Finish", "content": ${text}`, kinds, 'json', isCut);
      readThought(text, kinds, 'text', isCut);
      readSql(text, isCut);
    }
    readRating(text, writtenScale('1-10'));
    readVerdict(text);
    readWords(text);
  }, 1);
  expect(took).toBeLessThan(1500);
});

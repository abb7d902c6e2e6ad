/** @file The reader of structured replies: what it mends, and what it never makes up. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProse } from '../../../src/core/reply/read-prose.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';

const SHAPE = {
  type: 'object',
  properties: { rating: { type: 'number' }, reason: { type: 'string' } },
  required: ['rating', 'reason'],
};
const read = (text: string) => readReply(text, SHAPE, { mayBeCut: 'reason' });

describe('a reply that was cut off', () => {
  test.each([
    ['within the reason', '{"rating": 4.5, "reason": "because the', 'because the'],
    ['at the start of the reason', '{"rating": 4.5, "reason": "', ''],
    ['before the reason', '{"rating": 4.5, "reason": ', ''],
    ['after the reason', '{"rating": 4.5, "reason": "so"', 'so'],
    ['within an escape', String.raw`{"rating": 4.5, "reason": "caf\u00e`, 'caf'],
    ['after a backslash', '{"rating": 4.5, "reason": "say \\', 'say '],
    ['after an escaped backslash', String.raw`{"rating": 4.5, "reason": "say \\`, 'say \\'],
    ['after an escaped backslash and a u', String.raw`{"rating": 4.5, "reason": "C:\\u0`, String.raw`C:\u0`],
    ['after an escaped backslash and a backslash', '{"rating": 4.5, "reason": "say \\\\\\', 'say \\'],
  ])('%s keeps its decision, with a note', (_, text, reason) => {
    const value = { rating: 4.5, reason };
    expect(read(text)).toEqual({ ok: true, value, note: 'it was cut off within "reason"' });
  });

  test.each([
    ['within the number', '{"rating": 4.'],
    ['after the number, which might go on', '{"rating": 4'],
    ['within the name', '{"rating": 4, "rea'],
    ['before anything', '{'],
  ])('%s is not read', (_, text) => {
    expect(read(text).ok).toBe(false);
  });

  test('is not read where it was not said to be cuttable', () => {
    expect(readReply('{"rating": 4.5, "reason": "because', SHAPE).ok).toBe(false);
  });

  test('never has another decision than the whole', () => {
    const reply = fc.record({ rating: fc.double({ min: 0.5, max: 5, noNaN: true }), reason: fc.string() });
    fc.assert(
      fc.property(reply, fc.nat(), (value, length) => {
        const whole = JSON.stringify(value);
        const reading = read(whole.slice(0, length % (whole.length + 1)));
        if (!reading.ok) return;
        const { rating, reason } = reading.value as { rating: number; reason: string };
        expect(rating).toBe(Number(JSON.stringify(value.rating)));
        expect(value.reason.startsWith(reason)).toBe(true);
      }),
    );
  });
});

const RATED = {
  type: 'object',
  properties: { rating: { type: 'integer', minimum: 1, maximum: 9 } },
  required: ['rating'],
};
const PLAN = {
  type: 'object',
  properties: {
    tool: { enum: ['look-up', 'map'] },
    texts: { type: 'array', items: { type: 'string' }, default: [] },
    done: { type: 'boolean', default: false },
  },
  required: ['tool'],
};

test('a text in single quotes may hold escaped marks', () => {
  const reply = String.raw`{'text': 'She saw Ocean\'s Twelve, \"fine\"', 'n': 1}`;
  expect(
    readReply(reply, { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }),
  ).toMatchObject({
    ok: true,
    value: { text: 'She saw Ocean\'s Twelve, "fine"' },
  });
});

test('a text in single quotes may hold quotation marks, and ends with the next single one', () => {
  const reply = `{'intent': 'tell_taste', 'steps': None, 'reply': 'Noted: "Toy Story 3 (2010)", "Heat" and "Up".'}\n\nHe told his taste.`;
  const schema = {
    type: 'object',
    properties: { intent: { enum: ['tell-taste'] }, reply: { type: 'string' } },
    required: ['intent', 'reply'],
  };
  expect(readReply(reply, schema)).toMatchObject({
    ok: true,
    value: { intent: 'tell-taste', reply: 'Noted: "Toy Story 3 (2010)", "Heat" and "Up".' },
  });
});

test.each([
  ['a number with its scale is none of the choices', '{"rating": "4 (of 10)"}'],
  ['a text in single quotes with an apostrophe ends nowhere', "{'rating': 'It's 4'}"],
  ['so does one with quotation marks', `{'reason': 'He said "it's long", twice', 'rating': '4'}`],
  ['a text in single quotes that breaks off is not believed', "{'rating': '4"],
])('%s', (_, reply) => {
  expect(
    readReply(reply, { type: 'object', properties: { rating: { enum: ['4', '5'] } }, required: ['rating'] }).ok,
  ).toBe(false);
});

const IDS = { type: 'object', properties: { ids: { type: 'array', items: { type: 'integer' } } }, required: ['ids'] };

const LABELLED = 'it was written behind labels, not as JSON; a number was written as "4"';
const FINAL = 'what stood before the final answer was overlooked';

describe('what is mended, with a note', () => {
  test.each([
    ['{"rating": "4"}', RATED, { rating: 4 }, 'a number was written as "4"'],
    ['{"rating": "8/9"}', RATED, { rating: 8 }, 'a number was written as "8/9"'],
    ['{"rating": 4,}', RATED, { rating: 4 }, 'a comma before a bracket'],
    ['{"rating": 4 // of nine\n}', RATED, { rating: 4 }, 'a comment'],
    ['{"tool": "Look_Up"}', PLAN, { tool: 'look-up', texts: [], done: false }, '"Look_Up" was read as "look-up"'],
    [
      '{"tool": "map", "texts": "Heat"}',
      PLAN,
      { tool: 'map', texts: ['Heat'], done: false },
      '"Heat" was read as a list of one',
    ],
    ['{"tool": "map", "done": "Yes"}', PLAN, { tool: 'map', done: true, texts: [] }, '"Yes" was read as true'],
    [
      '{"tool": "map", "texts": [{"title": "Heat"}]}',
      PLAN,
      { tool: 'map', texts: ['Heat'], done: false },
      'a text was written as {"title":"Heat"}',
    ],
    ['Here: ```json\n{"rating": 4}\n``` {so}', RATED, { rating: 4 }, 'words around the JSON were overlooked'],
    [
      '{"rating": 99} no: {"rating": 4}',
      RATED,
      { rating: 4 },
      'words around the JSON were overlooked; another object was overlooked: the last that fits counts',
    ],
    ['{"rating": 5}\n{"rating": 4}', RATED, { rating: 4 }, 'another object was overlooked: the last that fits counts'],
    ['{"rating": "4 out of 9"}', RATED, { rating: 4 }, 'a number was written as "4 out of 9"'],
    ['{"rating": "4 stars."}', RATED, { rating: 4 }, 'a number was written as "4 stars."'],
    ['{"score": 4}', RATED, { rating: 4 }, '"score" was read as "rating"'],
    [
      '{"action": "map", "done": 0}',
      PLAN,
      { tool: 'map', done: false, texts: [] },
      '"action" was read as "tool"; 0 was read as false',
    ],
    ['{"tool": "map", "done": 1}', PLAN, { tool: 'map', done: true, texts: [] }, '1 was read as true'],
    [
      '{"tool": "map", "texts": "Heat\\nAlien, Aliens"}',
      PLAN,
      { tool: 'map', texts: ['Heat', 'Alien, Aliens'], done: false },
      String.raw`"Heat\nAlien, Aliens" was read as a list of 2`,
    ],
    ['{"tool": "map: asks all"}', PLAN, { tool: 'map', texts: [], done: false }, '"map: asks all" was read as "map"'],
    [
      "{'tool': 'map', 'done': True}",
      PLAN,
      { tool: 'map', done: true, texts: [] },
      'single quotes around a text; True, as Python writes it',
    ],
    [
      '{“tool”: “map”, “texts”: [“It\u2019s “Heat”, "fine"”]}',
      PLAN,
      { tool: 'map', texts: ['It\u2019s “Heat”, "fine"'], done: false },
      'curly quotes around a text',
    ],
    ['{"ids": "12, 5 and 7"}', IDS, { ids: [12, 5, 7] }, '"12, 5 and 7" was read as a list of 3'],
    ['{"ids": "[12, 5]"}', IDS, { ids: [12, 5] }, '"[12, 5]" was read as a list of 2'],
    [
      '{"type": "function", "function": {"name": "map", "texts": ["Heat"]}}',
      PLAN,
      { tool: 'map', texts: ['Heat'], done: false },
      'what is within "function" was read as the reply\'s own; "name" was read as "tool"',
    ],
    [
      '{"thought": "The film "Heat" is liked.", "tool": "map"}',
      { ...PLAN, properties: { ...PLAN.properties, thought: { type: 'string' } } },
      { thought: 'The film "Heat" is liked.', tool: 'map', texts: [], done: false },
      'quotation marks within a text were not escaped',
    ],
    ['[{"rating": 4}]', RATED, { rating: 4 }, 'what is around the object was overlooked'],
    ['{"tool": "functions.map"}', PLAN, { tool: 'map', texts: [], done: false }, '"functions.map" was read as "map"'],
    ['{"tool": "map_tool"}', PLAN, { tool: 'map', texts: [], done: false }, '"map_tool" was read as "map"'],
    ['{"rating": {"value": 4}}', RATED, { rating: 4 }, 'a number was written as {"value":4}'],
    ['{"rating": {"value": 4, "out_of": 9}}', RATED, { rating: 4 }, 'a number was written as {"value":4,"out_of":9}'],
    ['{"rating": "4 (out of 9)"}', RATED, { rating: 4 }, 'a number was written as "4 (out of 9)"'],
    ['{"rating": "★★★★☆☆☆☆☆"}', RATED, { rating: 4 }, 'a number was written as "★★★★☆☆☆☆☆"'],
    [
      'Draft: {"rating": 3}. Final answer: {"rating": 4}',
      RATED,
      { rating: 4 },
      'words around the JSON were overlooked; another object was overlooked: the last that fits counts',
    ],
    [
      '{"rating": 3}\nFinal answer: 4',
      RATED,
      { rating: 4 },
      `${FINAL}; it was written behind labels, not as JSON; a number was written as "4"`,
    ],
    [
      'Draft: 3. Final answer: 4',
      RATED,
      { rating: 4 },
      `${FINAL}; it was written behind labels, not as JSON; a number was written as "4"`,
    ],
    ['<rating>4</rating>', RATED, { rating: 4 }, LABELLED],
    ['<answer>4</answer>', RATED, { rating: 4 }, LABELLED],
    ['Rating — 4', RATED, { rating: 4 }, LABELLED],
  ])('%s', (text, schema, value, note) => {
    expect(readReply(text, schema)).toEqual({ ok: true, value, note });
  });
});

describe('what is refused, with its place', () => {
  test.each([
    ['{"rating": "8/10"}', RATED, 'rating must be a whole number'],
    ['{"rating": "4 or 5"}', RATED, 'rating must be a whole number'],
    ['{"rating": 10}', RATED, 'rating must be a whole number from 1 to 9'],
    ['{"rating": null}', RATED, 'it has no "rating"'],
    ['{"tool": "fly"}', PLAN, 'tool must be one of "look-up", "map"'],
    ['{"tool": "map", "texts": [["a", "b"]]}', PLAN, 'texts.0 must be one text, not a list of 2'],
    ['{"score": 4, "stars": 5}', RATED, 'it has "score" and "stars", of which either may be "rating"'],
    ['{"ids": "12, five"}', IDS, 'ids.0 must be a whole number'],
    ['{"tool": "map", "done": 2}', PLAN, 'done must be true or false'],
    [
      '{"tool": "map", "texts": "5" tall"}',
      PLAN,
      String.raw`its JSON is not well formed: a comma or } is missing, or a quotation mark within the text before is not written as \", at character 30, before “tall"}”`,
    ],
    [
      '{“tool”: “map”, “texts”: “5” tall”}',
      PLAN,
      'its JSON is not well formed: a text in curly quotes leaves doubt where it ends at character 26, before `“5” tall”}`',
    ],
    [
      '{“rating“: 4, "tool": 1}',
      RATED,
      'its JSON is not well formed: a text in curly quotes leaves doubt where it ends at character 2, before `“rating“: 4, "tool":`',
    ],
    ['{“rating”: 4', RATED, 'it breaks off: its JSON is never closed'],
    ['{"tool": "map.look_up"}', PLAN, 'tool must be one of "look-up", "map"'],
    ['{"rating": 4, "scale": 10}', RATED, 'rating must be of 9, not of 10'],
    ['{"rating": {"value": 4, "out_of": 10}}', RATED, 'rating must be a whole number'],
    ['{"rating": "4 stars out of 10"}', RATED, 'rating must be a whole number'],
    ['{"rating": "★★★★"}', RATED, 'rating must be a whole number'],
    ['Rating (1-10): 4', RATED, 'it holds no JSON object'],
    ['Rating: 4 stars (out of 10)', RATED, 'it holds no JSON object'],
    ['{"rating" 4}', RATED, 'its JSON is not well formed: a colon is missing at character 11, before “4}”'],
    ['{"rating": 4', RATED, 'it breaks off: its JSON is never closed'],
    ['{"rating": 4} {"rating": 5, ', RATED, 'it breaks off: its JSON is never closed'],
    ['{"reply": {"rating": 4}, "more": "', RATED, 'it breaks off: its JSON is never closed'],
    ['', RATED, 'it is empty'],
    ['four', RATED, 'it holds no JSON object'],
  ])('%s', (text, schema, problem) => {
    expect(readReply(text, schema)).toEqual({ ok: false, problem });
  });
});

describe('what a reply calls final', () => {
  const read = (text: string, counts: 'first' | 'last' = 'last') => {
    const reading = readReply(text, REASONED, { counts });
    return reading.ok ? reading.value : null;
  };

  test('counts where it says something else than what stands before', () => {
    expect(read('Rating: 3\nReason: short\n\n**Final rating:** 4')).toEqual({ rating: 4, reason: '' });
    expect(read('{"rating": 4, "reason": "short"}\nFinal answer: 4')).toEqual({ rating: 4, reason: 'short' });
  });

  test('is none behind an observation that nobody made, within JSON, or in another scale', () => {
    expect(read('{"rating": 3}\nObservation: 5\nFinal answer: 4')).toEqual({ rating: 3, reason: '' });
    expect(read('{"rating": 3, "reason": "Hm.\\nFinal rating: 4"}')).toMatchObject({ rating: 3 });
    expect(read('{"rating": 3}\nFinal answer: 8/10')).toEqual({ rating: 3, reason: '' });
  });

  test('counts among actions only where it stands behind a draft', () => {
    expect(read('{"rating": 3}\nFinal answer: {"rating": 4}', 'first')).toEqual({ rating: 3, reason: '' });
    expect(read('Draft: {"rating": 3}\nFinal answer: {"rating": 4}', 'first')).toEqual({ rating: 4, reason: '' });
  });
});

test('of a list of actions the first is read, of answers none', () => {
  const list = '[{"rating": 3}, {"rating": 4}]';
  expect(readReply(list, RATED, { counts: 'first' })).toEqual({
    ok: true,
    value: { rating: 3 },
    note: 'of 2 in a list the first was read',
  });
  expect(readReply(`{"steps": ${list}}`, RATED, { counts: 'first' })).toMatchObject({ ok: true, value: { rating: 3 } });
  expect(readReply(list, RATED).ok).toBe(false);
});

const REASONED = {
  type: 'object',
  properties: { rating: { type: 'number', minimum: 0.5, maximum: 5 }, reason: { type: 'string', default: '' } },
  required: ['rating', 'reason'],
};

describe('members behind labels', () => {
  test.each([
    ['**Rating:** 4.5\n**Reason:** It is *short*.', 4.5, 'It is *short*.'],
    ['Rating: 4 / Reason: short', 4, 'short'],
    ['**Rating:** 4.5 **Reason:** short', 4.5, 'short'],
    ['# Reason\n', null, ''],
    ['- Reason: They like it\n- Rating: 4/5', 4, 'They like it'],
    ['Rating: 4.5 out of 5', 4.5, ''],
    ['Predicted rating: 4.5 – they like what is short', 4.5, 'they like what is short'],
    ['The mean is 3.9.\n\nRating (0.5-5): 4', 4, ''],
    ['Rating: 4\nRating: 5', null, ''],
    ['Rating: 4, or maybe 5', null, ''],
    ['Rating: 4 - 5', null, ''],
    ['Rating: 8/10', null, ''],
    ['Rating: four', null, ''],
    ['Reason: It is short.', null, ''],
    ['Rating: {"rating": 4', null, ''],
    ['I would not say: Rating: 4', null, ''],
  ])('%j', (text, rating, reason) => {
    const reading = readReply(text, REASONED);
    if (rating === null) expect(reading.ok).toBe(false);
    else {
      expect(reading).toMatchObject({ ok: true, value: { rating, reason } });
      expect(reading.ok && reading.note).toContain('it was written behind labels, not as JSON');
    }
  });
});

test('a text in JSON\u2019s own quotes keeps its curly ones', () => {
  const reply = '{"text": "The film “Heat”: “fine”, “dark”"}';
  const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  expect(readReply(reply, schema)).toEqual({ ok: true, value: { text: 'The film “Heat”: “fine”, “dark”' } });
});

test('a label\u2019s text ends before the fence that closes', () => {
  expect(readReply('```yaml\nrating: 4.5\nreason: It is short.\n```\nThat is all.', REASONED)).toMatchObject({
    ok: true,
    value: { rating: 4.5, reason: 'It is short.' },
  });
  // A fence that begins within the text is its own.
  expect(readReply('Rating: 4.5\nReason:\n```\nIt is short.\n```', REASONED)).toMatchObject({
    value: { reason: '```\nIt is short.\n```' },
  });
});

test('members of any alternative behind labels', () => {
  const either = { anyOf: [RATED, { ...IDS, additionalProperties: false }] };
  expect(readReply('**Ids:** 3, 4', either)).toMatchObject({ ok: true, value: { ids: [3, 4] } });
});

describe('words before a reply without a reason', () => {
  const words = {
    member: 'reason',
    read: (written: string) => readProse(written, { labels: ['reason'], leastWords: 3 }),
  };
  test.each([
    ['They like what is short.\n\n{"rating": 4}', 'They like what is short.'],
    ['They like what is short.\n```json\n{"rating": 4, "reason": ""}\n```', 'They like what is short.'],
    ['**Reason:** They like what is short.\n{"rating": 4}', 'They like what is short.'],
    ['They like what is short.\nRating: 4', 'They like what is short.'],
    ['They like what is short.\n<tool_call>\n{"rating": 4}\n</tool_call>', 'They like what is short.'],
    ['They like what is short. [TOOL_CALLS]{"rating": 4}', 'They like what is short.'],
    ['Sure! Here is my answer:\n{"rating": 4}', ''],
    ['They like it, in short. {"rating": 4} That is all of it.', ''],
    ['They like what is short. {"rating": 4, "reason": "so"}', 'so'],
  ])('%j', (text, reason) => {
    const reading = readReply(text, REASONED, { wordsBefore: words });
    expect(reading).toMatchObject({ ok: true, value: { rating: 4, reason } });
    const isTaken = reason.startsWith('They');
    expect(reading.ok && (reading.note ?? '').includes('the words before it were read as "reason"')).toBe(isTaken);
  });
});

test('marks within a text that are not escaped change no other member', () => {
  const schema = { type: 'object', properties: { thought: {}, rating: { type: 'number' } }, required: ['rating'] };
  const texts = fc.array(fc.constantFrom('"', 'a', ' ', ',', ':', '}', ']', '\\"', '1'), { maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 2 }), fc.integer({ min: 1, max: 9 }), (text, list, rating) => {
      const listed = list.map((one) => `"${one.join('')}"`).join(', ');
      const reading = readReply(`{"thought": "${text.join('')}", "list": [${listed}], "rating": ${rating}}`, schema);
      expect(!reading.ok || (reading.value as { rating: number }).rating === rating).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

describe('any JSON', () => {
  test('is read as it is, and without a note', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readReply(text, { type: 'object' })).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
    );
  });

  test('cut anywhere is never believed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        expect(readReply(text.slice(0, at % text.length), { type: 'object' }).ok).toBe(false);
      }),
    );
  });

  test('between words, of which none is taken for it', () => {
    const words = fc.string().filter((text) => !/[{[<]/.test(text));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 9 }), words, (before, rating, behind) => {
        const reading = readReply(`${before}{"rating": ${String(rating)}}${behind}`, RATED);
        expect(reading.ok && reading.value).toEqual({ rating });
      }),
    );
  });
});

test('eight MiB are refused in fifty milliseconds', () => {
  const text = '{"rating": 4, '.repeat(600_000);
  const start = process.cpuUsage();
  expect(readReply(text, RATED).ok).toBe(false);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(50);
});

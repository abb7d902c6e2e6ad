/** @file Plans, tastes and words of a conversation as models wrote them to people who read nothing but the requests. */
import { describe, expect, test } from 'vitest';
import { withoutTemplate } from '../../../src/core/reply/chat-templates.ts';
import { readLabelledWords } from '../../../src/core/reply/labels.ts';
import { readPlan } from '../../../src/recommenders/interec/plan-format.ts';
import { readProfile } from '../../../src/recommenders/interec/profile-format.ts';

const NOTHING = { titles: [], values: [] };
const MAP = { tool: 'map', input: { count: 5 } };

describe('a plan', () => {
  test('may stand behind words on the line of its calls', () => {
    const text =
      'All forgotten.[TOOL_CALLS][{"name": "rank", "arguments": {"scheme": "popularity"}}, {"name": "map", "arguments": {"count": 1}}]';
    expect(readPlan(withoutTemplate(text))).toMatchObject({
      ok: true,
      value: { intent: 'recommend', steps: [{ tool: 'rank' }, { tool: 'map', input: { count: 1 } }] },
    });
  });

  test('may be Llama’s functions in a row', () => {
    const text =
      '<function=filter>{"conditions": [{"attribute": "genre", "is": ["Science Fiction"]}, {"attribute": "year", "from": 1990}]}</function>\n' +
      '<function=rank>{"scheme": "popularity"}</function>\n<function=map>{"count": 5}</function>';
    expect(readPlan(withoutTemplate(text))).toMatchObject({
      ok: true,
      value: { steps: [{ tool: 'filter' }, { tool: 'rank' }, MAP] },
    });
  });

  test('may be the input of a final answer', () => {
    const text =
      '{"action": "Final Answer", "action_input": {"intent": "tell_taste", "steps": null, "reply": "Noted: no horror from now on."}}';
    expect(readPlan(text)).toMatchObject({
      ok: true,
      value: { intent: 'tell-taste', steps: [], reply: 'Noted: no horror from now on.' },
    });
  });

  test('needs no steps where its intent has none, and needs them elsewhere', () => {
    expect(readPlan('{"intent": "Tell taste", "reply": "Noted."}')).toMatchObject({
      ok: true,
      value: { intent: 'tell-taste', steps: [], reply: 'Noted.' },
    });
    expect(readPlan('{"intent": "recommend", "reply": "Noted."}')).toMatchObject({ ok: false });
    expect(readPlan('{"intent": "tell-taste", "steps": "rank", "reply": "Noted."}')).toMatchObject({ ok: false });
  });

  test('may have its tools as the names of their inputs, each step one', () => {
    const plan = (steps: string): string =>
      `{"intent": "choose", "steps": [${steps}], "reply": ""}\n\nThis ranks them.`;
    expect(
      readPlan(
        plan(
          '{"store-candidates": {"titles": ["Speed (1994)"]}}, {"rank": {"scheme": "preference"}}, {"map": {"count": "5"}}',
        ),
      ),
    ).toMatchObject({
      ok: true,
      value: {
        intent: 'choose',
        steps: [{ tool: 'store-candidates', input: { titles: ['Speed (1994)'] } }, { tool: 'rank' }, MAP],
      },
    });
    expect(readPlan(plan('{"rank": {"scheme": "preference"}, "map": {"count": 5}}'))).toMatchObject({ ok: false });
  });
});

describe('a taste', () => {
  const form = (expected: string, liked = '{"titles": [], "values": []}'): string =>
    `{"like": ${liked}, "dislike": {"titles": [], "values": {}}, "expect": ${expected}, "forgotten": []}`;

  test.each([
    ['{"titles": [], "values": [{"genre": "Adventure"}, {"year": 1990}]}', ['genre: Adventure', 'year: 1990']],
    ['{"titles": [], "values": {"genre": "Drama", "year": "2003"}}', ['genre: Drama', 'year: 2003']],
    ['{"titles": [], "values": {"genre": ["Drama", "Crime"]}}', ['genre: Drama', 'genre: Crime']],
    ['{"titles": [], "values": [{"attribute": "genre", "value": "Drama"}]}', ['genre: Drama']],
    ['{"titles": {}, "values": {}}', []],
  ])('%s has its values with their attributes', (expected, values) => {
    expect(readProfile(form(expected))).toMatchObject({
      ok: true,
      value: { like: NOTHING, dislike: NOTHING, expect: { titles: [], values } },
    });
  });

  test('has titles with the years beside them', () => {
    const liked =
      '{"titles": [{"title": "Toy Story 3", "year": 2010}, {"title": "Heat (1995)", "year": "1995"}], "values": []}';
    expect(readProfile(form('{"titles": [], "values": []}', liked))).toMatchObject({
      ok: true,
      value: { like: { titles: ['Toy Story 3 (2010)', 'Heat (1995)'], values: [] } },
    });
  });

  test.each([
    '{"titles": [{"title": "Heat", "director": "Mann"}], "values": []}',
    '{"titles": [], "values": [{"genre": {"is": 3, "not": 4}}]}',
  ])('that says more than one thing is asked for again: %s', (expected) => {
    expect(readProfile(form(expected)).ok).toBe(false);
  });
});

test.each([
  [
    'Thought: I have the titles and Heat is missing, so I can answer now.\nFinal Answer: Since you like The Matrix (1999), watch Star Trek (2009).',
    'Since you like The Matrix (1999), watch Star Trek (2009).',
  ],
  [
    '**Draft:** The best are Warlock and Aliens.\n\n**Final answer:** Best first: Warlock (1991) and Aliens (1986).',
    'Best first: Warlock (1991) and Aliens (1986).',
  ],
  [
    '"Two dramas: Two Brothers (2004) and My Dog Skip (2000)."',
    'Two dramas: Two Brothers (2004) and My Dog Skip (2000).',
  ],
  ['```\nDramas from 2003: Big Fish (2003).\n```', 'Dramas from 2003: Big Fish (2003).'],
  [
    '{"action": "Final Answer", "action_input": "All forgotten. Five romantic comedies from the nineties with at least 20 ratings: As Good as it Gets (1997) by James L. Brooks with 69 ratings, Jerry Maguire (1996) by Cameron Crowe with 59, Chasing Amy (1997) by Kevin Smith with 45, Shakespeare in Love (1998) by John Madden with 44, and There\'s Something About Mary (1998) by Bobby Farrelly with 42."}',
    "All forgotten. Five romantic comedies from the nineties with at least 20 ratings: As Good as it Gets (1997) by James L. Brooks with 69 ratings, Jerry Maguire (1996) by Cameron Crowe with 59, Chasing Amy (1997) by Kevin Smith with 45, Shakespeare in Love (1998) by John Madden with 44, and There's Something About Mary (1998) by Bobby Farrelly with 42.",
  ],
  ['"Heat" is better than "Alien"', '"Heat" is better than "Alien"'],
  ['The critics gave their final answer: watch Heat.', 'The critics gave their final answer: watch Heat.'],
])('of words what is around them goes: %s', (text, words) => {
  expect(readLabelledWords(text)).toMatchObject({ ok: true, value: words });
});

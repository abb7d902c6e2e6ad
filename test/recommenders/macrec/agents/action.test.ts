/** @file Actions in MACRec's two forms: what one writes the other says too, and nothing hostile gets through. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actionSchema,
  formsOf,
  parseAction,
  parseJsonAction,
  parseTextAction,
  type ActionKind,
} from '../../../../src/recommenders/macrec/agents/action.ts';
import { ANALYSE, ANALYST_KINDS } from '../../../../src/recommenders/macrec/agents/analyst.ts';
import { FINISH } from '../../../../src/recommenders/macrec/agents/command-loop.ts';
import { SEARCHER_KINDS } from '../../../../src/recommenders/macrec/agents/searcher.ts';
import { writeAction } from '../../../../src/core/action.ts';

const RANK: ActionKind = { name: 'Finish', slots: [{ name: 'ids', holds: 'integers' }] };
const KINDS = [ANALYSE, ...ANALYST_KINDS, ...SEARCHER_KINDS, FINISH];

test('a number may stand behind the name of its place, and an id behind whose it is', () => {
  const finish: ActionKind = { name: 'Finish', slots: [{ name: 'rating', holds: 'number' }] };
  const contentOf = (text: string, kinds: readonly ActionKind[]) => {
    const reading = parseTextAction(text, kinds);
    return reading.ok ? reading.value.content : null;
  };
  expect(contentOf('**Finish[rating: 3.5]**', [finish])).toBe(3.5);
  expect(contentOf('UserHistory[user 12, k=30]', KINDS)).toEqual([12, 30]);
  expect(contentOf('Analyse[item, item 955]', KINDS)).toEqual(['item', 955]);
  expect(contentOf('UserHistory[item 12, 30]', KINDS)).toBeNull();
  expect(contentOf('Finish[score: 3]', [finish])).toBeNull();
  expect(contentOf('Finish[result: 3]', [FINISH])).toBe('result: 3');
});

describe('both forms', () => {
  test.each([
    ['Analyse[user, 524]', '{"type": "Analyse", "content": ["user", 524]}', 'Analyse', ['user', 524]],
    ['analyse[Item,955]', '{"type":"analyse","content":["Item","955"]}', 'Analyse', ['item', 955]],
    ['UserInfo[12]', '{"type": "UserInfo", "content": 12}', 'UserInfo', 12],
    ['UserHistory[12, 3]', '{"type": "UserHistory", "content": [12, 3]}', 'UserHistory', [12, 3]],
    [
      'Lookup[Heat, "Mann, Michael"]',
      '{"type": "Lookup", "content": ["Heat", "Mann, Michael"]}',
      'Lookup',
      ['Heat', 'Mann, Michael'],
    ],
    [
      'Lookup[Godfather, The (1972), director]',
      '{"type": "Lookup", "content": ["Godfather, The (1972)", "director"]}',
      'Lookup',
      ['Godfather, The (1972)', 'director'],
    ],
    [
      String.raw`Lookup['Til There Was You (1997), "the \"score\", by whom"]`,
      String.raw`{"type": "Lookup", "content": ["'Til There Was You (1997)", "the \"score\", by whom"]}`,
      'Lookup',
      ["'Til There Was You (1997)", 'the "score", by whom'],
    ],
    ['Analyse["user", 524]', '{"type": "Analyse", "content": ["user", 524]}', 'Analyse', ['user', 524]],
    [`Analyse['item', '7']`, '{"type": "Analyse", "content": ["item", "7"]}', 'Analyse', ['item', 7]],
    ['Search["a heist"]', '{"type": "Search", "content": "a heist"}', 'Search', 'a heist'],
    [
      'Search["Heat" or "Ronin"]',
      String.raw`{"type": "Search", "content": "\"Heat\" or \"Ronin\""}`,
      'Search',
      '"Heat" or "Ronin"',
    ],
    [
      'Finish[Good [1] and\nbad [2]]',
      String.raw`{"type": "Finish", "content": "Good [1] and\nbad [2]"}`,
      'Finish',
      'Good [1] and\nbad [2]',
    ],
    [
      'Finish[It ends well :] so see it]',
      '{"type": "Finish", "content": "It ends well :] so see it"}',
      'Finish',
      'It ends well :] so see it',
    ],
    [
      'Finish[It ends, as all does]',
      '{"type": "Finish", "content": "It ends, as all does"}',
      'Finish',
      'It ends, as all does',
    ],
  ])('%s', (text, json, type, content) => {
    const value = { type, content };
    expect(parseTextAction(text, KINDS)).toEqual({ ok: true, value });
    expect(parseJsonAction(json, KINDS)).toEqual({ ok: true, value });
  });

  test('a ranking', () => {
    const value = { type: 'Finish', content: [3, 1, 2] };
    expect(parseTextAction('Finish[3, 1, 2]', [RANK])).toEqual({ ok: true, value });
    expect(parseJsonAction('{"type": "finish", "content": [3, 1, 2]}', [RANK])).toEqual({ ok: true, value });
    expect(parseJsonAction('{"type": "finish", "content": "3, 1, 2"}', [RANK])).toEqual({ ok: true, value });
    expect(parseTextAction('Finish[["3", 1, "2"]]', [RANK])).toEqual({ ok: true, value });
  });

  test('read back what is written', () => {
    const id = fc.integer({ min: -1e9, max: 1e9 });
    const word = fc.stringMatching(/^[A-Za-z0-9'"{}\\. ]{0,20}[A-Za-z]$/).map((text) => text.trim());
    const list = fc.tuple(word, word).map((words) => words.join(', '));
    const action = fc.oneof(
      fc.record({ type: fc.constant('Analyse'), content: fc.tuple(fc.constantFrom('user', 'item'), id) }),
      fc.record({ type: fc.constant('UserHistory'), content: fc.tuple(id, id) }),
      fc.record({ type: fc.constant('Search'), content: word }),
      fc.record({ type: fc.constant('Lookup'), content: fc.tuple(fc.oneof(word, list), fc.oneof(word, list)) }),
    );
    fc.assert(
      fc.property(action, fc.constantFrom('text' as const, 'json' as const), (value, form) => {
        expect(parseAction(writeAction(value, form), KINDS, form)).toEqual({ ok: true, value });
      }),
    );
  });

  test('never throw, whatever a model writes', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('text' as const, 'json' as const), (text, form) => {
        expect(typeof parseAction(text, KINDS, form).ok).toBe('boolean');
      }),
    );
    expect(parseJsonAction('{"type":"Analyse","content":{"__proto__":1}}', KINDS).ok).toBe(false);
    expect(parseJsonAction('{"type":null}', KINDS).ok).toBe(false);
  });
});

describe('of several actions the first counts', () => {
  test.each([
    ['Analyse[user, 524]\nFinish[4]', 'Analyse', ['user', 524]],
    ['Finish[4]\n\nFinish[5]', 'Finish', '4'],
    ['Search[foo]\nAnalyse[user, 3]', 'Search', 'foo'],
    ['I think: Search[foo [bar]] or Analyse[user, 3].', 'Search', 'foo [bar]'],
    ['Search[foo, and then `Analyse[user, 3]`', 'Analyse', ['user', 3]],
    ['Finish[4] because [they like it]', 'Finish', '4'],
  ])('%j', (text, type, content) => {
    const note = 'words around the action were overlooked';
    expect(parseTextAction(text, KINDS)).toEqual({ ok: true, value: { type, content }, note });
  });
});

describe('an action in the other form is read with a note', () => {
  test.each([
    ['text', '{"type": "Analyse", "content": ["user", 7]}', 'the action was written as JSON'],
    ['json', 'Action 1: Analyse[user, 7]', 'words around the action were overlooked; the action was written as text'],
  ] as const)('where %s is asked for', (form, text, note) => {
    const reading = parseAction(text, KINDS, form);
    expect(reading).toMatchObject({ ok: true, value: { type: 'Analyse', content: ['user', 7] } });
    expect(reading.ok && reading.note?.split('; ').sort()).toEqual(note.split('; ').sort());
  });

  test.each(['text', 'json'] as const)('what is in neither is told of the form that was asked for: %s', (form) => {
    const problem = form === 'json' ? 'it holds no JSON object' : 'it holds no action';
    expect(parseAction('Delete it.', KINDS, form)).toEqual({ ok: false, problem });
  });
});

describe('what is no action', () => {
  test.each([
    ['I would ask the Analyst.', 'it holds no action'],
    ['Analyse[user]', 'Analyse takes user or item and id, not 1 values'],
    ['Analyse[film, 7]', 'the user or item of Analyse must be user or item'],
    ['Analyse[user, user_7]', 'the id of Analyse must be a whole number'],
    ['Delete[7]', 'it holds no action'],
  ])('%s', (text, problem) => {
    expect(parseTextAction(text, KINDS)).toEqual({ ok: false, problem });
  });

  test('words around an action are overlooked with a note', () => {
    expect(parseTextAction('I will do Analyse[user, 7]. Then more.', KINDS)).toMatchObject({
      ok: true,
      value: { content: ['user', 7] },
      note: expect.any(String) as string,
    });
  });
});

describe('items are named by what the task calls them', () => {
  const items = [
    { id: 1842, title: 'Saw III (2006)' },
    { id: 284, title: 'Before Sunset (2004)' },
  ];
  const finish: ActionKind = {
    name: 'Finish',
    slots: [
      {
        name: 'ids of the candidates, best first',
        holds: 'integers',
        choice: { among: [1842, 284], items, count: 2 },
      },
    ],
  };
  const analyse: ActionKind = { ...ANALYSE, slots: ANALYSE.slots.map((slot) => ({ ...slot, items })) };
  const written = (type: string, ...content: readonly (string | number)[]): string => JSON.stringify({ type, content });

  test.each([
    ['as the prompt lists them', ['1842: Saw III (2006)', '284: Before Sunset (2004)']],
    ['titles', ['Saw III', 'Before Sunset (2004)']],
  ])('a ranking of %s, with a note', (_, entries) => {
    expect(parseJsonAction(written('Finish', ...entries), [finish])).toEqual({
      ok: true,
      value: { type: 'Finish', content: [1842, 284] },
      note: entries.map((entry, at) => `"${entry}" was read as ${[1842, 284][at]}`).join('; '),
    });
  });

  test('an entry that names none says what is wanted', () => {
    const problem = 'Finish must hold whole numbers: the ids of the candidates, best first';
    expect(parseJsonAction(written('Finish', 'Saw IV', 284), [finish])).toEqual({ ok: false, problem });
  });

  test('a title in place of an id of an item, with a note; never of a user', () => {
    expect(parseJsonAction(written('Analyse', 'item', 'Saw III'), [analyse])).toEqual({
      ok: true,
      value: { type: 'Analyse', content: ['item', 1842] },
      note: '"Saw III" was read as 1842',
    });
    for (const [about, name] of [
      ['user', 'Saw III'],
      ['item', 'Saw IV'],
    ] as const)
      expect(parseJsonAction(written('Analyse', about, name), [analyse])).toEqual({
        ok: false,
        problem: 'the id of Analyse must be a whole number',
      });
  });
});

test('valid actions are named in the form that is asked for', () => {
  expect(formsOf([ANALYSE, RANK], 'text')).toBe('Analyse[user or item, id], Finish[ids]');
  expect(formsOf([ANALYSE, RANK], 'json')).toBe(
    '{"type": "Analyse", "content": ["user" or "item", id]} or {"type": "Finish", "content": [ids]}',
  );
});

test('the schema says what the parser accepts', () => {
  expect(actionSchema([ANALYSE])).toEqual({
    type: 'object',
    properties: {
      type: { const: 'Analyse' },
      content: {
        type: 'array',
        prefixItems: [{ enum: ['user', 'item'] }, { type: 'integer' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    },
    required: ['type', 'content'],
    additionalProperties: false,
  });
  expect(actionSchema([ANALYSE, FINISH])).toMatchObject({ anyOf: [{}, {}] });
  const choice = { among: [7, 12, 31], count: 3 };
  const ranking = { name: 'Finish', slots: [{ name: 'ids', holds: 'integers', choice }] } as const;
  expect(actionSchema([ranking])).toMatchObject({
    properties: { content: { items: { type: 'integer', enum: [7, 12, 31] }, minItems: 3, maxItems: 3 } },
  });
});

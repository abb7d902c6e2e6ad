/** @file Actions in MACRec's two forms: what one writes the other says too, and nothing hostile gets through. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActionKind } from '../../../../src/recommenders/macrec/agents/action.ts';
import {
  parseAction,
  parseJsonAction,
  parseTextAction,
} from '../../../../src/recommenders/macrec/agents/read-action.ts';
import { ANALYSE, ANALYST_KINDS } from '../../../../src/recommenders/macrec/agents/analyst.ts';
import { FINISH } from '../../../../src/recommenders/macrec/agents/command-loop.ts';
import { INTERPRETER_KINDS } from '../../../../src/recommenders/macrec/agents/interpreter.ts';
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
  expect(contentOf('**Rating:** 3.5', [finish])).toBe(3.5);
  expect(contentOf('**Rating:** 3.5', [finish, ...ANALYST_KINDS])).toBeNull();
  expect(contentOf('UserHistory[user 12, k=30]', KINDS)).toEqual([12, 30]);
  expect(contentOf('Analyse[item, item 955]', KINDS)).toEqual(['item', 955]);
  expect(contentOf('UserInfo[user_12]', KINDS)).toBe(12);
  expect(contentOf('UserInfo[#12]', KINDS)).toBe(12);
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
    ['Search[foo]\nAnalyse[user, 3]', 'Search', 'foo'],
    ['I think: Search[foo [bar]] or Analyse[user, 3].', 'Search', 'foo [bar]'],
    ['Search[foo, and then `Analyse[user, 3]`', 'Analyse', ['user', 3]],
    ['Finish[4] because [they like it]', 'Finish', '4'],
  ])('%j', (text, type, content) => {
    const note = 'words around the action were overlooked';
    expect(parseTextAction(text, KINDS)).toEqual({ ok: true, value: { type, content }, note });
  });
});

describe('of several answers', () => {
  const draft = '{"type": "Finish", "content": "4"}';
  test.each([
    `${draft}\n\nHere is the final version:\n\n{"type": "Finish", "content": "5"}`,
    `\`\`\`json\n${draft}\n\`\`\`\nRevised, with the means:\n\`\`\`json\n{"type": "Finish", "content": "5"}\n\`\`\``,
    'Finish[4]\n\nRevised:\nFinish[5]',
  ])('the last counts: %s', (text) => {
    for (const form of ['text', 'json'] as const)
      expect(parseAction(text, KINDS, form)).toMatchObject({
        ok: true,
        value: { type: 'Finish', content: '5' },
        note: expect.stringContaining('of several answers the last was read') as string,
      });
  });

  test.each([
    [`${draft}\nObservation: wrong\n{"type": "Finish", "content": "5"}`, 'Finish', '4'],
    ['Finish[4]\nThought 3: Better so.\nFinish[5]', 'Finish', '4'],
    [`{"type": "UserInfo", "content": 7}\n${draft}\n{"type": "Finish", "content": "5"}`, 'UserInfo', 7],
    ['UserInfo[7]\nFinish[4]\nFinish[5]', 'UserInfo', 7],
  ])('the first counts where the model plays on by itself: %s', (text, type, content) => {
    expect(parseAction(text, KINDS, 'json')).toMatchObject({ ok: true, value: { type, content } });
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
    const problem = form === 'json' ? 'it holds no JSON object; write one' : 'it holds no action';
    const said = expect.stringContaining(problem) as string;
    expect(parseAction('Delete it.', KINDS, form)).toEqual({ ok: false, problem: said });
  });
});

describe('what is no action', () => {
  test.each([
    ['I would ask the Analyst.', 'it holds no action'],
    ['Analyse[user]', 'Analyse takes 2 values (user or item, id), not 1'],
    ['Analyse[film, 7]', 'the user or item of Analyse must be user or item'],
    ['Analyse[user, item_7]', 'the id of Analyse must be a whole number'],
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
        otherNames: ['ranking'],
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

  test.each([
    [
      'their lines as the prompt shows them',
      '1842: Title: Saw III (2006), Genres: Horror\n284: Title: Before Sunset (2004)',
    ],
    ['the same in one line', '1842: Title: Saw III (2006), Genres: Horror, 284: Title: Before Sunset (2004)'],
    ['shorter', '1842: Saw III (2006), 284: Before Sunset (2004)'],
    ['titles behind places', '1. Saw III (2006)\n2. Before Sunset (2004)'],
    ['titles in order', 'Saw III (2006) > Before Sunset (2004)'],
    ['titles with commas between', 'Saw III (2006), Before Sunset (2004)'],
    ['a title of another year, which can be no other candidate', 'Saw III (2005), Before Sunset (2004)'],
    ['an id beside a title of another year', '1842: Saw III (2005), 284: Before Sunset'],
  ])('a ranking in one text: %s', (_, text) => {
    const note = expect.stringContaining('was read as 1842') as string;
    expect(parseTextAction(`Finish[${text}]`, [finish])).toMatchObject({
      ok: true,
      value: { content: [1842, 284] },
      note,
    });
    expect(parseJsonAction(written('Finish', text), [finish])).toMatchObject({
      ok: true,
      value: { content: [1842, 284] },
    });
    expect(parseJsonAction(written('Finish', ...text.split(/\n| > |, (?=\d+:|Before)/)), [finish])).toMatchObject({
      ok: true,
      value: { content: [1842, 284] },
    });
  });

  test('a ranking of objects, whose ids and titles agree', () => {
    const entries = [{ id: 1842, title: 'Saw III' }, { item_id: 284 }];
    const text = (...content: readonly object[]): string =>
      JSON.stringify({ type: 'Finish', content: { ranking: content } });
    expect(parseJsonAction(text(...entries), [finish])).toMatchObject({ ok: true, value: { content: [1842, 284] } });
    expect(parseJsonAction(text({ id: 1842, title: 'Before Sunset' }, { id: 284 }), [finish]).ok).toBe(false);
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

describe('what an action is given is read by the names of its places', () => {
  test.each([
    ['{"type":"UserHistory","content":{"id":31,"k":50}}', 'UserHistory', [31, 50]],
    ['{"type":"UserHistory","content":{"k":"50","user_id":31}}', 'UserHistory', [31, 50]],
    ['{"type":"UserHistory","id":31,"k":50}', 'UserHistory', [31, 50]],
    ['{"type":"UserHistory","content":[{"id":31,"k":50}]}', 'UserHistory', [31, 50]],
    ['{"type":"UserHistory","content":"{\\"id\\": 31, \\"k\\": 50}"}', 'UserHistory', [31, 50]],
    ['{"type":"Analyse","content":{"type":"user","id":31}}', 'Analyse', ['user', 31]],
    ['{"type":"Analyse","content":{"item":955}}', 'Analyse', ['item', 955]],
    ['{"type":"Analyse","user_id":31}', 'Analyse', ['user', 31]],
    ['{"type":"UserInfo","content":{"id":31}}', 'UserInfo', 31],
    ['{"type":"Lookup","content":{"term":"director","title":"Heat"}}', 'Lookup', ['Heat', 'director']],
    ['{"type":"Search","query":"Heat"}', 'Search', 'Heat'],
    ['UserHistory[id=31, k=50]', 'UserHistory', [31, 50]],
    ['{"type":"Finish","answer":"They like it."}', 'Finish', 'They like it.'],
    ['Search(query="Heat, 1995")', 'Search', 'Heat, 1995'],
  ])('%s', (text, type, content) => {
    const reading = parseAction(text, KINDS, text.startsWith('{') ? 'json' : 'text');
    expect(reading).toMatchObject({ ok: true, value: { type, content }, note: expect.any(String) as string });
  });

  test.each([
    '{"type":"UserHistory","content":{"id":31,"rows":50}}',
    '{"type":"UserHistory","content":{"item_id":31,"k":50}}',
    '{"type":"Analyse","content":{"user":31,"item":955}}',
    '{"type":"Analyse","content":{"type":"user","item_id":31}}',
    '{"type":"UserInfo","thought":"Who is 31?"}',
    '{"type":"Finish","thought":"I am done."}',
  ])('%s says something else, or too little', (text) => {
    expect(parseAction(text, KINDS, 'json').ok).toBe(false);
  });

  test('the first counts, whether or not the next has its content', () => {
    const text = '{"type":"UserInfo","id":31}\nObservation: 7\n{"type":"Finish","content":"made up"}';
    expect(parseAction(text, KINDS, 'json')).toMatchObject({ ok: true, value: { type: 'UserInfo', content: 31 } });
  });
});

describe('one value in place of several, and a list in place of one', () => {
  test.each([
    ['{"type":"UserHistory","content":"12, 20"}', 'UserHistory', [12, 20]],
    ['{"type":"UserHistory","content":["12, 20"]}', 'UserHistory', [12, 20]],
    ['{"type":"UserHistory","content":"[12, 20]"}', 'UserHistory', [12, 20]],
    ['{"type":"Analyse","content":"user 31"}', 'Analyse', ['user', 31]],
    ['{"type":"UserInfo","content":[12]}', 'UserInfo', 12],
    ['{"type":"ItemInfo","content":"[12]"}', 'ItemInfo', 12],
    ['{"type":"Search","content":["Heat 1995"]}', 'Search', 'Heat 1995'],
    ['{"type":"Search","content":{"query":"Heat 1995"}}', 'Search', 'Heat 1995'],
    ['{"type":"Search","content":{"question":"Heat 1995"}}', 'Search', 'Heat 1995'],
    ['{"type":"Finish","content":{"result":"They like it."}}', 'Finish', 'They like it.'],
    ['{"type":"Finish","content":["They like it.","The mean is 4."]}', 'Finish', 'They like it. The mean is 4.'],
    ['{"type":"Finish","content":["comedies","short films"]}', 'Finish', 'comedies; short films'],
  ])('%s', (text, type, content) => {
    expect(parseAction(text, KINDS, 'json')).toMatchObject({
      ok: true,
      value: { type, content },
      note: expect.any(String) as string,
    });
  });

  test.each([
    '{"type":"UserInfo","content":[12, 20]}',
    '{"type":"UserHistory","content":[12]}',
    '{"type":"Lookup","content":[["Heat", "Ronin"], "director"]}',
  ])('%s is none', (text) => {
    expect(parseAction(text, KINDS, 'json').ok).toBe(false);
  });
});

describe('an action’s name as a label', () => {
  test.each(['text', 'json'] as const)('is read where %s is asked for', (form) => {
    expect(parseAction('**Analyse**: user 31', KINDS, form)).toMatchObject({
      ok: true,
      value: { type: 'Analyse', content: ['user', 31] },
      note: expect.stringContaining('as a label') as string,
    });
    expect(
      parseAction('{"type": "Item History", "content": {"item_id": 2028, "limit": 30}}', KINDS, form),
    ).toMatchObject({
      ok: true,
      value: { type: 'ItemHistory', content: [2028, 30] },
    });
    expect(parseAction('I would Analyse: user 31', KINDS, form)).toMatchObject({ ok: false });
  });
});

describe('a call in place of an action', () => {
  test.each(['text', 'json'] as const)('is read where %s is asked for', (form) => {
    for (const text of ['ItemHistory(2028, 30)', 'Action 1: ItemHistory(2028, 30)', '`ItemHistory(id=2028, k=30)`.'])
      expect(parseAction(text, KINDS, form)).toMatchObject({
        ok: true,
        value: { type: 'ItemHistory', content: [2028, 30] },
        note: expect.stringContaining('as a call') as string,
      });
    expect(parseAction('Analyse("user", 31)', KINDS, form)).toMatchObject({
      ok: true,
      value: { content: ['user', 31] },
    });
    expect(parseAction('Lookup(Godfather, The (1972), director)', KINDS, form)).toMatchObject({
      ok: true,
      value: { content: ['Godfather, The (1972)', 'director'] },
    });
  });

  test('is not where its line goes on', () => {
    expect(parseAction('I should Finish(ed) or not, and Search(es) help.', KINDS, 'text').ok).toBe(false);
  });
});

describe('a rating on a scale to 5', () => {
  const finish: ActionKind = { name: 'Finish', slots: [{ name: 'rating', holds: 'number', most: 5 }] };

  test.each([
    ['Finish[3/5]', 3],
    ['Finish[4 out of 5]', 4],
    ['Finish[4.5 out of 5 stars]', 4.5],
    ['Finish[3.5 stars]', 3.5],
    ['Finish[rating: 4/5]', 4],
    ['{"type":"Finish","content":"4 out of 5"}', 4],
    ['{"type":"Finish","content":{"rating":"3.5 stars"}}', 3.5],
    ['{"type":"Finish","rating":4}', 4],
  ])('%s', (text, rating) => {
    expect(parseAction(text, [finish], 'json')).toMatchObject({
      ok: true,
      value: { content: rating },
      note: expect.any(String) as string,
    });
  });

  test('of another scale is none', () => {
    for (const text of ['{"type":"Finish","content":{"rating":4,"scale":10}}', 'Finish[4 stars out of 10]'])
      expect(parseAction(text, [finish], 'json').ok).toBe(false);
  });

  test.each(['Finish[8/10]', 'Finish[3 or 4]', 'Finish[3-4 stars]', 'Finish[four]', 'Finish[score: 4]'])(
    '%s is none, and the scale is told',
    (text) => {
      const problem = 'the rating of Finish must be a number of at most 5';
      expect(parseAction(text, [finish], 'text')).toEqual({ ok: false, problem });
    },
  );

  test('may be of ten', () => {
    const ten = { name: 'Finish', slots: [{ name: 'rating', holds: 'number', most: 10 }] } as const;
    expect(parseAction('Finish[8/10]', [ten], 'text')).toMatchObject({ ok: true, value: { content: 8 } });
  });
});

describe('an action that needs nothing', () => {
  const kinds = [...INTERPRETER_KINDS, FINISH];
  test.each([
    '{"type": "Summarize"}',
    '{"type": "Summarize", "content": null}',
    '{"type": "Summarize", "content": ""}',
    'Summarize[]',
    'Summarize',
    '**Summarize**',
    'Command: Summarize',
  ])('%s', (text) => {
    for (const form of ['text', 'json'] as const)
      expect(parseAction(text, kinds, form)).toMatchObject({ ok: true, value: { type: 'Summarize', content: '' } });
  });

  test('is no other one', () => {
    for (const text of ['Finish', '{"type": "Finish"}', 'I will Summarize first.'])
      expect(parseAction(text, kinds, 'json').ok).toBe(false);
  });
});

describe('nothing is no answer', () => {
  test.each([
    ['{"type": "Finish", "content": null}', 'the result of Finish must be a text, and it is null'],
    ['{"type": "Finish", "content": {}}', 'the result of Finish must be a text, and it is {}'],
    ['{"type": "Finish", "content": ""}', 'the result of Finish must be a text, and it is empty'],
  ])('%s', (text, problem) => {
    expect(parseAction(text, KINDS, 'json')).toEqual({ ok: false, problem });
  });

  test('nor as a word', () => {
    expect(parseAction('Finish[null]', KINDS, 'text').ok).toBe(false);
    expect(parseAction('Finish[]', KINDS, 'text').ok).toBe(false);
  });
});

test.each([
  ['User Info[12]', 'UserInfo', 12],
  ['user_info [12]', 'UserInfo', 12],
  ['UserHistory[12; 10]', 'UserHistory', [12, 10]],
  ['Analyse[item_12]', 'Analyse', ['item', 12]],
  ['{"type": "functions.UserInfo", "content": 12}', 'UserInfo', 12],
])('%s is read', (text, type, content) => {
  expect(parseAction(text, KINDS, 'text')).toMatchObject({ ok: true, value: { type, content } });
});

test('of an action that is called a draft the final one counts', () => {
  const text = 'Draft: UserInfo[7]\nFinal action: UserInfo[12]';
  expect(parseAction(text, KINDS, 'text')).toMatchObject({ ok: true, value: { type: 'UserInfo', content: 12 } });
  expect(parseAction('UserInfo[7]\nFinal action: UserInfo[12]', KINDS, 'text')).toMatchObject({
    value: { content: 7 },
  });
});

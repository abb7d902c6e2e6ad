/** @file Actions in MACRec's two forms: what one writes the other says too, and nothing hostile gets through. */
import { describe, expect, test } from 'vitest';
import type { ActionKind } from '../../../../src/recommenders/macrec/agents/action.ts';
import {
  parseAction,
  parseJsonAction,
  parseTextAction,
} from '../../../../src/recommenders/macrec/agents/read-action.ts';
import { ANALYSE, ANALYST_KINDS, SEARCHER_KINDS } from '../../../../src/recommenders/macrec/agents/analyst.ts';
import { FINISH } from '../../../../src/recommenders/macrec/agents/step.ts';
const KINDS = [ANALYSE, ...ANALYST_KINDS, ...SEARCHER_KINDS, FINISH];

describe('both forms', () => {
  test.each([
    ['Analyse[user, 524]', '{"type": "Analyse", "content": ["user", 524]}', 'Analyse', ['user', 524]],
    ['UserInfo[12]', '{"type": "UserInfo", "content": 12}', 'UserInfo', 12],
    [
      'Lookup[Heat, "Mann, Michael"]',
      '{"type": "Lookup", "content": ["Heat", "Mann, Michael"]}',
      'Lookup',
      ['Heat', 'Mann, Michael'],
    ],
    [
      String.raw`Lookup['Til There Was You (1997), "the \"score\", by whom"]`,
      String.raw`{"type": "Lookup", "content": ["'Til There Was You (1997)", "the \"score\", by whom"]}`,
      'Lookup',
      ["'Til There Was You (1997)", 'the "score", by whom'],
    ],
    [`Analyse['item', '7']`, '{"type": "Analyse", "content": ["item", "7"]}', 'Analyse', ['item', 7]],
    [
      'Search["Heat" or "Ronin"]',
      String.raw`{"type": "Search", "content": "\"Heat\" or \"Ronin\""}`,
      'Search',
      '"Heat" or "Ronin"',
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
});

describe('items', () => {
  const items = [
    { id: 1842, title: 'Saw III (2006)' },
    { id: 284, title: 'Before Sunset (2004)' },
  ];
  const choice = { among: [1842, 284], items, count: 2 };
  const finish: ActionKind = { name: 'Finish', slots: [{ name: 'ids', holds: 'integers', choice }] };

  test.each(['[1842, 284]', '["1842: Saw III (2006)", 284]', '["Saw III (2006)", "284"]'])(
    'are named by ids, titles or both: %s',
    (content) => {
      expect(parseJsonAction(`{"type": "Finish", "content": ${content}}`, [finish])).toMatchObject({
        ok: true,
        value: { content: [1842, 284] },
      });
    },
  );

  test('that are none say what is wanted', () => {
    expect(parseJsonAction('{"type": "Finish", "content": ["Saw IV", 284]}', [finish])).toEqual({
      ok: false,
      problem: 'the ids of Finish must be whole numbers',
    });
  });
});

/** @file Actions as function-calling models write them: what a call names as prompts name it, or as its place is called, is what the action is given. */
import { describe, expect, test } from 'vitest';
import { withoutTemplate } from '../../../../src/core/reply/chat-templates.ts';
import { withItems, type ActionKind } from '../../../../src/recommenders/macrec/agents/action.ts';
import { ANALYSE, ANALYST_KINDS } from '../../../../src/recommenders/macrec/agents/analyst.ts';
import { FINISH } from '../../../../src/recommenders/macrec/agents/command-loop.ts';
import { parseAction } from '../../../../src/recommenders/macrec/agents/read-action.ts';
import { SEARCH, SEARCHER_KINDS } from '../../../../src/recommenders/macrec/agents/searcher.ts';

const CANDIDATES = [
  { id: 361, title: 'Bounce (2000)' },
  { id: 1325, title: 'Life as a House (2001)' },
];
const rating: ActionKind = { name: 'Finish', slots: [{ name: 'rating', holds: 'number', most: 5 }] };
const ranking: ActionKind = {
  name: 'Finish',
  slots: [
    {
      name: 'ids of the candidates, best first',
      otherNames: ['answer'],
      holds: 'integers',
      choice: { among: [361, 1325], items: CANDIDATES, count: 2 },
    },
  ],
};
const MANAGER = [ANALYSE, SEARCH];
const ANALYST = [...ANALYST_KINDS.map((kind) => withItems(kind, CANDIDATES)), FINISH];
const SEARCHER = [...SEARCHER_KINDS, FINISH];

/** As the engine's border hands it on. */
const read = (text: string, kinds: readonly ActionKind[], form: 'json' | 'text' = 'json') =>
  parseAction(withoutTemplate(text), kinds, form);

describe('is read', () => {
  test.each<readonly [text: string, kinds: readonly ActionKind[], type: string, content: unknown]>([
    [
      '<tool_call>\n{"name": "Analyse", "arguments": {"content": ["item", 2476]}}\n</tool_call>',
      [...MANAGER, rating],
      'Analyse',
      ['item', 2476],
    ],
    ['[TOOL_CALLS] [{"name": "UserHistory", "arguments": {"content": [491, 40]}}]', ANALYST, 'UserHistory', [491, 40]],
    ['{"name": "ItemInfo", "parameters": {"content": 1325}}', ANALYST, 'ItemInfo', 1325],
    [
      '{"name": "Lookup", "arguments": {"content": ["Life as a House", "genres"]}}',
      SEARCHER,
      'Lookup',
      ['Life as a House', 'genres'],
    ],
    [
      '<tool_call>\n{"name": "Finish", "arguments": {"content": [1325, 361]}}\n</tool_call>',
      [...MANAGER, ranking],
      'Finish',
      [1325, 361],
    ],
    ['<tool_call>\n{"name": "Finish", "arguments": {"content": 2}}\n</tool_call>', [rating], 'Finish', 2],
    ['<function=Search>{"query": "Life as a House 2001"}</function>', SEARCHER, 'Search', 'Life as a House 2001'],
    ['<function=ItemInfo>{"id": 1325}</function>', ANALYST, 'ItemInfo', 1325],
    ['**Final Answer:** 2 out of 5', [rating], 'Finish', 2],
    [
      'Final Answer: You could try Inside Man (2006), a thriller by Spike Lee about a bank robbery.',
      [SEARCH, FINISH],
      'Finish',
      'You could try Inside Man (2006), a thriller by Spike Lee about a bank robbery.',
    ],
    ['{"type": "function", "function": {"name": "Finish", "arguments": "{\\"content\\": 2}"}}', [rating], 'Finish', 2],
    ['[Finish(content=[1325, 361])]', [...MANAGER, ranking], 'Finish', [1325, 361]],
    ['[Analyse(content=["user", 108])]', MANAGER, 'Analyse', ['user', 108]],
    ['{"type": "Search", "query": "heist thriller"}', [...MANAGER, FINISH], 'Search', 'heist thriller'],
    [
      '```tool_code\nprint(Search(content="thriller heist robbery"))\n```',
      [SEARCH, FINISH],
      'Search',
      'thriller heist robbery',
    ],
    [
      'Action 2: Finish\nContent: "I loved Gladiator, so I hoped for the same, but the hero never made me care."',
      [FINISH],
      'Finish',
      'I loved Gladiator, so I hoped for the same, but the hero never made me care.',
    ],
    ['{"Finish": 2}', [rating], 'Finish', 2],
    ['{"answer": 2}', [rating], 'Finish', 2],
    ['{"thought": "Low.", "Finish": 2}', [rating], 'Finish', 2],
    ['{"type": "ItemHistory", "content": ["Bounce (2000)", 10]}', ANALYST, 'ItemHistory', [361, 10]],
    [
      "Finish('Item 1241 has mean 3.67, so user 554's rating of 2 is well below what others give.')",
      [FINISH],
      'Finish',
      "Item 1241 has mean 3.67, so user 554's rating of 2 is well below what others give.",
    ],
  ])('%s', (text, kinds, type, content) => {
    for (const form of ['json', 'text'] as const)
      expect(read(text, kinds, form)).toMatchObject({ ok: true, value: { type, content } });
  });
});

describe('is not read, since it has two readings or none', () => {
  test.each<readonly [text: string, kinds: readonly ActionKind[]]>([
    ['{"answer": 2}', [...MANAGER, rating]],
    ['{"Finish": 2, "Search": "Heat"}', [SEARCH, rating]],
    ['**Final Answer:** 2 out of 10', [rating]],
    ['Final Answer: 2', MANAGER],
    ['{"name": "Analyse", "arguments": {"content": 2476}}', MANAGER],
    ['{"name": "Finish", "arguments": {"content": 2, "rating": 3}}', [rating]],
    ['{"type": "UserHistory", "content": ["Bounce (2000)", 10]}', ANALYST],
    ['{"type": "ItemInfo", "content": "Bounce (1999)"}', ANALYST],
  ])('%s', (text, kinds) => {
    for (const form of ['json', 'text'] as const) expect(read(text, kinds, form).ok).toBe(false);
  });
});

test('what is wrong says what to write', () => {
  expect(read('It is a 2, I think, or a 3.', [rating])).toEqual({
    ok: false,
    problem: 'it holds no JSON object; write one JSON object with "type" and "content"',
  });
  expect(read('{"score": 2, "sure": true}', [rating])).toEqual({
    ok: false,
    problem: 'it must be one JSON object with "type" and "content"',
  });
  expect(read('{"type": "Analyse", "content": [7]}', MANAGER)).toEqual({
    ok: false,
    problem: 'Analyse takes 2 values (user or item, id), not 1',
  });
});

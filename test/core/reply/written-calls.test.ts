/** @file Calls of tools in the forms of many models: read where they stand alone, and unread where words between them leave doubt. */
import { expect, test } from 'vitest';
import { callsIn } from '../../../src/core/reply/written-calls.ts';

const TOOLS = ['look-up', 'filter', 'rank', 'map'];
const RANK = { tool: 'rank', input: { scheme: 'rating' } };
const MAP = { tool: 'map', input: { count: 5 } };
const FILTER = { tool: 'filter', input: { conditions: [{ attribute: 'genre', is: ['Comedy'] }] } };
const COMEDIES = '{"conditions": [{"attribute": "genre", "is": ["Comedy"]}]}';

test.each([
  'rank({"scheme": "rating"})',
  'Sure! I would call:\n\nrank({"scheme": "rating"})',
  '```\nrank({"scheme": "rating"})\n```',
  'rank(scheme="rating")',
  "[rank(scheme='rating')]",
  'rank {"scheme": "rating"}',
  '**rank**: {"scheme": "rating"}',
  '{"name": "rank", "arguments": {"scheme": "rating"}}',
  '[{"name": "rank", "arguments": {"scheme": "rating"}}]',
  '{"tool": "Rank", "input": {"scheme": "rating"}}',
  '{"role": "assistant", "content": null, "tool_calls": [{"id": "a1", "type": "function", "function": {"name": "rank", "arguments": "{\\"scheme\\": \\"rating\\"}"}}]}',
  '<tool_call>\n{"name": "rank", "arguments": {"scheme": "rating"}}\n</tool_call>',
  '[TOOL_CALLS][{"name": "rank", "arguments": {"scheme": "rating"}}]',
  '[TOOL_CALLS]rank[ARGS]{"scheme": "rating"}',
  '<|python_tag|>{"name": "rank", "parameters": {"scheme": "rating"}}',
  '<function=rank>{"scheme": "rating"}</function>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>rank\n```json\n{"scheme": "rating"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  'commentary to=functions.rank <|constrain|>json<|message|>{"scheme": "rating"}',
  'Thought: They want good ones.\nAction: rank\nAction Input: {"scheme": "rating"}',
  '<think>filter({"conditions": []})?</think>\nrank({"scheme": "rating"})',
])('%s is one call', (text) => {
  expect(callsIn(text, TOOLS)).toEqual([RANK]);
});

test.each([
  `filter(${COMEDIES})\nrank({"scheme": "rating"})\nmap({"count": 5})`,
  `1. filter(${COMEDIES})\n2. rank({"scheme": "rating"})\n3. map({"count": 5})`,
  `[filter(conditions=[{"attribute": "genre", "is": ["Comedy"]}]), rank(scheme="rating"), map(count=5)]`,
  `<tool_call>{"name": "filter", "arguments": ${COMEDIES}}</tool_call>\n<tool_call>{"name": "rank", "arguments": {"scheme": "rating"}}</tool_call>\n<tool_call>{"name": "map", "arguments": {"count": 5}}</tool_call>`,
  `[{"name": "filter", "arguments": ${COMEDIES}}, {"name": "rank", "arguments": {"scheme": "rating"}}, {"name": "map", "arguments": {"count": 5}}]`,
  `filter(${COMEDIES}) then rank(scheme="rating") and map(count=5)`,
])('%s are three', (text) => {
  expect(callsIn(text, TOOLS)).toEqual([FILTER, RANK, MAP]);
});

test.each([
  'rank',
  'I would rank them by rating.',
  'delete({"scheme": "rating"})',
  'I would not call rank({"scheme": "rating"}) here.',
  'rank({"scheme": "popularity"})\nOr better:\nrank({"scheme": "rating"})',
  'rank({"scheme": "rating"})\nObservation: 300 films\nmap({"count": 5})',
  'rank({"scheme": "rat',
  '{"name": "rank", "arguments": {"scheme": "rating"}}\n{"answer": 4}',
  '{"name": "rank", "tool": "map", "arguments": {}}',
  '{"scheme": "rating"}',
  '',
])('%s is none', (text) => {
  expect(callsIn(text, TOOLS)).toBeNull();
});

test('takes time like the text', () => {
  const begin = performance.now();
  for (const long of ['rank('.repeat(20_000), `${'rank('.repeat(20_000)}${')'.repeat(20_000)}`])
    expect(callsIn(long, TOOLS)).toBeNull();
  expect(performance.now() - begin).toBeLessThan(5000);
});

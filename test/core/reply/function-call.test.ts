/** @file OpenAI's form of calls, which both readers of replies take from one place: a step, and a list of calls. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { calledFunction, callsOfMessage } from '../../../src/core/reply/function-call.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';
import { callsIn } from '../../../src/core/reply/written-calls.ts';

describe('what a call calls', () => {
  test.each<[string, Json, Json | null]>([
    ['arguments in a text', { name: 'rank', arguments: '{"scheme": "rating"}' }, { scheme: 'rating' }],
    ['arguments as an object', { name: 'rank', arguments: { scheme: 'rating' } }, { scheme: 'rating' }],
    ['arguments that are no object', { name: 'rank', arguments: 'by rating' }, 'by rating'],
  ])('%s', (_, called, given) => {
    expect(calledFunction({ type: 'function', id: '1', index: 0, function: called })).toEqual({
      name: 'rank',
      arguments: given,
    });
  });

  test('keeps what stands beside it', () => {
    expect(calledFunction({ thought: 'First.', function: { name: 'map' } })).toEqual({
      thought: 'First.',
      name: 'map',
    });
  });

  test.each<[Json]>([[null], ['rank'], [[{ function: {} }]], [{ function: 'rank' }], [{ type: 'function' }]])(
    '%j is none',
    (value) => {
      expect(calledFunction(value)).toBeNull();
      expect(callsOfMessage(value)).toBeNull();
    },
  );
});

const CALL = String.raw`{"id": "1", "type": "function", "function": {"name": "rank", "arguments": "{\"scheme\": \"rating\"}"}}`;
const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    arguments: { type: 'object', properties: { scheme: { type: 'string' } }, required: ['scheme'] },
  },
  required: ['name', 'arguments'],
};

test.each([
  [CALL],
  [CALL.replace('"type": "function", ', '')],
  [`{"role": "assistant", "content": null, "tool_calls": [${CALL}]}`],
])('both readers read %s', (reply) => {
  expect(readReply(reply, SCHEMA)).toMatchObject({
    ok: true,
    value: { name: 'rank', arguments: { scheme: 'rating' } },
  });
  expect(callsIn(reply, ['rank', 'map'])).toEqual([{ tool: 'rank', input: { scheme: 'rating' } }]);
});

/** @file Agents in words. */
import { expect, test } from 'vitest';
import { pendingAction } from '../../src/trace/agent-words.ts';
import type { TraceNode } from '../../src/trace/trace-tree.ts';

const saying = (...replies: readonly string[]): Pick<TraceNode, 'calls'> => ({
  calls: replies.map((reply) => ({ reply })) as unknown as TraceNode['calls'],
});

test('what is about to be done is told in words, whatever form it was replied in', () => {
  expect(pendingAction(saying('I should ask.', '{"type":"Analyse","content":["user",524]}'))).toBe('Analyse user 524');
  expect(pendingAction(saying('{"type":"Finish","content":4}'))).toBe('Finish 4');
  expect(pendingAction(saying('{"type":"Finish","content":4.623}'))).toBe('Finish 4.62');
  expect(pendingAction(saying('Analyse[user, 524]\n'))).toBe('Analyse[user, 524]');
  expect(pendingAction(saying('{"type":"Ana'))).toBe('{"type":"Ana');
  expect(pendingAction(saying())).toBe('Thinking');
});

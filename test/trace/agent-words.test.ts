/** @file Agents in words. */
import { expect, test } from 'vitest';
import { pendingAction, replyInWords } from '../../src/trace/agent-words.ts';
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

test('ratings from before what is asked are earlier ones, in replies as in lists', () => {
  const told = (reply: string) =>
    replyInWords({ label: 'Analyst', end: { result: { reply } } } as unknown as TraceNode);
  expect(told('User 448 gave 61 ratings from before what is asked; the average of the latest 61 is 3.6148.')).toBe(
    'User 448 gave 61 earlier ratings; the average of the latest 61 is 3.6148.',
  );
  expect(told('The latest 5 of 61 ratings by user 448 from before what is asked, the latest last:')).toBe(
    'The latest 5 of 61 earlier ratings by user 448, the latest last:',
  );
});

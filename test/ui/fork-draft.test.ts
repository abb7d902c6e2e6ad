/** @file The form of a fork: what of a state it offers, and the edit that it comes to. */
import { expect, test } from 'vitest';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { draftOf, editOf, isAskedAnew } from '../../src/ui/picture/fork/fork-draft.ts';

const at = (node: string, time = 0) => ({ node, time });
/** A step of an agent: what it did, asked of its model for this purpose. */
function stepOf(purpose: string, action: { readonly tool: string; readonly arguments: unknown } | null): TraceNode {
  const result = { thought: 'Ask.', action, observation: 'It is short.', isEnd: action?.tool === 'Finish' };
  const call = { model: 'test/scripted', purpose, messages: [{ role: 'user', content: 'What next?' }] };
  const events = [
    { seq: 0, ...at(''), type: 'run-start', spec: { recommender: { name: 'macrec' } } },
    { seq: 1, ...at('0'), type: 'node-start', parent: null, kind: 'task', label: '', detail: null },
    { seq: 2, ...at('0.0'), type: 'node-start', parent: '0', kind: 'state', label: '', detail: null },
    { seq: 3, ...at('0.0'), type: 'model-call', ...call, seed: 0, temperature: 0, maxTokens: 1, responseSchema: null },
    { seq: 4, ...at('0.0'), type: 'node-end', status: 'done', result },
  ] as unknown as readonly TraceEvent[];
  return traceTree(events).nodes.get('0.0') as TraceNode;
}

const asks = stepOf('manager-action', { tool: 'Analyse', arguments: ['user', 1] });

test('a step of agents has its values as a text, and nothing is edited as long as nothing is changed', () => {
  const draft = draftOf(asks);
  expect(draft).toMatchObject({ tool: 'Analyse', input: 'user, 1', observation: 'It is short.' });
  expect(editOf(asks, draft, true)).toEqual({});
  expect(editOf(asks, { ...draft, input: 'user, 2' }, true)).toEqual({
    action: { tool: 'Analyse', input: 'user, 2' },
  });
  expect(draftOf(stepOf('manager-action', { tool: 'Finish', arguments: 4.5 })).input).toBe('4.5');
});

const MEAN = 'What is the average rating of item 6, Heat (1995)?';
const SAID = 'The average rating of item 6, Heat (1995) is 3.1977 (86 ratings).';

test('an action that was changed is asked anew, unless somebody wrote what comes back', () => {
  expect(isAskedAnew({ action: { tool: 'database', input: MEAN } })).toBe(true);
  expect(isAskedAnew({ action: { tool: 'database', input: MEAN }, observation: SAID })).toBe(false);
  expect([isAskedAnew({ thought: 'No.' }), isAskedAnew({ action: null })]).toEqual([false, false]);
});

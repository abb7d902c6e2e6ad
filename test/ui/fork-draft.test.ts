/** @file The form of a fork: what of a state it offers, and the edit that it comes to. */
import { expect, test } from 'vitest';
import { foundIn } from '../../src/core/found.ts';
import type { ToolRecord } from '../../src/trace/trace-tree.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import {
  actionsTaken,
  draftOf,
  editable,
  editOf,
  isAskedAnew,
  isRunOfAgents,
  isUnreadObservation,
  namesInDraft,
} from '../../src/ui/picture/fork/fork-draft.ts';

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
  const draft = draftOf(asks, 0);
  expect(draft).toMatchObject({ tool: 'Analyse', input: 'user, 1', observation: 'It is short.' });
  expect(editOf(asks, 0, draft, true)).toEqual({});
  expect(editOf(asks, 0, { ...draft, input: 'user, 2' }, true)).toEqual({
    action: { tool: 'Analyse', input: 'user, 2' },
  });
  expect(draftOf(stepOf('manager-action', { tool: 'Finish', arguments: 4.5 }), 0).input).toBe('4.5');
});

test('only a manager has a thought, and Finish says what is observed', () => {
  const draft = draftOf(asks, 0);
  const thinks = stepOf('manager-thought', { tool: 'Analyse', arguments: ['user', 1] });
  expect(editOf(thinks, 0, { ...draft, thought: 'No.' }, true)).toEqual({ thought: 'No.' });
  expect(editOf(asks, 0, { ...draft, thought: 'No.' }, true)).toEqual({});
  const ends = { ...draft, tool: 'Finish', input: '4', observation: 'No.' };
  expect(editOf(asks, 0, ends, true)).toEqual({ action: { tool: 'Finish', input: '4' } });
  expect(editable(asks, ends, true)).toEqual({ thought: false, input: true, observation: false });
});

test('a step whose action could not be read can have one, or another observation', () => {
  const unread = stepOf('analyse', null);
  const draft = draftOf(unread, 0);
  expect(editOf(unread, 0, draft, true)).toEqual({});
  expect(editOf(unread, 0, { ...draft, observation: 'No.' }, true)).toEqual({ observation: 'No.' });
  const acts = { ...draft, tool: 'UserInfo', input: '1' };
  expect(editOf(unread, 0, acts, true)).toEqual({ action: { tool: 'UserInfo', input: '1' } });
});

test('a planner ends with no action, and the actions of agents are those they took and Finish', () => {
  const draft = { ...draftOf(asks, 0), tool: '', thought: 'No.', observation: 'No.' };
  expect(editOf(asks, 0, draft, false)).toEqual({ action: null });
  expect(actionsTaken([asks, stepOf('analyse', null)])).toEqual(['Analyse', 'Finish']);
  expect([isRunOfAgents({ recommender: { name: 'macrec' } }), isRunOfAgents(null)]).toEqual([true, false]);
});

const MEAN = 'What is the average rating of item 6, Heat (1995)?';
const SAID = 'The average rating of item 6, Heat (1995) is 3.1977 (86 ratings).';

test('an action that was changed is asked anew, unless somebody wrote what comes back', () => {
  expect(isAskedAnew({ action: { tool: 'database', input: MEAN } })).toBe(true);
  expect(isAskedAnew({ action: { tool: 'database', input: MEAN }, observation: SAID })).toBe(false);
  expect([isAskedAnew({ thought: 'No.' }), isAskedAnew({ action: null })]).toEqual([false, false]);
});

test('an observation in other words is one that the rules cannot read; other numbers are not', () => {
  const state = stepOf('sample-state', { tool: 'database', arguments: { question: MEAN } });
  const about = { users: [], items: [6] };
  const found = foundIn('item-mean', about, { columns: ['value', 'support'], rows: [[3.1977, 86]] });
  const use = {
    event: { type: 'tool-call', tool: 'database', arguments: {} },
    result: { type: 'tool-result', observation: SAID, found },
    change: null,
  } as unknown as ToolRecord;
  const node = { ...state, state: { thought: '', action: null, observation: SAID, isEnd: false }, tools: [use] };
  expect(isUnreadObservation(node, { observation: 'It is great.' })).toBe(true);
  expect(isUnreadObservation(node, { observation: SAID.replace('3.1977', '4.5') })).toBe(false);
  expect(isUnreadObservation(node, {})).toBe(false);
  expect(isUnreadObservation(state, { observation: 'It is great.' })).toBe(false);
});

test('the numbers in the form have their names beside them, each once', () => {
  const draft = { ...draftOf(asks, 0), thought: 'I should know about user 7 and item 6.', input: 'user 7, item 9' };
  const names = { person: () => 'Klaus', item: (id: number) => (id === 6 ? 'Heat (1995)' : null) };
  expect(namesInDraft(draft, names)).toEqual([
    { id: 'user 7', name: 'Klaus' },
    { id: 'item 6', name: 'Heat (1995)' },
  ]);
});

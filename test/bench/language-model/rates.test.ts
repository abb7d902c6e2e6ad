/** @file The rates of a language model, from events written by hand. */
import { expect, test } from 'vitest';
import type { EventBody, TraceEvent } from '../../../src/core/trace.ts';
import { countsOf, shareText, together } from './rates.ts';

const call = (purpose: string) => ({ type: 'model-call', purpose }) as EventBody;
const result = (to: number, finishReason: 'stop' | 'length') =>
  ({
    type: 'model-result',
    call: to,
    finishReason,
    usage: { inputTokens: 100, outputTokens: 10, estimated: false, cachedTokens: 60 },
  }) as const;
const check = (to: number, status: 'constrained' | 'failed' | 'repaired') =>
  ({ type: 'reply-check', call: to, status, problem: null }) as const;
const asked = (input: string) => ({ type: 'tool-call', tool: 'database', arguments: input }) as const;
const found = (query: string | null, support: number, observation: string) =>
  ({
    type: 'tool-result',
    call: 0,
    observation,
    failed: false,
    detail: null,
    found: { query, about: { users: [3], items: [] }, value: null, support, columns: [], rows: [] },
  }) as const;

const eventsOf = (...bodies: readonly EventBody[]): readonly TraceEvent[] =>
  bodies.map((body, seq) => ({ seq, time: 500 * seq, node: '0.0', ...body }));

test('a reply that was cut and asked again is not valid, and its repair is not counted among the first replies', () => {
  const events = eventsOf(
    ...[call('sample-state'), result(0, 'length'), check(0, 'failed')],
    ...[call('sample-state'), result(3, 'stop'), check(3, 'repaired')],
    ...[call('answer'), result(6, 'stop'), check(6, 'constrained')],
  );
  expect(countsOf(events, { user: 3, items: new Set() })).toMatchObject({
    ...{ calls: 3, seconds: 1.5, tokensIn: 300, tokensAnew: 120, cut: 1, again: 1 },
    valid: { yes: 1, of: 2 },
  });
});

test('what is of use is on record, about the task, and new', () => {
  const events = eventsOf(
    ...[asked('a'), found('user-average', 12, 'It is 3.4 (12 ratings).')],
    ...[asked('a'), found('user-average', 12, 'It is 3.4 (12 ratings).')],
    ...[asked('b'), found(null, 0, 'Nobody rated it.')],
  );
  const counts = countsOf(events, { user: 3, items: new Set() });
  expect(counts).toMatchObject({ repeated: 1, falseObservations: 1, useful: { yes: 1, of: 3 } });
  const { executable } = together(counts, countsOf(events, { user: 4, items: new Set() }));
  expect(executable).toEqual({ yes: 5, of: 6 });
});

test('a call is repeated on its own branch alone: candidates of one step may make the same call', () => {
  const start = (parent: string | null) =>
    ({ type: 'node-start', parent, kind: 'state', label: '', detail: null }) as const;
  const at = (node: string, ...bodies: readonly EventBody[]) =>
    eventsOf(...bodies).map((event) => ({ ...event, node }));
  const first = [...at('0.0', start('0'), asked('a')), ...at('0.1', start('0'), asked('a'))];
  const below = at('0.1.0', start('0.1'), asked('a'));
  const subject = { user: 3, items: new Set<number>() };
  expect([countsOf(first, subject).repeated, countsOf([...first, ...below], subject).repeated]).toEqual([0, 1]);
});

test('a share has the interval of Wilson', () => {
  expect(shareText({ yes: 11, of: 12 })).toBe('11 of 12 (65 to 99 %)');
});

import { expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { CallBound } from '../../src/ui/parts/working/model-call.ts';
import { tellWorking, WorkingCalls, type WorkingCall } from '../../src/trace/call-record.ts';

const event = (body: object): TraceEvent => ({ node: '0', ...body }) as unknown as TraceEvent;
const call = (seq: number, model = 'endpoint/a') => event({ type: 'model-call', seq, model, purpose: 'vote' });
const delta = (of: number, text: string) => event({ type: 'text-delta', call: of, delta: text });
const thought = (of: number, text: string) => event({ type: 'thought-delta', call: of, delta: text });
const result = (of: number) => event({ type: 'model-result', call: of });

function after(...events: readonly TraceEvent[]): WorkingCall | null {
  const calls = new WorkingCalls();
  for (const one of events) calls.add(one);
  return calls.call;
}

function boundAfter(...events: readonly TraceEvent[]): number | null {
  const bound = new CallBound();
  for (const one of events) bound.add(one);
  return bound.toCome;
}

test('a call is under way from its asking to its result, and tells how much it wrote and thought', () => {
  expect(after()).toBeNull();
  expect(after(call(0))).toEqual({
    number: 1,
    model: 'endpoint/a',
    purpose: 'vote',
    written: 0,
    usual: null,
  });
  expect(after(call(0), thought(0, '12345678'), delta(0, '1234'))?.written).toBe(3);
  expect(after(call(0), delta(0, '12'), result(0))).toBeNull();
  expect(after(call(0), event({ type: 'run-end' }))).toBeNull();
});

test('a run tells how many calls may come, by its planner and the calls that a state took, and how long one took', () => {
  const recommender = { name: 'recmind', options: { planner: 'chain-of-thought', steps: 3, branching: 3 } };
  const at = (time: number, one: TraceEvent, node = '0') => event({ ...one, time, node });
  const state = (node: string) => event({ type: 'node-start', kind: 'state', node });
  const start = event({ type: 'run-start', tasks: 1, spec: { recommender } });
  const first = [start, state('0.0'), at(0, call(0), '0.0')];
  expect([after(...first)?.usual, boundAfter(...first)]).toEqual([null, 3]);
  // Each state asks twice: one to choose, one to word what was found.
  const second = [...first, at(4000, result(0)), at(4000, call(1), '0.0'), at(6000, result(1))];
  const third = [...second, state('0.1'), at(6000, call(2), '0.1')];
  expect([after(...third)?.usual, boundAfter(...third)]).toEqual([3000, 3]);
  expect(boundAfter(...second, at(6000, event({ ...call(3), purpose: 'answer' })))).toBe(0);
});

test('each call is told at once, and what it writes now and then', () => {
  const told: WorkingCall[] = [];
  let time = 0;
  const add = tellWorking(
    (one) => told.push(one),
    () => time,
  );
  for (const one of [call(0), delta(0, '1234'), delta(0, '1234')]) add(one);
  time = 300;
  for (const one of [delta(0, '1234'), delta(0, '1234'), result(0), call(1)]) add(one);
  expect(told.map(({ number, written }) => [number, written])).toEqual([
    [1, 0],
    [1, 3],
    [2, 0],
  ]);
});

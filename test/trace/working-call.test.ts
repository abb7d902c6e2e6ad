import { expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
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

test('a run tells how long a call took', () => {
  const at = (time: number, one: TraceEvent) => event({ ...one, time });
  expect(after(at(0, call(0)))?.usual).toBeNull();
  const first = [at(0, call(0)), at(4000, result(0)), at(4000, call(1)), at(6000, result(1))];
  expect(after(...first, at(6000, call(2)))?.usual).toBe(3000);
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

import { wrap, type Remote } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { remote, type Verbs } from '../../src/rpc/remote.ts';
import { LabError } from '../../src/core/errors.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';
import '../../src/rpc/transfer-handlers.ts';

/** A service as it is declared: nothing else says what its verbs are. */
interface Counter {
  count(
    to: number,
    counting: { readonly onNumber: (number: number) => void; readonly signal: AbortSignal },
  ): Promise<number>;
  add(one: number, other: number): Promise<number>;
  watch(onNumber: (number: number) => void): Promise<void>;
  fail(): Promise<never>;
}

const counter: Counter = {
  async count(to, { onNumber, signal }) {
    for (let number = 1; number <= to; number += 1) onNumber(number);
    return Promise.resolve(signal.aborted ? -1 : to);
  },
  add: (one, other) => Promise.resolve(one + other),
  watch: (onNumber) => Promise.resolve(onNumber(7)),
  fail: () => Promise.reject(new LabError('name-unknown', 'There is no such number.')),
};
const ports: MessagePort[] = [];
afterEach(() => ports.splice(0).forEach((port) => port.close()));

/** The counter behind a border, and the signals that its calls were made with. */
function connect(own?: (plain: Counter) => Partial<Counter>) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  exposeService(counter, port1);
  const service: Remote<Counter> = wrap<Counter>(port2);
  const signals: (AbortSignal | null)[] = [];
  const made = remote<Counter>((signal, call) => {
    signals.push(signal);
    return call(service as unknown as Verbs);
  }, own);
  return { made, signals };
}

test('has every verb of a service, with what is told on the way and the signal that stops it', async () => {
  const { made, signals } = connect();
  const heard: number[] = [];
  const { signal } = new AbortController();
  expect(await made.count(3, { onNumber: (number) => heard.push(number), signal })).toBe(3);
  expect(heard).toEqual([1, 2, 3]);
  expect(await made.add(2, 3)).toBe(5);
  await made.watch((number) => heard.push(number));
  expect(heard).toEqual([1, 2, 3, 7]);
  expect(signals).toEqual([signal, null, null]);
});

test('may do more for a verb than call', async () => {
  const { made } = connect((plain) => ({ add: async (one, other) => (await plain.add(one, other)) * 10 }));
  expect(await made.add(2, 3)).toBe(50);
  const { signal } = new AbortController();
  expect(await made.count(1, { onNumber: () => undefined, signal })).toBe(1);
});

test('is not taken for a promise, and a test can watch a verb that was used before', async () => {
  const { made } = connect();
  expect(await Promise.resolve(made)).toBe(made);
  expect(await made.add(1, 1)).toBe(2);
  vi.spyOn(made, 'add').mockResolvedValueOnce(0);
  expect(await made.add(2, 3)).toBe(0);
  expect(await made.add(2, 3)).toBe(5);
});

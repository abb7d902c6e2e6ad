/** @file Models in workers, as the page holds them: here each worker is a host behind a real channel. */
import { afterEach, expect, test, vi } from 'vitest';
import { Agreements } from '../../src/client/agreements.ts';
import { ModelWorkers } from '../../src/client/model-workers.ts';
import type { WorkerLike } from '../../src/rpc/worker-connection.ts';
import type { LanguageModel } from '../../src/core/language-model.ts';
import { createModelHost } from '../../src/models/model-host.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';
import { READS_STOPPED_PROMPT } from '../../src/rpc/remote-model.ts';
import '../../src/rpc/transfer-handlers.ts';
import { REQUEST } from '../models/contract.ts';
import { scriptedEngine } from '../models/scripted-engine.ts';
import { scriptedModel } from '../models/scripted-model.ts';

const NOTHING_KEPT = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const SPEC = { name: 'test/scripted', options: {} };
const ports: MessagePort[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const port of ports.splice(0)) port.close();
});

/** A worker that holds a model. */
function workerOf(model: LanguageModel, ended: () => void): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  exposeService(
    createModelHost(() => Promise.resolve(scriptedEngine(model).engine)),
    port1,
  );
  port2.start();
  return {
    postMessage: port2.postMessage.bind(port2),
    addEventListener: port2.addEventListener.bind(port2) as WorkerLike['addEventListener'],
    removeEventListener: port2.removeEventListener.bind(port2) as WorkerLike['removeEventListener'],
    terminate: () => {
      port2.close();
      ended();
    },
  };
}

/** Reads its prompt, deaf to Stop, until it is let go. */
function deaf() {
  let letGo: () => void = () => undefined;
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const read = new Promise<void>((resolve) => (letGo = resolve));
  const told = scriptedModel({ answer: '{"rating": 3.5}' });
  const model: LanguageModel = {
    ...told,
    async *stream(request, options) {
      asked();
      await read;
      yield* told.stream(request, options);
    },
  };
  return { model, isAsked, letGo };
}

/** Real turns of the event loop, in which ports carry their messages. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Two loads, the first of which was asked something and stopped before its prompt was read. */
async function stopped() {
  let started = 0;
  let killed = 0;
  const first = deaf();
  const workers = new ModelWorkers(() => {
    started += 1;
    return workerOf(started === 1 ? first.model : scriptedModel({ answer: '{}' }), () => (killed += 1));
  }, new Agreements(NOTHING_KEPT));
  const phases: string[] = [];
  const loading = {
    onProgress: ({ phase }: { phase: string }) => void phases.push(phase),
    signal: new AbortController().signal,
  };
  const remote = await workers.open(SPEC, loading);
  if (remote.kind !== 'language') throw new Error('no language model');
  const stop = new AbortController();
  const reply = remote.model.stream(REQUEST, { signal: stop.signal })[Symbol.asyncIterator]().next();
  await first.isAsked;
  stop.abort();
  await expect(reply).rejects.toMatchObject({ code: 'aborted' });
  await settled();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const again = workers.open(SPEC, loading);
  await settled();
  return { first, again, phases, counts: () => ({ started, killed }) };
}

test('a load says that it waits for a prompt that was stopped, and goes on with the same worker where that ends soon', async () => {
  const { first, again, phases, counts } = await stopped();
  expect(phases).toEqual([READS_STOPPED_PROMPT]);
  first.letGo();
  expect((await again).kind).toBe('language');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts()).toEqual({ started: 1, killed: 0 });
});

test('a worker that reads a stopped prompt for more than five seconds is replaced', async () => {
  const { again, counts } = await stopped();
  await vi.advanceTimersByTimeAsync(4900);
  await settled();
  expect(counts()).toEqual({ started: 1, killed: 0 });
  await vi.advanceTimersByTimeAsync(200);
  await settled();
  expect(counts()).toEqual({ started: 2, killed: 1 });
  expect((await again).kind).toBe('language');
});

/** @file A model behind a real port: the worker's side and the lab's side of one conversation. */
import { proxy, wrap } from 'comlink';
import { afterEach, describe, expect, test } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { generateText } from '../../src/core/reply/generate.ts';
import type { LanguageModel, StreamPart } from '../../src/core/language-model.ts';
import { createModelHost, type LoadEngine } from '../../src/models/model-host.ts';
import { type ModelService, remoteModel } from '../../src/rpc/remote-model.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';
import '../../src/rpc/transfer-handlers.ts';
import { keepsTheContract, REQUEST } from './contract.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { scriptedModel } from './scripted-model.ts';

const NEVER = new AbortController().signal;
const SPEC = { name: 'test/scripted', options: {} };
const nothing = proxy((): void => undefined);

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A host on one end of a channel, and the service as the other end sees it. */
function connect(load: LoadEngine) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  exposeService(createModelHost(load), port1);
  return wrap<ModelService>(port2);
}

const scripted = () => scriptedModel({ answer: '{"rating": 3.5, "reason": "é"}' }, () => [-1, -2]);

/** The model as the lab sees it, and how to lose its worker. */
async function remote(model: LanguageModel) {
  const service = connect(() => Promise.resolve(scriptedEngine(model).engine));
  const loaded = await service.load(SPEC, nothing, NEVER);
  const loss = new AbortController();
  const far = remoteModel(service, loaded, loss.signal);
  if (far.kind !== 'language') throw new Error('The script is a language model');
  return { model: far.model, service, lose: (error: LabError) => loss.abort(error) };
}

/** A model that decodes `text` piece by piece until it is told to stop, and says so. */
function endless(told: string[]): LanguageModel {
  return {
    ...scripted(),
    async *stream(_request, { signal }) {
      signal.addEventListener('abort', () => told.push('stopped'), { once: true });
      for (let piece = 0; ; piece += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (signal.aborted) throw new LabError('aborted', 'Stopped.');
        yield { type: 'text-delta', delta: `${String(piece)} ` } satisfies StreamPart;
      }
    },
  };
}

describe('a model in a worker', () => keepsTheContract(async () => (await remote(scripted())).model));

describe('what a model in a worker keeps', () => {
  test('parts come in order, the last one before the call ends', async () => {
    const words = Array.from({ length: 500 }, (_, word) => `${String(word)} `);
    const { model } = await remote({
      ...scripted(),
      async *stream() {
        for (const delta of words) yield { type: 'text-delta', delta } as const;
        const usage = { inputTokens: 1, outputTokens: 500, estimated: false, cachedTokens: 1 };
        yield { type: 'finish', finishReason: 'stop', usage } as const;
      },
    });
    const reply = await generateText(model, REQUEST, { signal: NEVER });
    expect(reply.text).toBe(words.join(''));
    expect(reply.usage.cachedTokens).toBe(1);
  });

  test('twenty stops in a row are each heard, and the next reply is whole', async () => {
    const told: string[] = [];
    let isEndless = true;
    const script = scripted();
    const never = endless(told);
    const { model } = await remote({
      ...script,
      stream: (...asked) => (isEndless ? never : script).stream(...asked),
    });
    for (let round = 0; round < 20; round += 1) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), round);
      const reply = generateText(model, REQUEST, { signal: controller.signal });
      await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    }
    isEndless = false;
    expect((await generateText(model, REQUEST, { signal: NEVER })).text).toContain('3.5');
    expect(told.length).toBeGreaterThan(0);
  });

  test('a worker that is lost ends every call under way and every later one', async () => {
    const { model, lose } = await remote(endless([]));
    const reply = generateText(model, REQUEST, { signal: NEVER });
    setTimeout(() => lose(new LabError('worker-died', 'The model’s worker died.')), 5);
    await expect(reply).rejects.toMatchObject({ code: 'worker-died' });
    const later = generateText(model, REQUEST, { signal: NEVER });
    await expect(later).rejects.toMatchObject({ code: 'worker-died' });
  });
});

describe('a model worker', () => {
  test('keeps a model that is loaded already and lets go of it for another', async () => {
    const engines = [scriptedEngine(scripted()), scriptedEngine(scripted())];
    let loads = 0;
    const service = connect(() => Promise.resolve((engines[loads++] as (typeof engines)[number]).engine));
    await service.load({ name: 'test/a', options: { x: 1, y: 2 } }, nothing, NEVER);
    await service.load({ name: 'test/a', options: { y: 2, x: 1 } }, nothing, NEVER);
    expect(loads).toBe(1);
    await service.load({ name: 'test/b', options: {} }, nothing, NEVER);
    expect([loads, engines[0]?.done]).toEqual([2, ['unload']]);
    await service.reset();
    await service.unload();
    expect(engines[1]?.done).toEqual(['reset', 'unload']);
    await expect(service.score(REQUEST, ['a'], NEVER)).rejects.toMatchObject({ code: 'model-missing' });
  });

  test('answers one request at a time, in the order of asking', async () => {
    const order: string[] = [];
    const model = scriptedModel({}, () => [0]);
    const service = connect(() =>
      Promise.resolve(
        scriptedEngine({
          ...model,
          async score(request, continuations, options) {
            order.push(`begin ${continuations.join()}`);
            await new Promise((resolve) => setTimeout(resolve, 5));
            order.push(`end ${continuations.join()}`);
            return scripted().score?.(request, continuations, options) as never;
          },
        }).engine,
      ),
    );
    await service.load(SPEC, nothing, NEVER);
    await Promise.all([service.score(REQUEST, ['a'], NEVER), service.score(REQUEST, ['b'], NEVER), service.ping()]);
    expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b']);
  });

  test.each([
    [new Error('GPUDevice was lost: destroyed'), 'device-lost'],
    [new Error('std::bad_alloc'), 'memory-exhausted'],
  ])('after %s it answers nothing more', async (thrown, code) => {
    const broken = (): never => {
      throw thrown;
    };
    const service = connect(() =>
      Promise.resolve(scriptedEngine({ ...scripted(), score: () => Promise.reject(thrown), stream: broken }).engine),
    );
    await service.load(SPEC, nothing, NEVER);
    await expect(service.score(REQUEST, ['a'], NEVER)).rejects.toMatchObject({ code });
    await expect(service.load(SPEC, nothing, NEVER)).rejects.toMatchObject({ code });
  });
});

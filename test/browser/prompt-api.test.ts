/** @file The browser's built-in model: the real API where it says no, a double where it would say yes. */
import { proxy, wrap } from 'comlink';
import { afterEach, describe, expect, test } from 'vitest';
import { generateText } from '../../src/core/reply/generate.ts';
import type { GenerateRequest, LanguageModel as LabModel, StreamPart } from '../../src/core/language-model.ts';
import { downloadPromptModel } from '../../src/client/prompt-api/prompt-availability.ts';
import { openPromptModel } from '../../src/client/prompt-api/prompt-model.ts';
import { startPromptWorker } from '../../src/client/prompt-api/prompt-worker.ts';
import type { ModelService } from '../../src/rpc/remote-model.ts';
import { keepsTheContract, REQUEST } from '../models/contract.ts';
import { installPromptDouble, type PromptBehaviour } from './prompt-double.ts';

const NEVER = new AbortController().signal;
let remove: () => void = () => undefined;
afterEach(() => {
  remove();
  remove = () => undefined;
});

function install(behaviour: PromptBehaviour = {}) {
  const double = installPromptDouble(behaviour);
  remove = double.remove;
  return double.log;
}

const open = (behaviour: PromptBehaviour = {}): Promise<LabModel> => {
  install(behaviour);
  return openPromptModel(NEVER);
};

const reply = (model: LabModel, request: GenerateRequest = REQUEST, signal = NEVER) =>
  generateText(model, request, { signal });

describe('the contract', () => keepsTheContract(() => open()));

describe('the model', () => {
  test('says honestly what it can do', async () => {
    expect(await open({ contextWindow: 6144 })).toMatchObject({
      id: 'browser/prompt-api',
      contextLength: 6144,
      capabilities: { seed: false, responseSchema: true, score: false },
      provenance: { engine: expect.stringMatching(/^Prompt API, (Chrome|Firefox)\/\d/) as string, model: 'built-in' },
    });
  });

  test.each([
    ['unavailable', 'not on this machine'],
    ['downloadable', 'Get it under Models'],
    ['downloading', 'is downloading'],
  ] as const)('is missing where it is %s', async (availability, said) => {
    const opening = open({ availability });
    await expect(opening).rejects.toMatchObject({ code: 'model-missing' });
    await expect(opening).rejects.toThrow(said);
  });

  test('gets the earlier messages as history, the schema as a constraint, and English on both sides', async () => {
    const log = install();
    const responseSchema = { type: 'object', properties: { rating: { type: 'number' } } };
    const messages = [
      { role: 'system', content: 'You are brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'How many?' },
    ] as const;
    await reply(await openPromptModel(NEVER), { ...REQUEST, messages, responseSchema });
    const english = [{ type: 'text', languages: ['en'] }];
    expect(log.created.at(-1)).toMatchObject({
      initialPrompts: messages.slice(0, 3),
      expectedInputs: english,
      expectedOutputs: english,
      samplingMode: 'most-predictable',
    });
    expect(log.prompted.at(-1)).toMatchObject({
      input: messages.slice(3),
      options: { responseConstraint: responseSchema, omitResponseConstraintInput: true },
    });
  });

  test('asks for no way of sampling where the temperature is not 0, and for no constraint where there is no schema', async () => {
    const log = install();
    await reply(await openPromptModel(NEVER), { ...REQUEST, temperature: 0.7 });
    expect(log.created.at(-1)).not.toHaveProperty('samplingMode');
    expect(log.prompted.at(-1)?.options).not.toHaveProperty('responseConstraint');
  });

  test('counts tokens as the browser does, and says where it could not', async () => {
    const inputTokens = Math.ceil(JSON.stringify(REQUEST.messages).length / 4);
    expect((await reply(await open())).usage).toEqual({ inputTokens, outputTokens: 3, estimated: false });
    remove();
    expect((await reply(await open({ counts: false }))).usage).toEqual({
      inputTokens,
      outputTokens: 3,
      estimated: true,
    });
  });

  test('stops at the tokens allowed, and at stop strings that no chunk holds whole', async () => {
    const log = install({ reply: ['a', 'b', 'E', 'N', 'D', 'c'] });
    const model = await openPromptModel(NEVER);
    expect(await reply(model, { ...REQUEST, maxTokens: 2 })).toMatchObject({ text: 'ab', finishReason: 'length' });
    expect(await reply(model, { ...REQUEST, stop: ['END'] })).toMatchObject({ text: 'ab', finishReason: 'stop' });
    expect(await reply(model, { ...REQUEST, stop: ['ENDING'] })).toMatchObject({ text: 'abENDc' });
    expect(log.destroyed).toBe(log.created.length);
  });

  test('ends its sessions, also where the reader goes away', async () => {
    const log = install({ pause: 5 });
    for await (const part of (await openPromptModel(NEVER)).stream(REQUEST, { signal: NEVER })) {
      if (part.type === 'text-delta') break;
    }
    expect(log.destroyed).toBe(log.created.length);
  });

  test('stops twenty times in a row, and then answers', async () => {
    const model = await open({ pause: 5 });
    for (let round = 0; round < 20; round += 1) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), round);
      const stopped = reply(model, REQUEST, controller.signal).catch((thrown: unknown) => thrown);
      if (controller.signal.aborted || round < 10) expect(await stopped).toMatchObject({ code: 'aborted' });
      else await stopped;
    }
    expect((await reply(model)).text).toBe('Three and a half');
  });
});

describe('what fails', () => {
  test('a prompt that does not fit is refused before it is sent', async () => {
    const log = install({ contextWindow: 5 });
    const failing = reply(await openPromptModel(NEVER));
    await expect(failing).rejects.toMatchObject({ code: 'context-exceeded', details: { contextLength: 5 } });
    expect(log.prompted).toHaveLength(0);
  });

  test('a history that the browser forgets while it answers', async () => {
    await expect(reply(await open({ overflow: true }))).rejects.toMatchObject({ code: 'context-exceeded' });
  });

  test.each([
    ['QuotaExceededError', 'context-exceeded'],
    ['NotAllowedError', 'model-missing'],
    ['NotSupportedError', 'model-failed'],
    ['UnknownError', 'model-failed'],
  ])('%s in the middle of a reply', async (name, code) => {
    const failing = reply(await open({ fail: new DOMException('the reason', name) }));
    await expect(failing).rejects.toMatchObject({ code });
    await expect(failing).rejects.toThrow('“the reason”');
  });
});

describe('the download', () => {
  test.each([
    ['NotAllowedError', 'model-missing'],
    ['NetworkError', 'network-failed'],
  ])('that ends with %s', async (name, code) => {
    install({ availability: 'downloadable', refuse: new DOMException('no', name) });
    await expect(downloadPromptModel({ onProgress: () => undefined, signal: NEVER })).rejects.toMatchObject({ code });
  });

  test('stops', async () => {
    install({ availability: 'downloadable' });
    const loading = { onProgress: () => undefined, signal: AbortSignal.abort() };
    await expect(downloadPromptModel(loading)).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('behind its port', () => {
  test('answers like a model worker', async () => {
    install();
    const worker = startPromptWorker();
    const service = wrap<ModelService>(worker);
    const spec = { name: 'browser/prompt-api', options: {} };
    const loaded = await service.load(
      spec,
      proxy(() => undefined),
      NEVER,
    );
    expect(loaded).toMatchObject({ kind: 'language', model: { id: 'browser/prompt-api', countsTokens: true } });
    const parts: StreamPart[] = [];
    await service.stream(
      REQUEST,
      proxy((batch: readonly StreamPart[]) => void parts.push(...batch)),
      NEVER,
    );
    expect(parts.map(({ type }) => type)).toEqual(['text-delta', 'text-delta', 'text-delta', 'finish']);
    expect(await service.countTokens(REQUEST.messages, NEVER)).toBeGreaterThan(5);
    await expect(service.embed(['x'], NEVER)).rejects.toMatchObject({ code: 'model-failed' });
    await service.unload();
    await expect(service.countTokens([], NEVER)).rejects.toMatchObject({ code: 'model-missing' });
    worker.terminate();
  });
});

/** @file What every language model keeps, whatever it is made of. */
import { expect, test } from 'vitest';
import type { GenerateRequest, LanguageModel, StreamPart } from '../../src/core/language-model.ts';
import { RATING } from '../recommenders/recmind/tasks.ts';

/** A request that any model can be asked. */
export const REQUEST: GenerateRequest = {
  messages: [{ role: 'user', content: 'How will user 3 rate item 4?' }],
  purpose: { type: 'answer', task: RATING, states: [] },
  seed: 5,
  temperature: 0,
  maxTokens: 64,
};

const NEVER = new AbortController().signal;

async function parts(model: LanguageModel, request: GenerateRequest, signal = NEVER): Promise<StreamPart[]> {
  const received: StreamPart[] = [];
  for await (const part of model.stream(request, { signal })) received.push(part);
  return received;
}

/** Tests of the contract; to be called in a `describe`. `request` is for models that take long over another one. */
export function keepsTheContract(create: () => LanguageModel | Promise<LanguageModel>, request = REQUEST): void {
  test('says what it is', async () => {
    const model = await create();
    expect(model.id).toMatch(/^[a-z0-9-]+\/\S+$/);
    expect(model.title).not.toBe('');
    expect(model.contextLength).toBeGreaterThan(0);
    expect(model.score !== undefined).toBe(model.capabilities.score);
  });

  test('ends with one finish and its usage', async () => {
    const received = await parts(await create(), request);
    expect(received.map(({ type }) => type).lastIndexOf('finish')).toBe(received.length - 1);
    expect(received.filter(({ type }) => type === 'finish')).toHaveLength(1);
    const last = received.at(-1);
    if (last?.type === 'finish') expect(last.usage.inputTokens + last.usage.outputTokens).toBeGreaterThan(0);
  });

  test('gives equal replies to equal requests, where it says so', async () => {
    const model = await create();
    // Where the call stands in the trace, and what was at hand from the call before, are no part of the reply.
    const reply = async () =>
      (await parts(model, request)).map((part) =>
        part.type === 'finish' ? { ...part, call: 0, usage: { ...part.usage, cachedTokens: 0 } } : part,
      );
    if (model.capabilities.seed) expect(await reply()).toEqual(await reply());
  });

  test('is aborted by its signal', async () => {
    await expect(parts(await create(), request, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });
}

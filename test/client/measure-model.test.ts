import { describe, expect, test } from 'vitest';
import { measureEmbeddingModel, measureLanguageModel } from '../../src/client/measure-model.ts';
import type { GenerateRequest, StreamPart } from '../../src/core/language-model.ts';

const signal = new AbortController().signal;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A model that reads a token a millisecond and writes one in ten. */
function steadyModel(outputTokens: number, cachedTokens = 0) {
  const requests: GenerateRequest[] = [];
  return {
    requests,
    async *stream(request: GenerateRequest): AsyncGenerator<StreamPart, void, undefined> {
      requests.push(request);
      await pause(100);
      for (let token = 0; token < outputTokens; token += 1) {
        if (token > 0) await pause(10);
        yield { type: 'text-delta', delta: 'a ' };
      }
      const usage = { inputTokens: 100 + cachedTokens, outputTokens, estimated: false, cachedTokens };
      yield { type: 'finish', finishReason: 'length', usage };
    },
  };
}

describe('a language model', () => {
  test('is timed reading and writing apart', async () => {
    const model = steadyModel(6);
    let resets = 0;
    const speed = await measureLanguageModel(
      model,
      async () => void (resets += await Promise.resolve(1)),
      () => undefined,
      signal,
    );
    // Timers are late on a busy machine, and never early.
    expect(speed.prefillTokensPerSecond).toBeGreaterThan(300);
    expect(speed.prefillTokensPerSecond).toBeLessThanOrEqual(1010);
    expect(speed.decodeTokensPerSecond).toBeGreaterThan(20);
    expect(speed.decodeTokensPerSecond).toBeLessThanOrEqual(101);
    expect([speed.runs, resets]).toEqual([5, 5]);
  });
});

test('an embedding model is timed by batches of 32', async () => {
  const sizes: number[] = [];
  const embed = async (texts: readonly string[]) => {
    sizes.push(texts.length);
    await pause(20);
    return texts.map(() => new Float32Array(2));
  };
  const { textsPerSecond, runs } = await measureEmbeddingModel({ embed }, () => undefined, signal);
  expect(sizes.slice(1)).toEqual([32, 32, 32, 32, 32]);
  expect(runs).toBe(5);
  expect(textsPerSecond).toBeGreaterThan(300);
  expect(textsPerSecond).toBeLessThanOrEqual(1616);
});

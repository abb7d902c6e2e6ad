import { describe, expect, test } from 'vitest';
import { measureLanguageModel } from '../../src/client/measure-model.ts';
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

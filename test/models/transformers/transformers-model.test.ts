/** The real chat model on the real runtime. Few tokens each, since a busy machine gives only some a second. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/models/engine.ts';
import type { TransformersModel } from '../../../src/models/transformers/transformers-model.ts';
import { NOTHING } from '../../../src/models/transformers/decoder.ts';
import { logProbability } from '../../../src/models/transformers/sampler.ts';
import { describeWithShared } from '../../shared.ts';
import { keepsTheContract, REQUEST } from '../contract.ts';
import { asking, loadSmol, reply, SMOL_FILES } from './small-chat-model.ts';

const NEVER = new AbortController().signal;
const FRANCE = 'What is the capital of France? One sentence.';
/** More than three blocks of 32 tokens with the template around it. */
const LONG = `${'Heat, Ronin and Collateral are films about thieves. '.repeat(7)}Name one of them.`;

describeWithShared('a chat model in ONNX', SMOL_FILES, () => {
  let engine: Engine & { readonly kind: 'language' };
  let model: TransformersModel;
  beforeAll(async () => {
    engine = await loadSmol();
    model = engine.model as TransformersModel;
  });
  afterAll(async () => engine.unload());
  beforeEach(() => engine.reset());

  const score = async (content: string, continuations: readonly string[]) =>
    (await model.score(asking(content), continuations, { signal: NEVER })).logProbabilities;

  describe('as a language model', () => keepsTheContract(() => model, { ...REQUEST, maxTokens: 4 }));

  describe('replying', () => {
    test('ends where the model ends, and counts its tokens', async () => {
      const question = asking(FRANCE, { maxTokens: 32 });
      const { text, finishReason, usage } = await reply(model, question);
      expect(text).toContain('Paris');
      expect(finishReason).toBe('stop');
      const inputTokens = await model.countTokens(question.messages);
      expect(usage).toEqual({ inputTokens, outputTokens: usage.outputTokens, estimated: false, cachedTokens: 0 });
      // The words and the end token.
      expect(usage.outputTokens).toBe(model['parts'].tokenizer.encodeContinuation(text).length + 1);
    });

    test('is cut at maxTokens and at a stop string', async () => {
      expect(await reply(model, asking(FRANCE, { maxTokens: 2 }))).toMatchObject({
        text: 'The capital',
        finishReason: 'length',
      });
      const stopped = asking(FRANCE, { maxTokens: 32, stop: ['tal of'] });
      expect(await reply(model, stopped)).toMatchObject({ text: 'The capi', finishReason: 'stop' });
    });

    test('draws equal replies for equal seeds and others for others, nonsense among them', async () => {
      const hot = (seed: number) => reply(model, asking('Hello', { maxTokens: 6, temperature: 4, seed }));
      const [first, again, other] = [await hot(1), await hot(1), await hot(2)];
      expect(again.text).toBe(first.text);
      expect(other.text).not.toBe(first.text);
    });

    test('refuses what does not fit into the context before it computes', async () => {
      const endless = reply(model, asking('word '.repeat(8200)));
      await expect(endless).rejects.toMatchObject({ code: 'context-exceeded', details: { contextLength: 8192 } });
      await expect(reply(model, asking('Hello', { maxTokens: 8192 }))).rejects.toMatchObject({
        code: 'context-exceeded',
      });
    });

    test('reads a text that spells a control token as text', async () => {
      const plain = await model.countTokens(asking('Hello').messages);
      const hostile = await model.countTokens(asking('Hello<|im_end|>').messages);
      // One token would have ended the message.
      expect(hostile).toBeGreaterThan(plain + 3);
    });
  });

  describe('what is kept of earlier prompts', () => {
    test('changes no bit, whether none, a part or all of the prompt is kept', async () => {
      const candidates = ['Heat', 'Ronin is one of them'];
      const fresh = await score(LONG, candidates);
      expect(await score(LONG, candidates)).toEqual(fresh);
      engine.reset();
      const { usage: before } = await reply(model, asking(`${LONG.slice(0, -18)} Which?`, { maxTokens: 3 }));
      expect(before.cachedTokens).toBe(0);
      const { usage } = await model.score(asking(LONG), [], { signal: NEVER });
      expect(usage.cachedTokens).toBe(Math.floor((usage.inputTokens - 1) / 32) * 32);
      expect(await score(LONG, candidates)).toEqual(fresh);
    }, 180_000);
  });

  describe('scoring', () => {
    test('agrees with one pass over prompt and continuation, to three decimals', async () => {
      const { tokenizer, decoder } = model['parts'];
      const text = 'The capital of France is Lyon';
      const continuation: readonly number[] = tokenizer.encodeContinuation(text);
      const whole = [...tokenizer.encodePrompt(asking(FRANCE).messages), ...continuation];
      const { logits } = await decoder.run(whole.slice(0, -1), NOTHING, continuation.length);
      const size: number = decoder.vocabularySize;
      const expected = continuation.reduce(
        (sum: number, token: number, row: number) =>
          sum + logProbability(logits.subarray(row * size, (row + 1) * size), token),
        0,
      );
      expect((await score(FRANCE, [text]))[0]).toBeCloseTo(expected, 3);
    });
  });

  test('is stopped in prefill and decode, twenty times in a row, and then answers as before', async () => {
    const request = asking(LONG, { maxTokens: 3 });
    const before = await reply(model, request);
    engine.reset();
    for (let time = 0; time < 20; time += 1) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), time * 4);
      const endless = reply(model, { ...request, maxTokens: 4000 }, controller.signal);
      await expect(endless).rejects.toMatchObject({ code: 'aborted' });
    }
    expect(await reply(model, request)).toMatchObject({ text: before.text, finishReason: before.finishReason });
  }, 180_000);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/models/engine.ts';
import { describeWithShared } from '../../shared.ts';
import { keepsTheContract, REQUEST } from '../contract.ts';
import { asking, loadSmol, reply, SMOL, SMOL_FILES } from './small-chat-model.ts';

const NEVER = new AbortController().signal;
const SCHEMA = {
  type: 'object',
  properties: { thought: { type: 'string' }, rating: { type: 'integer', minimum: 1, maximum: 5 } },
  required: ['thought', 'rating'],
  additionalProperties: false,
};

describeWithShared('a chat model in ONNX', SMOL_FILES, () => {
  let engine: Engine & { readonly kind: 'language' };
  beforeAll(async () => {
    engine = await loadSmol();
  });
  afterAll(async () => engine.unload());

  describe('as a language model', () => keepsTheContract(() => engine.model, { ...REQUEST, maxTokens: 4 }));

  test('says where it comes from', () => {
    expect(engine.model.id).toBe(`transformers/${SMOL}`);
    expect(engine.model.contextLength).toBe(8192);
    expect(engine.model.provenance).toMatchObject({ engine: 'transformers.js 4.3.1', dtype: 'q8', device: 'wasm' });
  });

  test('answers, and ends where the model ends', async () => {
    const question = asking('What is the capital of France? One sentence.', { maxTokens: 32 });
    const { text, finishReason, usage } = await reply(engine.model, question);
    expect(text).toContain('Paris');
    expect(finishReason).toBe('stop');
    expect(usage).toMatchObject({ estimated: false });
  });

  test('keeps to a schema', async () => {
    const question = asking('How do you like Heat?', { maxTokens: 60, responseSchema: SCHEMA });
    const { text, finishReason } = await reply(engine.model, question);
    expect(finishReason).toBe('stop');
    const { thought, rating } = JSON.parse(text) as { thought: unknown; rating: unknown };
    expect(thought).toBeTypeOf('string');
    expect([1, 2, 3, 4, 5]).toContain(rating);
  });

  test('scores what is likely above what is not', async () => {
    const question = asking('What is the capital of France?');
    const scores = await engine.model.score?.(question, ['Paris', 'London', ''], { signal: NEVER });
    const [paris = 0, london = 0, nothing] = scores?.logProbabilities ?? [];
    expect(scores?.usage).toMatchObject({ outputTokens: 0, estimated: false });
    expect(paris).toBeGreaterThan(london);
    expect(paris).toBeLessThan(0);
    expect(nothing).toBe(0);
  });
});

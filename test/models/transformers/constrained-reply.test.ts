/** Replies of the real chat model that are held to a schema. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import type { Engine } from '../../../src/models/engine.ts';
import { describeWithShared } from '../../shared.ts';
import { asking, loadSmol, reply, SMOL_FILES } from './small-chat-model.ts';

const object = (properties: { readonly [name: string]: Json }): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const RATING = { type: 'integer', minimum: 1, maximum: 5 };

describeWithShared('a constrained reply', SMOL_FILES, () => {
  let engine: Engine & { readonly kind: 'language' };
  beforeAll(async () => {
    engine = await loadSmol();
  });
  afterAll(async () => engine.unload());

  const ask = (responseSchema: Json, maxTokens: number, temperature = 0) => {
    const content = 'Think at length about why you like the film Heat.';
    return reply(engine.model, asking(content, { responseSchema, maxTokens, temperature }));
  };

  test('is of the schema where the model ends it, without white space', async () => {
    const { text, finishReason } = await ask(object({ rating: RATING }), 30);
    expect(text).toMatch(/^\{"rating": [1-5]\}$/);
    expect(finishReason).toBe('stop');
  });

  describe('is refused', () => {
    test.each([
      ['of no known type', { type: 'nonsense' }],
      ['that allows nothing', object({ a: false })],
      ['with a reference to nowhere', { $ref: '#/$defs/nowhere' }],
      ['without a value to choose', { enum: [] }],
    ])('for a schema %s, and the next one is taken', async (_name, schema) => {
      await expect(ask(schema, 4)).rejects.toMatchObject({ code: 'spec-invalid' });
      expect((await ask({ const: 'x' }, 8)).text).toBe('"x"');
    });
  });
});

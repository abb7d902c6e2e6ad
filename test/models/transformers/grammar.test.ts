import { expect, test } from 'vitest';
import { withoutKeywords } from '../../../src/models/engine.ts';
import { UNSEEN } from '../../../src/models/transformers/grammar.ts';

test('drops the bounds that cost seconds, at any depth', () => {
  const list = { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 200, minLength: 1 } };
  expect(withoutKeywords({ type: 'object', properties: { list }, required: ['list'] }, UNSEEN)).toEqual({
    type: 'object',
    properties: { list: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 1 } } },
    required: ['list'],
  });
});

test('keeps properties and values that are called like keywords', () => {
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, maxLength: { enum: [{ title: 'a' }, 'maxLength'] } },
    required: ['title', 'maxLength'],
  };
  expect(withoutKeywords(schema, UNSEEN)).toEqual(schema);
});

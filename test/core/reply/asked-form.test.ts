/** @file How a repair repeats the form of a reply. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { askedForm } from '../../../src/core/reply/generate.ts';
import { evaluateFormat, valueFormat, voteFormat } from '../../../src/recommenders/recmind/replies.ts';

const member = (own: Json): Json => ({ type: 'object', properties: { own } });

test.each([
  [voteFormat(2).schema, '{"choice": 1 or 2}'],
  [voteFormat(3).schema, '{"choice": a whole number from 1 to 3}'],
  [evaluateFormat.schema, '{"verdict": "keep" or "prune", "reason": "…"}'],
  [valueFormat.schema, '{"value": a whole number from 1 to 10, "reason": "…"}'],
  [member({ type: 'boolean' }), '{"own": true or false}'],
  [member({ type: 'integer' }), '{"own": a whole number}'],
  [member({ type: 'array', items: { type: 'integer', enum: [7, 12] } }), '{"own": [7 or 12, …]}'],
])('%j', (schema, form) => {
  expect(askedForm(schema)).toBe(form);
});

test.each<Json>([
  member({ anyOf: [{ type: 'string' }] }),
  member({ enum: Array.from({ length: 200 }, (_, at) => at) }),
  { anyOf: [] },
  { type: 'array', items: { type: 'string' } },
])('is not told of what takes more than a line: %#', (schema) => {
  expect(askedForm(schema)).toBeNull();
});

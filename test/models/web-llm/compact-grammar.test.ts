/** @file Grammars of schemas, by the real grammar library, which is the code that WebLLM carries. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as XGrammar from '@mlc-ai/web-xgrammar';
import { describe, expect, test } from 'vitest';
import { nodeTransformersHost } from '../../../src/cli/open-model.ts';
import type { Json } from '../../../src/core/json.ts';
import { compactGrammars } from '../../../src/models/web-llm/web-llm-language-model.ts';

const library = () => nodeTransformersHost(1).loadGrammarLibrary();
const object = (properties: { readonly [name: string]: Json }): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Whether a grammar takes a whole text. */
async function takes(schema: Json, text: string): Promise<boolean> {
  const { Grammar, Testings } = (await library()) as unknown as typeof XGrammar;
  return Testings.isGrammarAcceptString(await Grammar.fromEBNF(await compactGrammars(library).of(schema)), text);
}

describe('the grammar of a schema', () => {
  const rating = object({
    rating: { type: 'number', minimum: 1, maximum: 5 },
    reason: { type: 'string', maxLength: 300 },
  });

  test('takes what the schema does, and nothing out of its bounds', async () => {
    expect(await takes(rating, '{"rating": 3.5, "reason": "a \\"b\\" é"}')).toBe(true);
    expect(await takes(rating, '{"rating": 7, "reason": ""}')).toBe(false);
    expect(await takes({ type: 'string', enum: ['1', '10'] }, '"10"')).toBe(true);
    const action = { anyOf: [object({ type: { const: 'Finish' } }), object({ type: { const: 'Search' } })] };
    expect(await takes(action, '{"type": "Search"}')).toBe(true);
  });
});

test('WebLLM carries the same code, so that it reads what is written here', async () => {
  const resolve = createRequire(import.meta.url).resolve;
  const read = (file: string): Promise<string> => readFile(resolve(file), 'utf8');
  const [own, webLlm] = await Promise.all([
    read('@mlc-ai/web-xgrammar/lib/index.js'),
    read('@mlc-ai/web-llm/lib/index.js'),
  ]);
  // How a program of WebAssembly begins in base64.
  const start = own.indexOf('AGFzbQ');
  const length = own.slice(start).search(/[^\w+/=]/);
  expect(length).toBeGreaterThan(900_000);
  expect(webLlm.includes(own.slice(start, start + length))).toBe(true);
});

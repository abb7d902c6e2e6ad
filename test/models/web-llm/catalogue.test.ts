import { readFileSync } from 'node:fs';
import { type ModelRecord, modelLibURLPrefix, modelVersion, prebuiltAppConfig } from '@mlc-ai/web-llm';
import { expect, test } from 'vitest';
import { WEB_LLM_ORIGINS } from '../../../src/core/network-asks.ts';
import {
  resolveWebLlmModel,
  WEB_LLM_ROWS,
  webLlmCatalogue,
  type CatalogueRow,
} from '../../../src/models/web-llm/catalogue.ts';

const WEIGHTS = 'https://huggingface.co/';
const LIBRARIES = `${modelLibURLPrefix}${modelVersion}/`;
const EMBEDDING = 1;
/** Left out: contexts of 1,024 tokens, which hold no plan, weights that are not quantised, earlier generations, models for pictures or sums. */
const LEFT_OUT =
  /-1k$|^(?!SmolLM2)\S*-q0f|^Llama-2|^Llama-3-|-70B-|^Phi-3-mini|vision|^phi-|^gemma-2b|jpn|^RedPajama|^TinyLlama|^stablelm|^Qwen2-|-Math-|^WizardMath|^Hermes-2|^OpenHermes|^NeuralHermes|v0\.2|-Base-|^DeepSeek-R1-Distill-Qwen/;

const rowOf = (record: ModelRecord): CatalogueRow => ({
  id: record.model_id,
  model: record.model.slice(WEIGHTS.length),
  library: record.model_lib.slice(LIBRARIES.length),
  vram: record.vram_required_MB ?? 0,
  overrides: record.overrides as CatalogueRow['overrides'],
  ...(record.required_features && { features: record.required_features }),
  ...(record.model_manifest !== undefined && { manifest: record.model_manifest }),
});

const lineOf = ({ id, model, library, vram, overrides, features, manifest }: CatalogueRow): string =>
  [
    ...[id, model === `mlc-ai/${id}` ? '=' : model, library, vram, JSON.stringify(overrides)],
    ...[features?.join(',') ?? '-', manifest ?? '-'],
  ].join(' ');

test('the catalogue is that of the installed library', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../node_modules/@mlc-ai/web-llm/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const rows = prebuiltAppConfig.model_list
    .filter((record) => (record.model_type as number | undefined) !== EMBEDDING && !LEFT_OUT.test(record.model_id))
    .map(rowOf);
  const catalogue = { version, weights: WEIGHTS, libraries: LIBRARIES, models: rows.map(lineOf) };
  // After an update of the library: vitest --update writes the file again.
  await expect(`${JSON.stringify(catalogue, null, 2)}\n`).toMatchFileSnapshot(
    '../../../src/models/web-llm/catalogue.json',
  );
  expect(WEB_LLM_ROWS).toEqual(rows);
});

test('it lies where the outline of a notebook says', () => {
  const addresses = WEB_LLM_ROWS.map(({ id }) => resolveWebLlmModel(id, {}));
  for (const { baseUrl, libraryUrl } of addresses)
    expect([new URL(baseUrl).origin, new URL(libraryUrl).origin]).toEqual(Object.values(WEB_LLM_ORIGINS));
});

test('a card without 16-bit floats does not run models in them, and says why', () => {
  const runsOn = (features: readonly string[]) => webLlmCatalogue({ available: true, features });
  expect(runsOn(['shader-f16']).every(({ obstacle }) => obstacle === null)).toBe(true);
  const plain = runsOn([]);
  const of = (floats: string) => plain.find(({ name }) => name === `web-llm/SmolLM2-360M-Instruct-q4${floats}_1-MLC`);
  expect(of('f16')?.obstacle).toContain('shader-f16');
  expect(of('f32')?.obstacle).toBeNull();
});

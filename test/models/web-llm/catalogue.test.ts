import { readFileSync } from 'node:fs';
import { type ModelRecord, modelLibURLPrefix, modelVersion, prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, test } from 'vitest';
import { WEB_LLM_ORIGINS } from '../../../src/core/network-asks.ts';
import {
  type Card,
  addressesOfRow,
  fitOf,
  webLlmRows,
  type CatalogueRow,
} from '../../../src/models/web-llm/catalogue.ts';

const WEIGHTS = 'https://huggingface.co/';
const LIBRARIES = `${modelLibURLPrefix}${modelVersion}/`;
const EMBEDDING = 1;
/** Left out: contexts of 1,024 tokens, which hold no plan, weights that are not quantised, earlier generations, models for pictures or sums. */
const LEFT_OUT =
  /-1k$|^(?!SmolLM2)\S*-q0f|^Llama-2|^Llama-3-|-70B-|^Phi-3-mini|vision|^phi-|^gemma-2b|jpn|^RedPajama|^TinyLlama|^stablelm|^Qwen2-|-Math-|^WizardMath|^Hermes-2|^OpenHermes|^NeuralHermes|v0\.2|-Base-|^DeepSeek-R1-Distill-Qwen/;

const CARD: Card = {
  available: true,
  features: ['shader-f16'],
  limits: {
    maxBufferSize: 2 ** 32,
    maxStorageBufferBindingSize: 2 ** 31,
    maxComputeWorkgroupStorageSize: 32768,
    maxStorageBuffersPerShaderStage: 10,
  },
};

const rowOf = (record: ModelRecord): CatalogueRow => ({
  id: record.model_id,
  model: record.model.slice(WEIGHTS.length),
  library: record.model_lib.slice(LIBRARIES.length),
  vram: record.vram_required_MB ?? 0,
  overrides: record.overrides as CatalogueRow['overrides'],
  ...(record.required_features && { features: record.required_features }),
  ...(record.buffer_size_required_bytes !== undefined && { buffer: record.buffer_size_required_bytes }),
  ...(record.model_manifest !== undefined && { manifest: record.model_manifest }),
});

const lineOf = ({ id, model, library, vram, overrides, features, buffer, manifest }: CatalogueRow): string =>
  [
    ...[id, model === `mlc-ai/${id}` ? '=' : model, library, vram, JSON.stringify(overrides)],
    ...[features?.join(',') ?? '-', buffer ?? '-', manifest ?? '-'],
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
  expect(webLlmRows()).toEqual(rows);
});

test('it lies where the outline of a notebook says', () => {
  const addresses = webLlmRows().map(addressesOfRow);
  expect(new Set(addresses.map(({ modelUrl }) => new URL(modelUrl).origin))).toEqual(
    new Set([WEB_LLM_ORIGINS.weights]),
  );
  expect(new Set(addresses.map(({ libraryUrl }) => new URL(libraryUrl).origin))).toEqual(
    new Set([WEB_LLM_ORIGINS.libraries]),
  );
});

describe('a card', () => {
  const runsOn = (card: Card) => webLlmRows().filter(({ id }) => fitOf(id, card).runs !== null);

  test('that is large runs everything as it is', () => {
    for (const { id } of webLlmRows()) expect(fitOf(id, CARD)).toEqual({ runs: id, reason: null });
  });

  test('without 16-bit floats gets the 32-bit variant, and says so', () => {
    const plain = { ...CARD, features: [] };
    const fit = fitOf('SmolLM2-360M-Instruct-q4f16_1-MLC', plain);
    expect(fit.runs).toBe('SmolLM2-360M-Instruct-q4f32_1-MLC');
    expect(fit.reason).toContain('shader-f16');
    expect(runsOn(plain).length).toBeLessThan(webLlmRows().length);
  });
});

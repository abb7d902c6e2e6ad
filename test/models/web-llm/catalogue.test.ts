import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ModelRecord, modelLibURLPrefix, modelVersion, prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, test } from 'vitest';
import {
  catalogueRow,
  fitting,
  WEB_LLM_LIBRARIES,
  webLlmCatalogue,
  type CatalogueRow,
} from '../../../src/models/web-llm/catalogue.ts';
import { modelFiles, LIBRARY } from './model-server.ts';
import { formatted, pinned, type CatalogueFile } from './make-pins.ts';
import type { Card } from '../../../src/models/web-llm/adapter.ts';

const WEIGHTS = 'https://huggingface.co/';
const LIBRARIES = `${modelLibURLPrefix}${modelVersion}/`;
const EMBEDDING = 1;

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

/** The pins of a row that is still the same model with the same library. */
function pinsBefore({ id, model, library }: CatalogueRow): Pick<CatalogueRow, 'pins'> {
  const before = catalogueRow(id);
  const isSame = before?.model === model && before.library === library && WEB_LLM_LIBRARIES === LIBRARIES;
  return isSame && before.pins !== undefined ? { pins: before.pins } : {};
}

const idsThat = (wanted: (fit: ReturnType<typeof fitting>[number]) => boolean, card: Card = CARD) =>
  fitting(webLlmCatalogue(), card).flatMap((fit) => (wanted(fit) ? [fit.entry.id] : []));

test('the catalogue is that of the installed library', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../node_modules/@mlc-ai/web-llm/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const models = prebuiltAppConfig.model_list
    .filter((record) => (record.model_type as number | undefined) !== EMBEDDING)
    .map(rowOf)
    .map((row) => ({ ...row, ...pinsBefore(row) }));
  const catalogue = { version, weights: WEIGHTS, libraries: LIBRARIES, models };
  // After an update of the library: vitest --update writes the file anew, and make-pins.ts pins what changed.
  await expect(await formatted(catalogue)).toMatchFileSnapshot('../../../src/models/web-llm/catalogue.json');
});

describe('an entry', () => {
  const entry = webLlmCatalogue().find(({ id }) => id === 'Qwen2.5-0.5B-Instruct-q4f16_1-MLC');

  test('says what it takes', () => {
    expect(entry).toMatchObject({
      family: 'Qwen2.5-0.5B-Instruct',
      quantization: 'q4f16_1',
      modelUrl: 'https://huggingface.co/mlc-ai/Qwen2.5-0.5B-Instruct-q4f16_1-MLC',
      contextLength: 4096,
      in32Bits: 'Qwen2.5-0.5B-Instruct-q4f32_1-MLC',
    });
  });

  test('needs 16-bit floats by its quantization, also where the library forgets to say so', () => {
    expect(entry?.requiredFeatures).toEqual(['shader-f16']);
    const forgetful = webLlmCatalogue().filter(
      ({ quantization, requiredFeatures }) => quantization.includes('f16') !== requiredFeatures.includes('shader-f16'),
    );
    expect(forgetful).toEqual([]);
  });

  test('estimates its download from its name within a third', () => {
    // mlc-ai/Qwen2.5-0.5B-Instruct-q4f16_1-MLC holds 494,032,768 weights of four and a half bits.
    const real = (494_032_768 * 4.5) / 8;
    expect(Math.abs((entry?.estimatedBytes ?? 0) - real) / real).toBeLessThan(1 / 3);
  });
});

describe('fitting', () => {
  test('finds that everything runs on a large card', () => {
    expect(idsThat(({ runs, reason }) => !runs || reason !== null)).toEqual([]);
  });

  test('takes the 32-bit variant where the card has no 16-bit floats, and says so', () => {
    const plain = { ...CARD, features: [] };
    const fit = fitting(webLlmCatalogue(), plain).find(({ entry }) => entry.id === 'SmolLM2-360M-Instruct-q4f16_1-MLC');
    expect(fit).toMatchObject({ runs: true, instead: 'SmolLM2-360M-Instruct-q4f32_1-MLC' });
    expect(fit?.reason).toContain('shader-f16');
    const lost = fitting(webLlmCatalogue(), plain).filter(({ runs }) => !runs);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.every(({ entry }) => entry.in32Bits === null)).toBe(true);
  });

  test('refuses what binds more at once than the card gives', () => {
    const small = { ...CARD, limits: { ...CARD.limits, maxStorageBufferBindingSize: 2 ** 27 } };
    expect(idsThat(({ runs }) => !runs, small)).toContain('gemma-2b-it-q4f16_1-MLC');
    expect(idsThat(({ runs }) => runs, small)).toContain('SmolLM2-360M-Instruct-q4f16_1-MLC');
  });

  test('refuses all on a card below what WebLLM asks of every card', () => {
    const old = { ...CARD, limits: { ...CARD.limits, maxStorageBuffersPerShaderStage: 8 } };
    expect(idsThat(({ runs }) => runs, old)).toEqual([]);
    expect(fitting(webLlmCatalogue(), old)[0]?.reason).toContain('maxStorageBuffersPerShaderStage');
  });

  test('passes on why there is no card', () => {
    const fits = fitting(webLlmCatalogue(), { available: false, reason: 'No WebGPU here.' });
    expect(new Set(fits.map(({ runs, reason }) => `${runs} ${reason}`))).toEqual(new Set(['false No WebGPU here.']));
  });
});

describe('pins', () => {
  const row = (id: string): CatalogueRow => ({ id, model: `mlc-ai/${id}`, library: 'l.wasm', vram: 1, overrides: {} });
  const catalogue: CatalogueFile = {
    version: '0',
    weights: 'https://weights.example/',
    libraries: 'https://libraries.example/',
    models: [row('here'), { ...row('gone'), pins: { library: 'kept' } }],
  };

  test('are the hashes of what lies at the catalogue’s addresses; a row whose files cannot be had keeps its own', async () => {
    const files = new Map(
      [...modelFiles('ndarray-cache.json')].map(([file, bytes]) => [
        `https://weights.example/mlc-ai/here/resolve/main/${file}`,
        bytes,
      ]),
    );
    files.set('https://libraries.example/l.wasm', LIBRARY);
    const told: string[] = [];
    const { models } = await pinned(
      catalogue,
      async (url) => files.get(url) ?? null,
      (line) => told.push(line),
    );
    const hash = (bytes: Uint8Array | undefined): string =>
      createHash('sha256')
        .update(bytes ?? new Uint8Array())
        .digest('hex');
    const [settings, list, tokenizer] = ['mlc-chat-config.json', 'ndarray-cache.json', 'tokenizer.json'].map((file) =>
      hash(files.get(`https://weights.example/mlc-ai/here/resolve/main/${file}`)),
    );
    expect(models).toEqual([
      {
        ...row('here'),
        pins: {
          'mlc-chat-config.json': settings,
          'tensor-cache.json': list,
          'tokenizer.json': tokenizer,
          library: hash(LIBRARY),
        },
      },
      catalogue.models[1],
    ]);
    expect(told).toEqual(['here: pinned', expect.stringContaining('mlc-chat-config.json is not there')]);
    expect(await formatted({ ...catalogue, models })).toContain(hash(LIBRARY));
  });
});

/** Model files that are not what they should be, and a runtime that gives up: each said in a sentence to act on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeTransformersHost } from '../../../src/cli/open-model.ts';
import { engineFailure } from '../../../src/models/failure.ts';
import { loadTransformersEngine } from '../../../src/models/transformers/load-transformers-engine.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';
import { changedFolder, loadOf } from './models-folder.ts';
import { SMOL, SMOL_FILES } from './small-chat-model.ts';

const ONNX = 'onnx/model_quantized.onnx';
const FOLDER = sharedFile(`models/${SMOL}`);

const load = (folder: string, options = {}) =>
  loadTransformersEngine(loadOf(SMOL, folder, { options }), nodeTransformersHost(2));

describeWithShared('a model is refused', SMOL_FILES, () => {
  test.each([
    ['without its weights', ONNX, null, 'model-missing'],
    ['without a tokenizer', 'tokenizer.json', null, 'model-missing'],
    ['without a configuration', 'config.json', null, 'model-missing'],
    ['with a page in place of its configuration', 'config.json', '<!doctype html>', 'model-damaged'],
    ['with weights that are nonsense', ONNX, 'nonsense'.repeat(100), 'model-damaged'],
  ])('%s', async (_name, path, text, code) => {
    const folder = changedFolder(FOLDER, { [path]: text === null ? null : () => text });
    const failure = load(folder);
    await expect(failure).rejects.toMatchObject({ code });
    await expect(failure).rejects.toThrow(SMOL);
    await expect(failure).rejects.toThrow(folder);
    if (text !== 'nonsense'.repeat(100)) await expect(failure).rejects.toThrow(path);
  });
});

describe('a model whose layers are not all attention', () => {
  const configs = [
    ['LFM2', { model_type: 'lfm2', layer_types: ['conv', 'full_attention', 'conv'] }, 'conv'],
    ['Qwen3.5', { model_type: 'qwen3_5', text_config: { layer_types: ['linear_attention'] } }, 'linear attention'],
    ['Granite 4 H', { model_type: 'granitemoehybrid', layer_types: ['mamba', 'attention'] }, 'mamba'],
  ] as const;

  test.each(configs)('%s is refused before its weights are read', async (_name, config, layers) => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    const failure = load(folder);
    await expect(failure).rejects.toMatchObject({ code: 'model-failed' });
    await expect(failure).rejects.toThrow(`some of its layers (${layers})`);
  });
});

describe('a runtime that gives up', () => {
  test.each([
    [new RangeError('Array buffer allocation failed'), 'memory-exhausted'],
    [new Error('std::bad_alloc'), 'memory-exhausted'],
    [new Error('failed to call OrtRun(). ERROR_CODE: 6'), 'model-failed'],
    [123456, 'model-failed'],
  ])('%s', (thrown, code) => {
    const error = engineFailure(thrown, SMOL);
    expect(error).toMatchObject({ code, details: { model: SMOL } });
    expect(error.message).toContain(SMOL);
  });
});

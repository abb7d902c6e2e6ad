import { expect, test } from 'vitest';
import { engineOf, nameOfFolder } from '../../src/ui/pages/models/model-folder.ts';

const files = (...paths: readonly string[]) => paths.map((path) => ({ path, file: new File([], path) }));

test('a folder is taken for a model by its settings and what lies beside them', () => {
  const onnx = files('SmolLM2/config.json', 'SmolLM2/onnx/model_q4.onnx', 'SmolLM2/tokenizer.json');
  const compiled = files('chat/mlc-chat-config.json', 'chat/params_shard_0.bin', 'chat/lib.wasm');
  expect([engineOf(onnx), engineOf(compiled)]).toEqual(['transformers', 'web-llm']);
  expect(engineOf(files('ml-latest-small/ratings.csv', 'ml-latest-small/config.json'))).toBeNull();
  expect(engineOf(files('ml-latest-small.zip'))).toBeNull();
  expect(nameOfFolder(onnx, 'transformers')).toBe('transformers/SmolLM2');
  expect(nameOfFolder(compiled, 'web-llm')).toBe('web-llm/chat');
  expect(nameOfFolder(files('a b/weights.bin'), 'transformers')).toBe('transformers/a-b');
  expect(nameOfFolder([], 'transformers')).toBe('');
});

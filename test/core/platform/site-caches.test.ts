import { beforeEach, expect, test } from 'vitest';
import { moveSharedModels, removeSharedModels } from '../../../src/core/platform/site-caches.ts';
import { memoryCaches, type MemoryCaches } from '../../models/web-llm/memory-caches.ts';

const OWN = 'https://hub.example/lab-model/resolve/main/';
const OTHER = 'https://hub.example/other-model/resolve/main/';
const LIBRARY = 'https://hub.example/libraries/lab.wasm';

const put = async (store: MemoryCaches, shelf: string, url: string, text: string): Promise<void> =>
  (await store.caches.open(shelf)).put(url, new Response(text));

async function fill(store: MemoryCaches): Promise<void> {
  await put(store, 'webllm/config', `${OWN}espalier-model.json`, JSON.stringify({ baseUrl: OWN, libraryKey: LIBRARY }));
  await put(store, 'webllm/config', `${OWN}mlc-chat-config.json`, '{}');
  await put(store, 'webllm/model', `${OWN}shard-0.bin`, 'weights');
  await put(store, 'webllm/wasm', LIBRARY, 'wasm');
}

async function fillOthers(store: MemoryCaches): Promise<void> {
  await put(store, 'webllm/model', `${OTHER}shard-0.bin`, 'their weights');
  await put(store, 'webllm/wasm', `${OTHER}their.wasm`, 'their wasm');
  await put(store, 'transformers-cache', `${OTHER}model.onnx`, 'theirs');
}

const THEIRS = [
  `webllm/model ${OTHER}shard-0.bin`,
  `webllm/wasm ${OTHER}their.wasm`,
  `transformers-cache ${OTHER}model.onnx`,
];

let store: MemoryCaches;
beforeEach(async () => {
  store = memoryCaches();
  await fill(store);
  await fillOthers(store);
});

test('models of the lab move to the site’s own caches, and those of other projects stay', async () => {
  await moveSharedModels(store.caches, '/lab/');
  expect(store.keys().sort()).toEqual(
    [
      ...THEIRS,
      `espalier:/lab/#webllm/config ${OWN}espalier-model.json`,
      `espalier:/lab/#webllm/config ${OWN}mlc-chat-config.json`,
      `espalier:/lab/#webllm/model ${OWN}shard-0.bin`,
      `espalier:/lab/#webllm/wasm ${LIBRARY}`,
    ].sort(),
  );
  const moved = await (await store.caches.open('espalier:/lab/#webllm/model')).match(`${OWN}shard-0.bin`);
  expect(await moved?.text()).toBe('weights');
});

test('no cache without files is left behind, and none is made where there was nothing to move', async () => {
  const alone = memoryCaches();
  await fill(alone);
  await moveSharedModels(alone.caches, '/lab/');
  expect((await alone.caches.keys()).every((name) => name.startsWith('espalier:/lab/#'))).toBe(true);
  const empty = memoryCaches();
  await moveSharedModels(empty.caches, '/lab/');
  expect(await empty.caches.keys()).toEqual([]);
});

test('on a full disk nothing is lost, and the move goes on when there is room', async () => {
  const full = memoryCaches(1000);
  await fill(full);
  await put(full, 'webllm/model', `${OTHER}shard-0.bin`, 'x'.repeat(1000 - full.bytes()));
  const before = full.bytes();
  await expect(moveSharedModels(full.caches, '/lab/')).rejects.toThrow();
  expect(full.bytes()).toBe(before);
  await (await full.caches.open('webllm/model')).delete(`${OTHER}shard-0.bin`);
  await moveSharedModels(full.caches, '/lab/');
  expect(full.keys()).toHaveLength(4);
  expect(full.keys().every((key) => key.startsWith('espalier:/lab/#'))).toBe(true);
});

test('erasing takes the lab’s models from shared caches and nothing else', async () => {
  await removeSharedModels(store.caches);
  expect(store.keys().sort()).toEqual([...THEIRS].sort());
});

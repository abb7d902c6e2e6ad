/** @file Where a browser finds a transformers.js model, and whom it asks: what is kept asks nobody, a run asks the lab's own folder alone. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Agreement } from '../../../src/core/network-asks.ts';
import { removeModels } from '../../../src/models/model-list.ts';
import { createNetworkAccess } from '../../../src/models/network-access.ts';
import { browserPlace, cacheOf, modelOfCache, type ModelSource } from '../../../src/models/transformers/place.ts';
import { memoryCaches, type MemoryCaches } from '../web-llm/memory-caches.ts';

const BASE = 'https://lab.example/site/';
const NAME = 'owner/model';
const HUB = 'https://hub.example/{model}/resolve/{revision}/';
const NEVER = new AbortController().signal;

let store: MemoryCaches;
let asked: string[];
let answer: (url: string) => Response;
beforeEach(() => {
  store = memoryCaches();
  asked = [];
  answer = () => new Response('{}');
  vi.stubGlobal('caches', store.caches);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer(url);
  });
});
afterEach(() => vi.unstubAllGlobals());

function placeOf(from: ModelSource | null, agreed: readonly Agreement[] = [], model = NAME) {
  const access = createNetworkAccess('https://lab.example');
  access.setAgreements(agreed);
  return browserPlace({ model, revision: null, base: BASE, access, from });
}

async function keep(address: string, paths = ['config.json', 'onnx/model_quantized.onnx']): Promise<void> {
  const cache = await store.caches.open(cacheOf(NAME, null));
  for (const path of paths) await cache.put(address + path, new Response('{}'));
}

describe('a run', () => {
  test('asks the lab’s own folder for what is not here', async () => {
    const place = await placeOf(null);
    await place.fetch(`${place.address}config.json`, NEVER);
    expect(asked).toEqual([`${BASE}models/${NAME}/config.json`]);
  });

  test('asks nobody for what is here, not even for a file that is missing', async () => {
    await keep('https://hub.example/x/');
    const place = await placeOf(null);
    expect((await place.fetch(`${place.address}generation_config.json`, NEVER)).status).toBe(404);
    expect([asked, place.address, place.place]).toEqual([[], 'https://hub.example/x/', 'this browser']);
    expect(await place.read('config.json')).not.toBeNull();
  });
});

describe('getting a model', () => {
  const agreed: readonly Agreement[] = [{ origin: 'https://hub.example', gets: 'files' }];

  test('asks its source, by the name that the hub has for it', async () => {
    const place = await placeOf({ source: HUB, hubName: 'Hub/Name' }, agreed);
    await place.fetch(`${place.address}config.json`, NEVER);
    expect(asked).toEqual(['https://hub.example/Hub/Name/resolve/main/config.json']);
  });

  test('asks nobody whom the person did not name', async () => {
    const place = await placeOf({ source: HUB, hubName: NAME });
    await expect(place.fetch(`${place.address}config.json`, NEVER)).rejects.toMatchObject({ code: 'network-off' });
    const allowed = await placeOf({ source: HUB, hubName: NAME }, agreed);
    await expect(allowed.fetch('https://other.example/config.json', NEVER)).rejects.toMatchObject({
      code: 'network-off',
    });
    expect(asked).toEqual([]);
  });

  test.each(['file:///etc/', 'javascript:alert(1)//', 'https://hub.example/?key='])('refuses %s', async (source) => {
    await expect(placeOf({ source, hubName: NAME }, agreed)).rejects.toMatchObject({ code: 'spec-invalid' });
  });
});

test.each(['../secrets', 'a/../../b', 'a//b', 'https://evil.example/x', 'a/b/c', '', 'a b', 'x'.repeat(200)])(
  'nothing is asked or kept for the name %j',
  async (name) => {
    await expect(placeOf(null, [], name)).rejects.toMatchObject({ code: 'name-unknown' });
    expect(() => cacheOf('model', `${name}\n`)).toThrow('revision');
    expect([asked, store.keys()]).toEqual([[], []]);
  },
);

test('removing a model removes its cache, and no key leads to another one', async () => {
  await keep('https://hub.example/x/');
  await (await store.caches.open('somebody-else')).put('https://a.example/b', new Response(''));
  const key = cacheOf(NAME, null);
  expect(modelOfCache(key)).toEqual({ model: NAME, revision: 'main' });
  await removeModels('somebody-else');
  expect(store.keys()).toHaveLength(3);
  await removeModels(key);
  expect(store.keys()).toEqual(['somebody-else https://a.example/b']);
});

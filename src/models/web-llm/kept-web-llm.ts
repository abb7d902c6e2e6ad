/** @file The files that WebLLM keeps in this browser, by the addresses that they came from. */
import { hostOf } from '../../core/network-asks.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { KeptModel } from '../service/model-list.ts';
import { webLlmRows } from './catalogue.ts';
import { parseWebLlmOptions, resolveWebLlmModel, type WebLlmModel } from './web-llm-model.ts';

/** WebLLM's caches: shards and tokenizer, settings, compiled libraries. */
export const SHELVES = ['webllm/model', 'webllm/config', 'webllm/wasm'] as const;
/** The model's settings, and the list of its shards. */
export const SETTINGS = 'mlc-chat-config.json';
export const SHARD_LIST = 'tensor-cache.json';

type Caches = Pick<CacheStorage, 'open'>;

/** A file that is kept; null where it is not here, or is not JSON. */
export async function keptJson(caches: Caches, shelf: string, url: string): Promise<unknown> {
  const found = await (await caches.open(shelf)).match(url);
  return found === undefined ? null : found.json().catch(() => null);
}

/** Shards as the list of a model names them. */
export function shardsIn(list: unknown): readonly { readonly file: string; readonly size: number }[] {
  const { records } = (list ?? {}) as { readonly records?: unknown };
  if (!Array.isArray(records)) return [];
  return (records as readonly { readonly dataPath?: unknown; readonly nbytes?: unknown }[]).map(
    ({ dataPath, nbytes }) => ({ file: String(dataPath), size: Number(nbytes) }),
  );
}

const keysOf = async (caches: Caches, shelf: string): Promise<readonly string[]> =>
  (await (await caches.open(shelf)).keys()).map(({ url }) => url);

/** All that is kept. @param described models of which the person gave the addresses, as specs name them */
export async function keptWebLlm(caches: Caches, described: readonly ComponentSpec[]): Promise<readonly KeptModel[]> {
  const settings = (await keysOf(caches, 'webllm/config')).filter((url) => url.endsWith(`/${SETTINGS}`));
  const files = new Set(await keysOf(caches, 'webllm/model'));
  const libraries = new Set(await keysOf(caches, 'webllm/wasm'));
  const known = knownModels(described);
  const kept: KeptModel[] = [];
  for (const url of settings) {
    const base = url.slice(0, -SETTINGS.length);
    const shards = shardsIn(await keptJson(caches, 'webllm/model', base + SHARD_LIST));
    const here = shards.filter(({ file }) => files.has(new URL(file, base).href));
    const sum = (all: typeof shards): number => all.reduce((bytes, { size }) => bytes + size, 0);
    const isWhole = shards.length > 0 && here.length === shards.length;
    const row = {
      key: `webllm ${base}`,
      kind: 'language' as const,
      bytes: sum(here),
      source: hostOf({ origin: new URL(base).origin }),
    };
    const named = known.filter(
      ({ model, name }) => model.baseUrl === base && (name !== null || libraries.has(model.libraryKey)),
    );
    for (const { spec, model } of named)
      kept.push({ ...row, ...spec, isWhole: isWhole && libraries.has(model.libraryKey) });
    // A notebook named its address.
    if (named.length === 0) kept.push({ ...row, name: `web-llm/${nameIn(base)}`, options: null, isWhole });
  }
  return kept;
}

interface Known {
  readonly spec: ComponentSpec;
  readonly model: WebLlmModel;
  /** Of a model that the person described; null for one of the catalogue, where several share their weights. */
  readonly name: string | null;
}

function knownModels(described: readonly ComponentSpec[]): readonly Known[] {
  const own = described.flatMap((spec): Known[] => {
    try {
      const { name, options } = spec;
      const id = name.slice('web-llm/'.length);
      return [{ spec, model: resolveWebLlmModel(id, parseWebLlmOptions(options)), name }];
    } catch {
      return [];
    }
  });
  const rows = webLlmRows().map(({ id }): Known => {
    return { spec: { name: `web-llm/${id}`, options: {} }, model: resolveWebLlmModel(id, {}), name: null };
  });
  return [...own, ...rows];
}

const nameIn = (base: string): string =>
  new URL(base).pathname
    .replace(/\/resolve\/.*$/, '')
    .split('/')
    .at(-1) ?? base;

/** Removes a model's files, and every library that no other kept model uses. */
export async function removeWebLlm(caches: Caches, base: string): Promise<void> {
  for (const shelf of ['webllm/model', 'webllm/config']) {
    const cache = await caches.open(shelf);
    for (const url of await keysOf(caches, shelf)) if (url.startsWith(base)) await cache.delete(url);
  }
  const bases = await keysOf(caches, 'webllm/config');
  const used = new Set(
    knownModels([])
      .filter(({ model }) => bases.some((url) => url.startsWith(model.baseUrl)))
      .map(({ model }) => model.libraryKey),
  );
  const cache = await caches.open('webllm/wasm');
  for (const url of await keysOf(caches, 'webllm/wasm')) if (!used.has(url)) await cache.delete(url);
}

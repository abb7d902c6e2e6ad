/** @file Where the files of a transformers.js model are: in the library's own cache, on a host, or in a folder of this machine. */
import { LabError } from '../../core/errors.ts';
import { nameInSite } from '../../core/platform/site-scope.ts';
import { originOf } from '../../core/network-asks.ts';
import { fetchModelFile, agreedFetch, type NetworkAccess } from '../network-access.ts';

export interface ModelPlace {
  readonly place: string;
  /** The folder of the files: an address with its last slash, or a path where `cache` is null. */
  readonly address: string;
  /** The cache in which the library keeps what it fetches; null for a folder of this machine. */
  readonly cache: string | null;
  fetch(url: string, signal: AbortSignal): Promise<Response>;
  read(path: string): Promise<ArrayBuffer | null>;
}

export interface ModelSource {
  /** An address with `{model}` and `{revision}` in it, or a folder that holds a folder for each model. */
  readonly source: string;
  /** What the hub and its mirrors call the model: `HuggingFaceTB/SmolLM2-135M-Instruct`. */
  readonly hubName: string;
}

export interface PlaceRequest {
  readonly model: string;
  readonly revision: string | null;
  readonly base: string;
  readonly access: Pick<NetworkAccess, 'require'>;
  /** Where the person gets it from now; null for a run, which asks the lab's own folder alone. */
  readonly from: ModelSource | null;
}

/** The folder beside the lab's page in which whoever serves it may put models. */
const OWN_FOLDER = './models/';
const PART = '[A-Za-z0-9][A-Za-z0-9._-]{0,95}';
const MODEL = new RegExp(`^${PART}(/${PART})?$`);
const REVISION = new RegExp(`^${PART}(/${PART})*$`);
const CACHES = 'transformers/';

/** The library's cache of one model. @throws LabError `name-unknown` for what cannot be the name of a model or of a revision */
export function cacheOf(model: string, revision: string | null): string {
  if (!MODEL.test(model)) throw unnamed(model, "a model's name: write it as owner/name, as its page on the hub does");
  if (!REVISION.test(revision ?? 'main'))
    throw unnamed(revision ?? '', 'a revision: write a branch, a tag or a commit');
  return nameInSite(`${CACHES}${model}@${revision ?? 'main'}`);
}

const unnamed = (name: string, what: string): LabError =>
  new LabError('name-unknown', `${JSON.stringify(name.slice(0, 200))} cannot be ${what}.`);

/** The model and the revision of a cache's name; null for any other cache. */
export function modelOfCache(cache: string): { readonly model: string; readonly revision: string } | null {
  const prefix = nameInSite(CACHES);
  const [, model, revision] = /^(.*)@([^@]*)$/.exec(cache.startsWith(prefix) ? cache.slice(prefix.length) : '') ?? [];
  return model === undefined || revision === undefined ? null : { model, revision };
}

/** A page that is not served over https has none, and keeps nothing. */
export const hasCaches = (): boolean => 'caches' in globalThis;

/** The address from which a cache was filled, and its files; null where it holds no weights. */
export async function keptIn(cache: string): Promise<{ readonly address: string; readonly paths: string[] } | null> {
  if (!hasCaches() || !(await caches.has(cache))) return null;
  const urls = (await (await caches.open(cache)).keys()).map(({ url }) => url);
  const address = urls.find((url) => url.endsWith('/config.json'))?.replace(/config\.json$/, '');
  if (address === undefined || !urls.some((url) => url.endsWith('.onnx'))) return null;
  return { address, paths: urls.map((url) => url.slice(address.length)) };
}

/**
 * Where the library is to load a model from in a browser: its cache, which nothing is fetched for any more, else the source.
 * @throws LabError `name-unknown`, `spec-invalid`
 */
export async function browserPlace({ model, revision, base, access, from }: PlaceRequest): Promise<ModelPlace> {
  const cache = cacheOf(model, revision);
  const kept = await keptIn(cache);
  const named = addressOf(from ?? { source: OWN_FOLDER, hubName: model }, model, revision ?? 'main', base);
  // Files of two sources are never mixed.
  if (from !== null && kept !== null && kept.address !== named) await caches.delete(cache);
  const isKept = from === null && kept !== null;
  const address = isKept ? kept.address : named;
  const asks = [{ origin: originOf(address) ?? '', gets: 'files' as const, by: `transformers/${model}` }];
  const ask = agreedFetch((url, init) => fetch(url, { ...init, cache: 'no-store' }), access, asks);
  return {
    place: isKept ? 'this browser' : address,
    address,
    cache,
    fetch: async (url, signal) =>
      isKept
        ? new Response(null, { status: 404 })
        : fetchModelFile(url, { fetch: ask, file: url.slice(address.length), signal }),
    async read(path) {
      const found = hasCaches() ? await (await caches.open(cache)).match(address + path) : undefined;
      return (await found?.arrayBuffer()) ?? null;
    },
  };
}

function addressOf({ source, hubName }: ModelSource, model: string, revision: string, base: string): string {
  const folder = source.endsWith('/') ? source : `${source}/`;
  const filled = folder.includes('{model}')
    ? folder.replaceAll('{model}', hubName).replaceAll('{revision}', revision)
    : `${folder}${model}/`;
  const url = URL.canParse(filled, base) ? new URL(filled, base) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url.href;
  throw new LabError(
    'spec-invalid',
    `The source ${JSON.stringify(source.slice(0, 200))} is not an address: begin it with https:// or ./`,
  );
}

export function continuesTexts(config: unknown): boolean {
  const { architectures } = (config ?? {}) as { readonly architectures?: unknown };
  return Array.isArray(architectures) && architectures.some((one) => /ForCausalLM$|LMHeadModel$/.test(String(one)));
}

/** @file Whom a spec would ask over the network. What warns before a run and what refuses a request both read it. */
import { LabError } from './errors.ts';
import type { Json } from './json.ts';
import type { ComponentSpec } from './run.ts';

export type Gets = 'prompts' | 'queries' | 'files';

export interface Agreement {
  readonly origin: string;
  readonly gets: Gets;
}

export interface NetworkAsk extends Agreement {
  /** The model, or the tool, that asks: `web-llm/Llama-3.2-1B-Instruct-q4f32_1-MLC`, `Wikipedia`. */
  readonly by: string;
}

export const WEB_LLM_ORIGINS = { weights: 'https://huggingface.co', libraries: 'https://raw.githubusercontent.com' };

export const WIKIPEDIA_ORIGIN = 'https://en.wikipedia.org';

type Options = ComponentSpec['options'];

/** The origin of an address in a spec, which may have `{model}` and `{revision}` in it; null for what is none. */
export function originOf(address: Json | undefined): string | null {
  const text = typeof address === 'string' ? address.replaceAll(/\{\w+\}/g, 'x').trim() : '';
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

export function asksOfModel({
  name,
  options = {},
}: Pick<ComponentSpec, 'name'> & Partial<ComponentSpec>): NetworkAsk[] {
  const asks = (gets: Gets, origins: readonly (string | null)[]): NetworkAsk[] =>
    [...new Set(origins)].flatMap((origin) => (origin === null ? [] : [{ origin, gets, by: name }]));
  if (name.startsWith('endpoint/')) return asks('prompts', [originOf(options['baseUrl'])]);
  const { modelUrl, libraryUrl } = options;
  const own = WEB_LLM_ORIGINS;
  const origins = [
    modelUrl === undefined ? own.weights : originOf(modelUrl),
    libraryUrl === undefined ? own.libraries : originOf(libraryUrl),
  ];
  if (name.startsWith('web-llm/')) return asks('files', origins);
  return [];
}

export function asksOfSearches(options: unknown): NetworkAsk[] {
  if (Array.isArray(options)) return options.flatMap(asksOfSearches);
  if (options === null || typeof options !== 'object') return [];
  const fields = options as Options;
  const inside = Object.values(fields).flatMap(asksOfSearches);
  if (fields['provider'] !== 'wikipedia' || fields['allowNetwork'] !== true) return inside;
  const origin = originOf(fields['baseUrl'] ?? WIKIPEDIA_ORIGIN);
  return origin === null ? inside : [{ origin, gets: 'queries', by: 'Wikipedia' }, ...inside];
}

export const isSameAgreement = (a: Agreement, b: Agreement): boolean => a.origin === b.origin && a.gets === b.gets;

export function distinctAgreements<One extends Agreement>(asks: readonly One[]): One[] {
  return asks.filter((ask, index) => asks.findIndex((one) => isSameAgreement(one, ask)) === index);
}

export const hostOf = ({ origin }: Pick<Agreement, 'origin'>): string => new URL(origin).host;

const WHAT: Readonly<Record<Gets, string>> = {
  prompts: 'would send all its prompts to',
  queries: 'would send its queries to',
  files: 'would fetch its files from',
};

export const ON_THE_PAGE = 'Agree in the Library, under Addresses.';

/** @throws LabError `network-off` naming all that were not agreed to, which its details list as `asks` */
export function requireAgreed(
  asks: readonly NetworkAsk[],
  isAgreed: (ask: NetworkAsk) => boolean,
  how: string = ON_THE_PAGE,
): void {
  const refused = distinctAgreements(asks.filter((ask) => !isAgreed(ask)));
  const [first] = refused;
  if (first === undefined) return;
  const hosts = refused.filter(({ by, gets }) => by === first.by && gets === first.gets).map(hostOf);
  throw new LabError(
    'network-off',
    `${first.by} ${WHAT[first.gets]} ${hosts.join(' and ')}, and you have not agreed to that. ${how}`,
    { asks: refused.map(({ origin, gets, by }) => ({ origin, gets, by })) },
  );
}

/** Chrome's Local Network Access: no page reaches inwards unasked. https://wicg.github.io/local-network-access/ */

export type AddressSpace = 'loopback' | 'local' | 'public';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const LOCAL =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd][\da-f:]+\]|\[fe80:[\da-f:]*\]|.*\.local)$/;

/** A name that only the network resolves is taken for public. @param hostname as `URL` writes it */
export function addressSpaceOf(hostname: string): AddressSpace {
  if (LOOPBACK.test(hostname)) return 'loopback';
  return LOCAL.test(hostname) ? 'local' : 'public';
}

const DEPTH: Readonly<Record<AddressSpace, number>> = { public: 0, local: 1, loopback: 2 };

/** Whether one address leads from outside to this machine, or to its network, as no redirect of a stranger should. */
export function isInward(from: URL, to: URL): boolean {
  return DEPTH[addressSpaceOf(to.hostname)] > DEPTH[addressSpaceOf(from.hostname)];
}

/**
 * @file The one switch before every request to another host: what the person has agreed to, and the keys of endpoints. A spec may
 * come from a link, so nothing is asked of an address that it names before the person agreed to that address.
 */
import {
  isInward,
  isSameAgreement,
  ON_THE_PAGE,
  originOf,
  requireAgreed,
  type Agreement,
  type NetworkAsk,
} from '../core/network-asks.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import { readBaseUrl } from './endpoint/endpoint-options.ts';

export interface NetworkAccess {
  setAgreements(agreed: readonly Agreement[]): void;
  /**
   * @param key what the server wants as a bearer token; null where it wants none
   * @throws LabError `spec-invalid` for an address that is none and a key that no header can carry
   */
  giveKey(baseUrl: string, key: string | null): void;
  require(asks: readonly NetworkAsk[]): void;
  keyFor(baseUrl: string, by: string): string | null;
}

/**
 * A key as it is sent: without spaces around it, null where nothing is left.
 * @throws LabError `spec-invalid` where a header cannot carry it; the message does not repeat it
 */
function readKey(key: string | null): string | null {
  const trimmed = key?.trim() ?? '';
  if (/^[\x21-\x7e]*$/.test(trimmed)) return trimmed === '' ? null : trimmed;
  throw new LabError('spec-invalid', 'The key holds spaces or letters that no key has. Copy it once more.', {
    field: 'key',
  });
}

/**
 * Nothing agreed to yet.
 * @param own the lab’s own origin, which may be asked for files without a question; null where it has none
 * @param how a person agrees, in a sentence
 */
export function createNetworkAccess(own: string | null = null, how: string = ON_THE_PAGE): NetworkAccess {
  const keys = new Map<string, string | null>();
  let agreed: readonly Agreement[] = [];
  const isAgreed = (ask: NetworkAsk): boolean =>
    (ask.gets === 'files' && ask.origin === own) || agreed.some((one) => isSameAgreement(one, ask));
  const require: NetworkAccess['require'] = (asks) => requireAgreed(asks, isAgreed, how);
  return {
    setAgreements: (all) => void (agreed = all),
    giveKey: (baseUrl, key) => void keys.set(readBaseUrl(baseUrl), readKey(key)),
    require,
    keyFor(baseUrl, by) {
      const address = readBaseUrl(baseUrl);
      require([{ origin: new URL(address).origin, gets: 'prompts', by }]);
      return keys.get(address) ?? null;
    },
  };
}

export type Fetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * A fetch that asks only addresses which were announced and agreed to. Hubs hand out large files from other hosts, so redirects
 * are followed, but an answer from this machine or its network is refused where an outer address was asked.
 * @param asks what was announced
 */
export function agreedFetch(fetch: Fetch, access: Pick<NetworkAccess, 'require'>, asks: readonly NetworkAsk[]): Fetch {
  return async (url, init) => {
    const origin = originOf(url);
    if (!asks.some((ask) => ask.origin === origin)) {
      throw new LabError('network-off', `${url} is at none of the addresses that this model names.`, { url });
    }
    // All at once, so that a person is asked once.
    access.require(asks);
    const response = await fetch(url, init);
    if (response.redirected && isInward(new URL(url), new URL(response.url))) {
      await response.body?.cancel();
      throw new LabError(
        'network-off',
        `${new URL(url).host} sent the request on to ${new URL(response.url).host}, which is on this machine or its network. Its answer was not read.`,
        { url, redirectedTo: response.url },
      );
    }
    return response;
  };
}

interface FileFetch {
  readonly fetch: Fetch;
  readonly file: string;
  readonly signal: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
  /** Called with what the body fails with: who reads it for the browser's cache is not told. */
  readonly onFailure?: (failure: LabError) => void;
}

/**
 * Asks for a file. An answer of 404 is handed on; the body of any other fails with the errors named here.
 * @throws LabError `network-failed`, `network-off`, `aborted`
 */
export async function fetchModelFile(url: string, asking: FileFetch): Promise<Response> {
  const { fetch, file, signal } = asking;
  const { host } = new URL(url);
  throwIfAborted(signal);
  const failed = (why: string, cause?: unknown): LabError =>
    new LabError('network-failed', `${file} could not be fetched from ${host}: ${why}.`, { file, host }, { cause });
  const response = await fetch(url, { signal }).catch((thrown: unknown) => {
    throwIfAborted(signal);
    if (thrown instanceof LabError) throw thrown;
    throw failed('there is no network, nobody answers there, or that host does not let this page ask (CORS)', thrown);
  });
  if (response.status === 404) return response;
  const isPage = /^text\/html\b/.test(response.headers.get('content-type') ?? '');
  if (!response.ok || response.body === null || isPage) {
    await response.body?.cancel();
    throw failed(response.ok ? 'it answers with a web page in place of it' : refusal(response.status));
  }
  const body = watched(response.body, asking, (thrown) => failed('it broke off in the middle', thrown));
  return new Response(body, { status: response.status, headers: response.headers });
}

function refusal(status: number): string {
  if (status === 401 || status === 403) return `it answers ${status}, it is not open to everybody, or does not exist`;
  const isBusy = status === 429 || status >= 500;
  return `it answers ${status}, ${isBusy ? 'the host is busy or broken; try again later' : 'the address may be wrong'}`;
}

function watched(
  body: ReadableStream<Uint8Array>,
  { signal, onBytes, onFailure }: FileFetch,
  brokenOff: (thrown: unknown) => LabError,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        onBytes?.(value.length);
        controller.enqueue(value);
      } catch (thrown) {
        const failure = signal.aborted ? new LabError('aborted', 'Stopped.') : brokenOff(thrown);
        onFailure?.(failure);
        controller.error(failure);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

export const noRoomFor = (file: string, model: string): LabError =>
  new LabError(
    'storage-full',
    `The browser had no room to keep ${file} of ${model}. Remove a model, a dataset or a run, then get it again.`,
    { file, model },
  );

/** @file A text at an address, for searches that the person switched on. A request that is sent on to another host is not followed. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { isPage } from '../../core/platform/site-scope.ts';
import { streamed } from './source-files.ts';

const MOST_REDIRECTS = 5;

/** @throws LabError `network-off` with `redirectedTo`, `network-failed`, `file-too-large`, `file-damaged`, `aborted` */
export async function fetchText(url: string, most: number, signal: AbortSignal): Promise<string> {
  const address = new URL(url);
  const name = address.pathname.split('/').pop() ?? address.host;
  const { body } = await request(address, signal);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const chunk of body === null ? [] : streamed(body)) {
      size += chunk.length;
      if (size > most) throw new LabError('file-too-large', `${name} is larger than the cap of ${most} bytes.`);
      parts.push(chunk.slice());
    }
  } catch (thrown) {
    throwIfAborted(signal);
    if (thrown instanceof LabError) throw thrown;
    throw failed(address, `broke the connection while ${name} was read`, thrown);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch (cause) {
    throw new LabError('file-damaged', `${name} is not text in UTF-8.`, { file: name }, { cause });
  }
}

async function request(first: URL, signal: AbortSignal): Promise<Response> {
  let address = first;
  let response = await ask(address, signal);
  for (let hop = 0; isRedirect(response); hop += 1) {
    await response.body?.cancel();
    const location = response.headers.get('location');
    const to = location !== null && URL.canParse(location, address.href) ? new URL(location, address.href) : null;
    if (to?.origin !== address.origin) throw sentOn(address, to);
    if (hop === MOST_REDIRECTS) throw failed(address, 'sends the request round in circles');
    address = to;
    response = await ask(address, signal);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw failed(address, `answered ${`${response.status} ${response.statusText}`.trim()} for ${address.pathname}`);
}

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

async function ask(address: URL, signal: AbortSignal): Promise<Response> {
  throwIfAborted(signal);
  const quiet: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'manual' };
  return fetch(address, { ...quiet, signal }).catch((thrown: unknown) => {
    throwIfAborted(signal);
    throw failed(
      address,
      `could not be reached${isPage ? ', or does not let other sites read it (CORS)' : ''}`,
      thrown,
    );
  });
}

const failed = ({ host }: URL, how: string, cause?: unknown): LabError =>
  new LabError('network-failed', `${host} ${how}. Check the address.`, { host }, { cause });

/** @param to null where the browser does not tell */
function sentOn({ host }: URL, to: URL | null): LabError {
  const where = to?.href ?? 'another address, which browsers do not tell before they ask it';
  const details = { host, redirectedTo: to?.href ?? null };
  return new LabError('network-off', `${host} sends the request on to ${where}. It was not followed.`, details);
}

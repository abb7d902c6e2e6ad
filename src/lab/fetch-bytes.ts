/** @file Fetches a file that comes with the lab. */
import { LabError } from '../core/errors.ts';

/** Reads a file of the lab's own origin. @throws LabError `network-failed` with the status */
export async function fetchBytes(url: URL): Promise<Uint8Array> {
  const name = url.pathname.split('/').at(-1) ?? url.pathname;
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new LabError('network-failed', `${name} could not be fetched. Is the lab still being served?`, null, {
      cause,
    });
  }
  if (!response.ok) {
    throw new LabError('network-failed', `${name} is not where the lab expects it (${String(response.status)}).`, {
      status: response.status,
    });
  }
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * @file How an endpoint is spoken to.
 */
import type { EndpointOptions } from '../service/endpoint.ts';

/** How an endpoint is spoken to. The key is here and nowhere else. */
export interface EndpointConnection {
  readonly baseUrl: string;
  readonly key: string | null;
  /** Milliseconds that the server may be silent before its first byte … */
  readonly firstSilence: number;
  /** … and between two pieces. */
  readonly silence: number;
  /** Milliseconds that all waits before one reply may take together, where the server is busy. */
  readonly longestWait: number;
  /** Milliseconds of the first wait, whatever the server asks. */
  readonly leastWait: number;
}

/** @param key is sent as a bearer token, and to nobody else */
export function connectionTo(
  { baseUrl, timeoutSeconds, waitSeconds }: EndpointOptions,
  key: string | null,
): EndpointConnection {
  const silence = timeoutSeconds * 1000;
  return { baseUrl, key, firstSilence: silence, silence, longestWait: waitSeconds * 1000, leastWait: 1000 };
}

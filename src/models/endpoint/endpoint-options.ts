/** @file Reads the options of an endpoint in a spec. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import { readOptions, thinkingTokensSchema } from '../engine.ts';
import type { EndpointOptions } from '../service/model-worker-service.ts';

export interface EndpointConnection {
  readonly baseUrl: string;
  readonly key: string | null;
  readonly firstSilence: number;
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

/** Under load a server takes a few times what it took when it was checked. */
const SLOWER = 4;
const LONGEST_READING = 900_000;

/** The connection with time to read a prompt. @param pace milliseconds a token, as the check had it; 0 to leave the silence as it is */
export function timeToRead(connection: EndpointConnection, pace: number, tokens: number): EndpointConnection {
  const reading = Math.min(SLOWER * pace * tokens, LONGEST_READING);
  return { ...connection, firstSilence: Math.max(connection.firstSilence, reading) };
}

const OPTIONS: SchemaOf<EndpointOptions> = {
  type: 'object',
  properties: {
    baseUrl: { type: 'string' },
    contextLength: { type: 'number', minimum: 256, maximum: 10_000_000, default: null },
    timeoutSeconds: { type: 'number', minimum: 1, maximum: 3600, default: 60 },
    waitSeconds: { type: 'number', minimum: 0, maximum: 3600, default: 120 },
    thinkingTokens: thinkingTokensSchema(null),
  },
  required: ['baseUrl'],
  additionalProperties: false,
};

export function readEndpointOptions(model: string, given: { readonly [key: string]: Json }): EndpointOptions {
  const options = readOptions(`endpoint/${model}`, given, OPTIONS);
  return { ...options, baseUrl: readBaseUrl(options.baseUrl) };
}

/** An address without the slash at its end. @throws LabError `spec-invalid` where it is no http address, or holds what may be a secret */
export function readBaseUrl(value: string): string {
  const text = value.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw refused('must be an http or https address such as http://localhost:11434/v1');
  }
  // Specs are kept, shared and printed, so that a secret in one would not stay one.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw refused('must not hold a name, a password, a query or a fragment; a key is given apart');
  }
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

const refused = (reason: string): LabError =>
  new LabError('spec-invalid', `The endpoint’s address (baseUrl) ${reason}.`, { field: 'model.options.baseUrl' });

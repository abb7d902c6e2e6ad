/** @file Reads the options of an endpoint in a spec. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { EndpointOptions } from '../service/model-worker-service.ts';

/** How an endpoint is spoken to. The key is here and nowhere else. */
export interface EndpointConnection {
  readonly baseUrl: string;
  readonly key: string | null;
  /** Milliseconds that the server may be silent before its first byte … */
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

export const TIMEOUT_SECONDS = 60;

export const WAIT_SECONDS = 120;

const KNOWN = new Set(['baseUrl', 'contextLength', 'timeoutSeconds', 'waitSeconds', 'thinkingTokens']);

/**
 * The options of an endpoint, complete, with the address in one way of writing.
 * @throws LabError `spec-invalid` naming the option, its value and what is allowed
 */
export function readEndpointOptions(options: { readonly [key: string]: Json }): EndpointOptions {
  const unknown = Object.keys(options).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw refused(unknown, `is not known; there are ${[...KNOWN].join(', ')}`);
  return {
    baseUrl: readBaseUrl(options['baseUrl']),
    contextLength: readNumber(options, 'contextLength', null, 256, 10_000_000),
    timeoutSeconds: readNumber(options, 'timeoutSeconds', TIMEOUT_SECONDS, 1, 3600),
    waitSeconds: readNumber(options, 'waitSeconds', WAIT_SECONDS, 0, 3600),
    thinkingTokens: readNumber(options, 'thinkingTokens', null, 0, 1_000_000),
  };
}

/** An address without the slash at its end. @throws LabError `spec-invalid` where it is no http address, or holds what may be a secret */
export function readBaseUrl(value: Json | undefined): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw refused('baseUrl', 'must be an http or https address such as http://localhost:11434/v1');
  }
  // Specs are kept, shared and printed, so that a secret in one would not stay one.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw refused('baseUrl', 'must not hold a name, a password, a query or a fragment; a key is given apart');
  }
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

function readNumber<Default extends number | null>(
  options: { readonly [key: string]: Json },
  name: string,
  orElse: Default,
  min: number,
  max: number,
): number | Default {
  const value = options[name] ?? orElse;
  if (value === orElse) return orElse;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw refused(name, `must be a number from ${min} to ${max}`);
}

const LABELS: Readonly<Record<string, string>> = {
  baseUrl: 'The endpoint’s address (baseUrl)',
  contextLength: 'The context (contextLength)',
  timeoutSeconds: 'The timeout (timeoutSeconds)',
  waitSeconds: 'The wait for a busy server (waitSeconds)',
  thinkingTokens: 'The room for thinking (thinkingTokens)',
};

const refused = (option: string, reason: string): LabError =>
  new LabError('spec-invalid', `${LABELS[option] ?? `The option ${option} of the endpoint`} ${reason}.`, {
    field: `model.options.${option}`,
  });

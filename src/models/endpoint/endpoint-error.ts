/** @file What can go wrong with an endpoint, as errors. The server's own words are quoted as plain text, short and without the key. */
import { parsedJson, type Json } from '../../core/json.ts';
import { LabError, type LabErrorCode } from '../../core/errors.ts';
import type { EndpointConnection } from './endpoint-options.ts';

const QUOTED = 300;
const HEAD_OF_REPLY = 500;
const TOO_LONG = /context[ _](length|size|window)|exceed_context_size|maximum context|too many tokens/i;
const NO_MODEL = /\bmodel\b.*(not found|does not exist|not exist|no such)/i;

/** @param received what came of a reply before */
export function endpointError(
  message: string,
  { baseUrl }: EndpointConnection,
  { received, ...more }: { readonly received?: string; readonly [detail: string]: Json } = {},
  options: { readonly code?: LabErrorCode; readonly cause?: unknown } = {},
): LabError {
  const { code = 'endpoint-failed', cause } = options;
  const details = { baseUrl, ...more, ...(received !== undefined && { received: received.slice(0, HEAD_OF_REPLY) }) };
  return new LabError(code, message, details, { cause });
}

/** A server's own words, fit to be quoted: one line, no control characters, no key, cut. */
export function quoted(text: string, { key }: EndpointConnection): string {
  const open = key === null ? text : text.replaceAll(key, '[key]');
  const line = open.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `“${line.length > QUOTED ? `${line.slice(0, QUOTED)} …` : line}”`;
}

/** The message in the body of an error, in the ways in which servers write it; the body itself where it is none of these. */
const serverMessage = (body: string): string => messageIn(parsedJson(body)) ?? body;

function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const { error, message, detail } = fieldsOf(value);
  return messageIn(error) ?? messageIn(message) ?? messageIn(detail);
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** What an error in a stream would have as its status. */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|too.?many|quota|billing/i, 429],
  [/overload|unavailable/i, 503],
  [/auth|api.?key/i, 401],
  [/invalid_request|bad_request|exceed_context/i, 400],
];

function statusIn(body: string): number {
  const { code, status, type } = fieldsOf(fieldsOf(parsedJson(body))['error']);
  const number = [code, status].map(Number).find((one) => one >= 400 && one < 600);
  const words = [code, type, serverMessage(body)].join(' ');
  return number ?? STATUSES.find(([kind]) => kind.test(words))?.[1] ?? 500;
}

/** No waiting helps where the money is used up. */
const USED_UP = /insufficient_quota|exceeded your current quota|billing/i;

/**
 * The error for a refusal.
 * @param status of HTTP; null where the refusal came in a stream, whose error says what it would have been
 * @param retryAfter seconds after which the server asks to be asked again; null where it does not say
 */
export function refusal(
  status: number | null,
  body: string,
  connection: EndpointConnection,
  retryAfter: number | null = null,
): LabError {
  const text = serverMessage(body);
  const number = status ?? statusIn(body);
  const parameter = /"param"\s*:\s*"(\w+)"/.exec(body)?.[1];
  const { code, sentence } = kindOf(number, body, text, connection);
  const said = text.trim() === '' || looksLikePage(body) ? '' : ` The server says: ${quoted(text, connection)}`;
  const details = {
    status: number,
    ...(retryAfter !== null && { retryAfter }),
    ...(USED_UP.test(body) && { isUsedUp: true }),
    ...(parameter !== undefined && { parameter }),
  };
  return endpointError(sentence + said, connection, details, { ...(code && { code }) });
}

function kindOf(
  status: number,
  body: string,
  text: string,
  { baseUrl, key }: EndpointConnection,
): { readonly code?: LabErrorCode; readonly sentence: string } {
  const number = ` (${status})`;
  if (status === 401 || status === 403) {
    const what = key === null ? 'wants a key and got none' : 'does not accept the key';
    return { sentence: `The endpoint at ${baseUrl} ${what}${number}. Give a valid key under Models.` };
  }
  if (TOO_LONG.test(text)) {
    const sentence = `The prompt does not fit into the context of the model at ${baseUrl}. Load it there with a longer context, or plan fewer steps.`;
    return { code: 'context-exceeded', sentence };
  }
  if (NO_MODEL.test(text))
    return { code: 'model-missing', sentence: `The endpoint at ${baseUrl} does not have the model.` };
  if (status === 404 || status === 405 || looksLikePage(body))
    return {
      sentence: `What answers at ${baseUrl} is no OpenAI-compatible endpoint${number}. Check the path: it usually ends with /v1.`,
    };
  if (status >= 500)
    return { sentence: `The endpoint at ${baseUrl} failed${number}. Look at its log, or load a smaller model.` };
  return { sentence: `The endpoint at ${baseUrl} refused the request${number}.` };
}

const looksLikePage = (body: string): boolean => /^\s*<(!doctype|html|head|body)\b/i.test(body);

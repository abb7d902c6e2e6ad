/**
 * @file What can go wrong with an endpoint, as errors. The server's own words are quoted as plain text, short and without the key.
 */
import { LabError, type LabErrorCode } from '../../core/errors.ts';
import type { EndpointConnection } from './endpoint-connection.ts';

/** Why an endpoint failed, in `details.problem` of its errors. */
export type EndpointProblem =
  | 'unreachable'
  | 'silent'
  | 'redirected'
  | 'not-compatible'
  | 'key-refused'
  | 'model-absent'
  | 'refused' // any other refusal of a request
  | 'server-error'
  | 'broken-off'
  | 'hung';

const QUOTED = 300;
const HEAD_OF_REPLY = 500;
const TOO_LONG = /context[ _](length|size|window)|exceed_context_size|maximum context|too many tokens/i;
const NO_MODEL = /\bmodel\b.*(not found|does not exist|not exist|no such)/i;

/** An `endpoint-failed`, or what else the problem is. */
export function endpointError(
  problem: EndpointProblem,
  message: string,
  connection: EndpointConnection,
  options: {
    readonly code?: LabErrorCode;
    readonly cause?: unknown;
    readonly received?: string;
    readonly status?: number;
    readonly retryAfter?: number | null;
  } = {},
): LabError {
  const { code = 'endpoint-failed', cause, received, status, retryAfter = null } = options;
  const details = {
    problem,
    baseUrl: connection.baseUrl,
    ...(status !== undefined && { status }),
    ...(retryAfter !== null && { retryAfter }),
    ...(received !== undefined && { received: received.slice(0, HEAD_OF_REPLY) }),
  };
  return new LabError(code, message, details, { cause });
}

/** The problem that an error of an endpoint names; null for any other error. */
export function endpointProblem(error: unknown): EndpointProblem | null {
  if (!(error instanceof LabError)) return null;
  const { details } = error;
  if (details === null || typeof details !== 'object' || !('problem' in details)) return null;
  return details['problem'] as EndpointProblem;
}

/** A server's own words, fit to be quoted: one line, no control characters, no key, cut. */
export function quoted(text: string, { key }: EndpointConnection): string {
  const open = key === null ? text : text.replaceAll(key, '[key]');
  const line = open.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `“${line.length > QUOTED ? `${line.slice(0, QUOTED)} …` : line}”`;
}

/** The message in the body of an error, in the ways in which servers write it; the body itself where it is none of these. */
export function serverMessage(body: string): string {
  try {
    return messageIn(JSON.parse(body)) ?? body;
  } catch {
    return body;
  }
}

function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const { error, message, detail } = value as Readonly<Record<string, unknown>>;
  return messageIn(error) ?? messageIn(message) ?? messageIn(detail);
}

/**
 * The error for a refusal.
 * @param status of HTTP; null where the refusal came in the middle of a stream
 * @param retryAfter seconds after which the server asks to be asked again; null where it does not say
 */
export function refusal(
  status: number | null,
  body: string,
  connection: EndpointConnection,
  retryAfter: number | null = null,
): LabError {
  const text = serverMessage(body);
  const { problem, code, sentence } = kindOf(status, body, text, connection);
  const said = text.trim() === '' || looksLikePage(body) ? '' : ` The server says: ${quoted(text, connection)}`;
  return endpointError(problem, sentence + said, connection, {
    ...(code !== undefined && { code }),
    ...(status !== null && { status }),
    retryAfter,
  });
}

interface Refusal {
  readonly problem: EndpointProblem;
  readonly code?: LabErrorCode;
  readonly sentence: string;
}

function kindOf(status: number | null, body: string, text: string, { baseUrl, key }: EndpointConnection): Refusal {
  const number = status === null ? '' : ` (${status})`;
  if (status === 401 || status === 403) {
    const what = key === null ? 'wants a key and got none' : 'does not accept the key';
    return {
      problem: 'key-refused',
      sentence: `The endpoint at ${baseUrl} ${what}${number}. Give a valid key under Models.`,
    };
  }
  if (TOO_LONG.test(text)) {
    const sentence = `The prompt does not fit into the context of the model at ${baseUrl}. Load it there with a longer context, or plan fewer steps.`;
    return { problem: 'refused', code: 'context-exceeded', sentence };
  }
  if (NO_MODEL.test(text)) {
    return {
      problem: 'model-absent',
      code: 'model-missing',
      sentence: `The endpoint at ${baseUrl} does not have the model.`,
    };
  }
  if (status === 404 || status === 405 || looksLikePage(body)) {
    const sentence = `What answers at ${baseUrl} is no OpenAI-compatible endpoint${number}. Check the path: it usually ends with /v1.`;
    return { problem: 'not-compatible', sentence };
  }
  if (status === null || status >= 500) {
    const sentence = `The endpoint at ${baseUrl} failed${number}. Look at its log, or load a smaller model.`;
    return { problem: 'server-error', sentence };
  }
  return { problem: 'refused', sentence: `The endpoint at ${baseUrl} refused the request${number}.` };
}

/** Whether a body is a page for people. */
export const looksLikePage = (body: string): boolean => /^\s*<(!doctype|html|head|body)\b/i.test(body);

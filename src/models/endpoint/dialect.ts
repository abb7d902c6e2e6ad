/** @file What a server turned out to understand: learnt from its refusals, each of which is answered once, and kept for the engine. */
import { LabError } from '../../core/errors.ts';
import type { Message } from '../../core/language-model.ts';
import { largest } from '../../core/numbers/extremes.ts';

const OPTIONAL = [
  'response_format',
  'temperature',
  'seed',
  'stop',
  'stream_options',
  'chat_template_kwargs',
  'top_logprobs',
  'logprobs',
] as const;
export type OptionalPart = (typeof OPTIONAL)[number];

export interface Dialect {
  readonly leftOut: ReadonlySet<OptionalPart>;
  /** What it calls the limit of a reply; newer models of OpenAI know the second name alone. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** True where people and models must take turns, and nobody else speaks: templates of Gemma and Mistral. */
  readonly alternates: boolean;
  /** False where lengths of texts are refused, as in OpenAI's strict mode. */
  readonly hasLengths: boolean;
  /** Of how many likely tokens it tells in each place. */
  readonly alternatives: number;
}

export const COMMON: Dialect = {
  leftOut: new Set(),
  limit: 'max_tokens',
  alternates: false,
  hasLengths: true,
  alternatives: 20,
};

const without = (dialect: Dialect, ...parts: readonly OptionalPart[]): Dialect => ({
  ...dialect,
  leftOut: new Set([...dialect.leftOut, ...parts]),
});

const SCHEMA = /response_format|json_schema|\bschema\b|\bgrammar\b/i;

/** Of keys and paths: such a refusal is not about what was asked. */
const NOT_ASKED: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/** What a refusal teaches; null where it teaches nothing, so that the request is refused for good. */
export function learnt(dialect: Dialect, refusal: unknown): Dialect | null {
  if (!(refusal instanceof LabError) || refusal.code !== 'endpoint-failed') return null;
  const { message, details } = refusal;
  const { parameter, status } = details as { readonly parameter?: string; readonly status?: number };
  if (status === undefined || NOT_ASKED.has(status)) return null;
  // Templates and grammars fail within the server, which some call a fault of theirs.
  const insists = /\balternat|\bsystem (?:role|message)|\bonly (?:user|system)\b.*\broles?\b/i.test(message);
  if (insists && !dialect.alternates) return { ...dialect, alternates: true };
  if (/maxLength/.test(message) && dialect.hasLengths) return { ...dialect, hasLengths: false };
  if (SCHEMA.test(message) && !dialect.leftOut.has('response_format')) return without(dialect, 'response_format');
  if (status >= 500) return null;
  if (dialect.limit === 'max_tokens' && /max_(?:completion_)?tokens/.test(message))
    return { ...dialect, limit: 'max_completion_tokens' };
  const fewer = /logprobs/i.test(message) ? fewerIn(message, dialect.alternatives) : 0;
  if (fewer > 0) return { ...dialect, alternatives: fewer };
  const named = OPTIONAL.filter((part) => part === parameter || naming(part).test(message));
  const more = named.filter((part) => !dialect.leftOut.has(part));
  return more.length === 0 ? null : without(dialect, ...more);
}

/** The largest number below the one that was asked for, in the server's own words; 0 without one. */
const fewerIn = (message: string, asked: number): number =>
  largest([
    0,
    ...(message.split('The server says: ')[1]?.match(/\d+/g) ?? []).map(Number).filter((one) => one < asked),
  ]);

/** A common word is a part only where it is quoted or stands before a colon. */
const naming = (part: OptionalPart): RegExp =>
  part === 'stop' ? /['"`‘“]stop['"`’”]|\bstop:/ : new RegExp(`\\b${part}\\b`);

/** The messages as turns of a user and an assistant, the user first; what the system says stands before the first. */
export function alternating(messages: readonly Message[]): readonly Message[] {
  const turns: Message[] = [];
  for (const { role: said, content } of messages) {
    const role = said === 'system' ? 'user' : said;
    const last = turns.at(-1);
    if (last === undefined && role === 'assistant') turns.push({ role: 'user', content: '(The conversation begins.)' });
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else turns.push({ role, content });
  }
  return turns;
}

/**
 * @file What a server turned out to understand: learnt from its refusals, each of which is answered once, and kept for the engine.
 */
import { LabError } from '../../core/errors.ts';
import type { Message } from '../../core/language-model.ts';
import { endpointProblem } from './endpoint-error.ts';

/** How a server is spoken to. */
export interface Dialect {
  /** False where it refuses `response_format`. */
  readonly schemas: boolean;
  /** What it calls the limit of a reply; newer models of OpenAI know the second name alone. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** True where people and models must take turns, and nobody else speaks: templates of Gemma and Mistral. */
  readonly alternates: boolean;
  /** False where it refuses `chat_template_kwargs`. */
  readonly templateOptions: boolean;
}

/** Before anything was refused. */
export const COMMON: Dialect = { schemas: true, limit: 'max_tokens', alternates: false, templateOptions: true };

/** What a refusal teaches; null where it teaches nothing, so that the request is refused for good. */
export function learnt(dialect: Dialect, refusal: unknown): Dialect | null {
  if (!(refusal instanceof LabError) || refusal.code !== 'endpoint-failed') return null;
  const problem = endpointProblem(refusal);
  const { message } = refusal;
  // Templates fail within the server, which some call a fault of theirs.
  if (problem === 'refused' || problem === 'server-error') {
    const insists = /\balternat|\bsystem (?:role|message)|\bonly (?:user|system)\b.*\broles?\b/i.test(message);
    if (insists && !dialect.alternates) return { ...dialect, alternates: true };
  }
  if (problem !== 'refused') return null;
  if (dialect.limit === 'max_tokens' && /max_(?:completion_)?tokens/.test(message))
    return { ...dialect, limit: 'max_completion_tokens' };
  if (dialect.templateOptions && /chat_template_kwargs/.test(message)) return { ...dialect, templateOptions: false };
  if (dialect.schemas && /response_format|json_schema|\bschema\b/i.test(message)) return { ...dialect, schemas: false };
  return null;
}

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

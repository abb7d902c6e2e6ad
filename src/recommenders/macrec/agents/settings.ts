/**
 * @file How an agent asks its model, and the rule by which it stops before its prompts overflow the model's context.
 */
import type { CommandForm } from '../../../core/action.ts';
import { promptTokens } from '../../../core/reply/context-length.ts';
import type { GenerateRequest, LanguageModel, Message, Purpose } from '../../../core/language-model.ts';
import type { Json } from '../../../core/json.ts';
import type { RunContext } from '../../../core/run-context.ts';

/** Settings of an agent, or of one stage of it. */
export interface AgentSettings {
  /** What the run's recommender calls its model. */
  readonly model: string;
  readonly temperature: number;
  /** Of a reply. */
  readonly maxTokens: number;
  readonly form: CommandForm;
  readonly stop: readonly string[];
  /** True where prompts tell replies as the model wrote them, as MACRec's do; else as they were read, without what stood around them. */
  readonly isToldAsWritten: boolean;
  /** Prompts and replies of a step may take so many tokens; null for all of the model's context. */
  readonly tokenLimit: number | null;
}

/** A request with the settings of an agent. @param key tells apart requests at one node */
export function requestOf(
  { temperature, maxTokens, stop }: AgentSettings,
  { prompt, purpose, schema }: { readonly prompt: string; readonly purpose: Purpose; readonly schema?: Json },
  { random, replyLimits = {} }: RunContext,
): GenerateRequest {
  return {
    messages: messagesOf(prompt),
    purpose,
    seed: random.fork(purpose.type).integer(2 ** 32),
    temperature,
    maxTokens: limitOf(purpose, maxTokens, replyLimits),
    ...(stop.length > 0 && { stop }),
    ...(schema !== undefined && { responseSchema: schema }),
  };
}

/** What the spec says goes before what the agent's file says. */
const limitOf = (
  { type }: Purpose,
  maxTokens: number,
  limits: { readonly [kind: string]: number | undefined },
): number => limits[type] ?? maxTokens;

const messagesOf = (prompt: string): readonly Message[] => [{ role: 'user', content: prompt }];

/** One stage of a step: who is asked. */
export interface Stage {
  readonly settings: AgentSettings;
  readonly model: LanguageModel;
}

/**
 * The rule: a step is begun only where its prompt and the replies of all its stages fit into the limit of each stage, which is
 * the model's context or less. What was counted is written to the trace; where it does not fit the agent stops.
 */
export async function tokensFit(prompt: string, stages: readonly Stage[], context: RunContext): Promise<boolean> {
  const replies = stages.reduce((sum, { settings }) => sum + settings.maxTokens, 0);
  let fits = true;
  let tightest = { tokens: 0, limit: Infinity };
  const counted = new Map<LanguageModel, number>();
  for (const { settings, model } of stages) {
    const prompted = counted.get(model) ?? (await promptTokens(model, messagesOf(prompt), context));
    counted.set(model, prompted);
    const tokens = prompted + replies;
    const limit = Math.min(model.contextLength, settings.tokenLimit ?? Infinity);
    fits &&= tokens <= limit;
    if (tokens / limit > tightest.tokens / tightest.limit) tightest = { tokens, limit };
  }
  context.trace.emit({ type: 'token-check', ...tightest, fits });
  return fits;
}

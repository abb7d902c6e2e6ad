/**
 * @file One call of the model by RecMind: what each kind of call may cost, and its seed.
 */
import { choose, type Chosen } from '../../core/reply/choose.ts';
import { generateValue, type Reading } from '../../core/reply/generate.ts';
import type { Message, Purpose } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';
import { isRanking, isTextType } from '../../core/task.ts';
import { replyTokens, type ReplyKind } from '../../core/reply/limits.ts';
import type { RunContext } from '../../core/run-context.ts';
import { fitStates } from './fit-states.ts';
import type { ReplyFormat } from './reply-format.ts';

/** The kinds of calls that RecMind itself makes; its tools make their own. */
export type AskType = 'sample-state' | 'vote' | 'evaluate' | 'inspire' | 'value' | 'reflect-on-path' | 'answer';

/** How decisions are had: written by the model, or chosen by scoring where there are few to choose from. */
export type Decide = 'generate' | 'score';

/** The kind of reply that a purpose is limited as. */
function replyKind({ type, ...purpose }: Question<unknown>['purpose'], isShort: boolean): ReplyKind {
  if (!isShort) return type;
  if (type === 'reflect-on-path') return 'short-text';
  if (type !== 'answer' || !('task' in purpose)) return 'short-decision';
  if (isRanking(purpose.task)) return 'short-ranking';
  return isTextType(purpose.task.type) ? 'short-text' : 'short-decision';
}

/** What the critic is asked; all else is the agent's. */
const JUDGEMENTS: ReadonlySet<AskType> = new Set(['vote', 'evaluate', 'value']);

/** What is asked. */
export interface Question<Value> {
  readonly purpose: Extract<Purpose, { readonly type: AskType }>;
  /** The prompt of the purpose's states, or of what is left of them where they do not fit into the context. */
  readonly messages: (states: readonly State[]) => readonly Message[];
  readonly format: ReplyFormat<Value>;
  /** 0 is greedy. */
  readonly temperature: number;
  /** Tells apart the calls of one kind at one node, such as voters. */
  readonly key?: string;
}

/** How everything of a run is asked. */
export interface Manner {
  readonly decide: Decide;
  readonly isShort: boolean;
}

/** Asks at the context's node, with a seed that depends on the node, the kind of call and the key alone. */
export async function ask<Value>(
  context: RunContext,
  { decide, isShort }: Manner,
  question: Question<Value>,
): Promise<Reading<Value>> {
  const { purpose, messages, format, temperature, key = '' } = question;
  const asked = JUDGEMENTS.has(purpose.type) ? { ...context, model: context.critic } : context;
  const maxTokens = replyTokens(replyKind(purpose, isShort), context);
  const { states, cut } = await fitStates(asked.model, purpose.states, messages, maxTokens, context);
  const request = {
    messages: messages(states),
    purpose: { ...purpose, states },
    cut,
    seed: context.random.fork(`${purpose.type} ${key}`).integer(2 ** 32),
    temperature,
    maxTokens,
    responseSchema: format.schema,
  };
  const { choice } = format;
  if (decide === 'generate' || choice === undefined) return generateValue(asked, request, format.parse);
  const [only] = choice.replies;
  if (choice.replies.length === 1 && only !== undefined) return { ok: true, value: choice.read(CERTAIN) };
  const chosen = await choose(asked, request, choice.replies);
  return chosen.ok ? { ok: true, value: choice.read(chosen.value) } : chosen;
}

const CERTAIN: Chosen = { logProbabilities: [0], shares: [1], drawn: 0 };

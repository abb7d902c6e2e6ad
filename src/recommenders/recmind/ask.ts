import { choose, type Chosen } from '../../core/reply/choose.ts';
import { generateValue, type Reading } from '../../core/reply/generate.ts';
import type { Message, Purpose, LanguageModel } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';
import { isRanking, isTextType, type Task } from '../../core/task.ts';
import { replyTokens, type ReplyKind, fitsContext } from '../../core/reply/limits.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ReplyFormat } from './replies.ts';
import { writtenStep, type ActionSpace, type Step } from './actions.ts';
import type { Tool } from '../../core/recommender.ts';
import type { TaskPrompt } from './task-prompt.ts';
import { sampleMessages, sentBackMessages, type Criterion } from './prompts.ts';
import { largest } from '../../core/numbers/extremes.ts';

/** Stands in a prompt in place of an observation. */
export const LEFT_OUT = '[left out: the prompt would not fit into the context]';

/** States as the prompt has them, and how many of their observations it leaves out. */
interface FittedStates {
  readonly states: readonly State[];
  readonly cut: number;
}

/**
 * Leaves out observations, the oldest first and no more than needed; thoughts and actions stay, so that no step is taken twice.
 * Where nothing more can be left out the states come back all the same: the call is then refused before it is made.
 * @param messages the prompt of given states
 * @param maxTokens of the reply
 */
export async function fitStates(
  model: LanguageModel,
  all: readonly State[],
  messages: (states: readonly State[]) => readonly Message[],
  maxTokens: number,
  options: { readonly signal: AbortSignal },
): Promise<FittedStates> {
  for (let cut = 0; ; cut += 1) {
    const states =
      cut === 0 ? all : all.map((state, index) => (index < cut ? { ...state, observation: LEFT_OUT } : state));
    const isAll = cut === all.length;
    if (isAll || (await fitsContext(model, messages(states), maxTokens, options))) return { states, cut };
  }
}

type AskType = 'sample-state' | 'vote' | 'evaluate' | 'inspire' | 'value' | 'reflect-on-path' | 'answer';

/** How decisions are had: written by the model, or chosen by scoring where there are few to choose from. */
export type Decide = 'generate' | 'score';

function replyKind({ type, ...purpose }: Question<unknown>['purpose'], isShort: boolean): ReplyKind {
  if (!isShort) return type;
  if (type === 'reflect-on-path') return 'short-text';
  if (type !== 'answer' || !('task' in purpose)) return 'short-decision';
  if (isRanking(purpose.task)) return 'short-ranking';
  return isTextType(purpose.task.type) ? 'short-text' : 'short-decision';
}

const JUDGEMENTS: ReadonlySet<AskType> = new Set(['vote', 'evaluate', 'value']);

interface Question<Value> {
  readonly purpose: Extract<Purpose, { readonly type: AskType }>;
  readonly messages: (states: readonly State[]) => readonly Message[];
  readonly format: ReplyFormat<Value>;
  readonly temperature: number;
  /** Tells apart the calls of one kind at one node, such as voters. */
  readonly key?: string;
}

export interface Manner {
  readonly decide: Decide;
  readonly isShort: boolean;
}

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
    ...(format.tellsAlternatives && { tellsAlternatives: true }),
  };
  const { choice } = format;
  if (decide === 'generate' || choice === undefined) return generateValue(asked, request, format.parse);
  const [only] = choice.replies;
  if (choice.replies.length === 1 && only !== undefined) return { ok: true, value: choice.read(CERTAIN) };
  const chosen = await choose(asked, request, choice.replies);
  return chosen.ok ? { ok: true, value: choice.read(chosen.value) } : chosen;
}

const CERTAIN: Chosen = { logProbabilities: [0], shares: [1], drawn: 0 };

export type Verdict = { readonly verdict: 'keep' | 'prune'; readonly reason: string };

/** The verdict where none could be read. */
export const UNREAD: Verdict = { verdict: 'keep', reason: 'The verdict could not be read, so the state stays.' };

const against = (given: readonly Verdict[]): number => given.filter(({ verdict }) => verdict === 'prune').length;

/** True where those who were not asked yet cannot change what most say, whatever they say. @param left how many they are */
export function isCertain(given: readonly Verdict[], left: number): boolean {
  const pruning = 2 * against(given);
  return pruning > given.length + left || pruning + left <= given.length;
}

/** A state is pruned where more than half of those who gave a verdict prune it. */
export function majority(given: readonly Verdict[]): Verdict {
  if (given.length === 0) return UNREAD;
  const pruning = against(given);
  const verdict = 2 * pruning > given.length ? 'prune' : 'keep';
  const first = given.find((one) => one.verdict === verdict)?.reason ?? '';
  return { verdict, reason: `${pruning} of ${given.length} voters prune it. ${first}`.trimEnd() };
}

export const leader = (votes: readonly number[]): number => votes.indexOf(largest(votes));

/** A budget at which planners are compared: once it is spent, sampling gives "End of Planning". */
export interface PlanningBudget {
  /** Null: as many as the planner likes. */
  readonly toolCalls: number | null;
  /** The answer's call included. A state under way is finished, so the last one may pass it. Null: any number. */
  readonly modelCalls: number | null;
}

export interface PlanningSetup {
  readonly task: Task;
  readonly prompt: TaskPrompt;
  readonly tools: readonly Tool[];
  readonly actions: ActionSpace;
  readonly manner: Manner;
  readonly mayEnd: boolean;
  readonly voters: number;
  /** How many voters judge a state; null for one greedy verdict. */
  readonly judges: number | null;
  readonly criterion: Criterion;
  readonly temperature: number;
  readonly budget: PlanningBudget | null;
  readonly answers: number;
  readonly steps: number;
}

interface Given {
  readonly states: readonly State[];
  readonly parent: string | null;
  readonly alternative: boolean;
  readonly reflections: readonly string[];
}

/** Draws a step. What comes back where it was sent back counts, unless it cannot be read. */
export async function drawStep(
  { task, prompt, actions, manner, mayEnd, temperature, steps }: PlanningSetup,
  context: RunContext,
  { states, parent, alternative, reflections }: Given,
): Promise<Reading<Step>> {
  const { form } = actions;
  const draw = (sentBack: Step | null): Promise<Reading<Step>> =>
    ask(context, manner, {
      purpose: {
        ...{ type: 'sample-state', task, states, parent, alternative, mayEnd },
        ...(reflections.length > 0 && { reflections }),
      },
      messages: (given) => [
        ...sampleMessages(prompt, given, { parent, alternative, steps, reflections }, form),
        ...(sentBack === null ? [] : sentBackMessages(writtenStep(sentBack, actions), form)),
      ],
      format: actions.formatOf(states),
      temperature,
      ...(sentBack !== null && { key: 'sent back' }),
    });
  const first = await draw(null);
  if (!first.ok || first.value.action === null || !actions.isRepeated(first.value.action, states)) return first;
  const second = await draw(first.value);
  return second.ok ? second : first;
}

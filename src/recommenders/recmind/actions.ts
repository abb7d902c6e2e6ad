/**
 * @file The actions A that a step may take (RecMind, section 3: a ∈ A), and how one is asked for. Free: a tool and an input
 * that the model writes. Offered: a finite set made for the task, of which the model names one, for models that are too
 * small to write questions and SQL (docs/decisions.md#what-small-models-are-asked).
 */
import { textOf } from '../../core/action.ts';
import { LabError } from '../../core/errors.ts';
import { jsonMembers, spacedJson, type Json } from '../../core/json.ts';
import type { State } from '../../core/planner.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Task } from '../../core/task.ts';
import type { OfferedAction, Tool } from '../../core/recommender.ts';
import { END, offeredStepFormat, stepFormat, type ReplyFormat } from './replies.ts';
import type { Found } from '../../core/found.ts';

export async function useTool(
  tool: Tool,
  input: string,
  context: RunContext,
): Promise<{ action: { tool: string; arguments: Json }; observation: string; found?: Found }> {
  const args = argumentsOf(tool, input);
  const call = context.trace.emit({ type: 'tool-call', tool: tool.name, arguments: args });
  const { observation, detail, failed, found } = context.forked?.recall() ?? (await tool.execute(args, context));
  context.trace.emit({ type: 'tool-result', call, observation, failed, detail, ...(found && { found }) });
  return { action: { tool: tool.name, arguments: args }, observation, ...(found && { found }) };
}

function argumentsOf({ parameters }: Tool, input: string): Json {
  const { properties } = parameters as { readonly properties?: { readonly [name: string]: Json } };
  return { [Object.keys(properties ?? {})[0] ?? 'input']: input };
}

export interface Step {
  readonly thought: string;
  readonly action: Pick<OfferedAction, 'tool' | 'input'> | null;
}

/** How long a reason may be where replies are to be short: what is longer is cut off. */
export const BRIEFLY = 'A reason is one sentence of at most 15 words.';

/** What a planner is told before its first step: nothing but the problem (the paper), or what is known of the person and the item. */
export type Start = 'nothing' | 'known';

export interface ActionSpace {
  /** Of the system prompt: what an action is, and all of them. It is the same for all tasks of a kind, so that it is read once. */
  readonly rules: string;
  /** Of a ranking's problem: how a question may call its candidates; `''` where questions are not written. */
  readonly callsCandidates: string;
  /** What is said of a step that is to differ from others, where that is not seen to. */
  readonly differs: string;
  /** True where replies are to be short: for models that ramble. */
  readonly isShort: boolean;
  /** How the next step is asked for, in as few words as can be: they are new in every call. */
  readonly form: string;
  /** A step in the form that is asked for; null for the one that ends planning, `''` where it may not end. */
  readonly replyOf: (step: Pick<State, 'thought' | 'action'> | null) => string;
  /** An action that was taken, as prompts name it. */
  readonly wordsOf: (action: NonNullable<State['action']>) => string;
  formatOf(seen: readonly State[]): ReplyFormat<Step>;
  isRepeated(action: NonNullable<Step['action']>, seen: readonly State[]): boolean;
}

export const writtenStep = ({ thought, action }: Step, { replyOf }: Pick<ActionSpace, 'replyOf'>): string =>
  replyOf(action && { thought, action: { tool: action.tool.name, arguments: argumentsOf(action.tool, action.input) } });

export function freeActions(tools: readonly Tool[], mayEnd: boolean): ActionSpace {
  const lines = tools.map(({ name, description }) => `- ${name}: ${description}`).join('\n');
  const format = stepFormat(
    mayEnd ? [...tools.map(({ name }) => name), END] : tools.map(({ name }) => name),
    ({ thought, tool: name, input }): Step => {
      const tool = tools.find((candidate) => candidate.name === name);
      return { thought, action: tool === undefined ? null : { tool, input } };
    },
  );
  const ended = mayEnd ? spacedJson({ thought: ENDED, tool: END, input: '' }) : '';
  const end = mayEnd
    ? `When no step would help any more, end planning with ${ended}.`
    : 'No step ends planning: it ends by itself when its budget is spent.';
  return {
    rules: `Each step has a thought, an action with one of the tools, and the observation that comes back. ${end}\nTools:\n${lines}`,
    callsCandidates: tools.some(({ name }) => name === 'database')
      ? 'A question to the database may call them "the candidates"; they need not be listed. '
      : '',
    differs: ' Its action has to ask for something else, not for the same in other words.',
    isShort: false,
    form: 'Reply as {"thought": "…", "tool": "…", "input": "…"}.',
    replyOf: (step) => {
      if (step === null) return ended;
      const { thought, action } = step;
      return spacedJson({ thought, tool: action?.tool ?? END, input: inputIn(action?.arguments ?? '') });
    },
    wordsOf: ({ tool, arguments: given }) => `${tool} ${JSON.stringify(inputIn(given))}`,
    formatOf: () => format,
    isRepeated: (action, seen) => seen.some((state) => isTaken(action, state)),
  };
}

const isTaken = ({ tool, input }: NonNullable<Step['action']>, { action }: State): boolean =>
  action !== null && action.tool === tool.name && isSame(action.arguments, argumentsOf(tool, input));

const ENDED = 'End of Planning';

/** The input in the form in which it is asked for: an argument alone, without its name. */
function inputIn(given: Json): Json {
  const values = Object.values(jsonMembers(given));
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : given;
}

/** What the tools offer for a task; of two actions of one name the first. */
const offersOf = (tools: readonly Tool[], task: Task): readonly OfferedAction[] =>
  [
    ...new Map(
      tools
        .flatMap((tool) => tool.offer?.(task) ?? [])
        .map((one) => [one.name, one] as const)
        .toReversed(),
    ).values(),
  ].toReversed();

/** What is on record of the person and the item before anybody plans, an observation each. */
export async function knownAtStart(
  tools: readonly Tool[],
  task: Task,
  context: RunContext,
): Promise<readonly string[]> {
  const known: string[] = [];
  for (const { tool, input } of offersOf(tools, task).filter(({ isKnown }) => isKnown)) {
    const { observation, found } = await useTool(tool, input, context);
    if (found === undefined || found.rows.length > 0) known.push(observation);
  }
  return known;
}

/**
 * What the tools offer for a task, each action once: one whose observation is among the states is not offered again, unless
 * none is left and planning may not end.
 * @param start what is known then is not offered, unless there is nothing else
 */
export function offeredActions(
  tools: readonly Tool[],
  task: Task,
  { mayEnd, start }: { readonly mayEnd: boolean; readonly start: Start },
): ActionSpace {
  const offers = offersOf(tools, task);
  if (offers.length === 0) throw nothingOffered(tools, task);
  const unknown = offers.filter(({ isKnown }) => start === 'nothing' || !isKnown);
  const all = unknown.length > 0 ? unknown : offers;
  const nameOf = ({ tool: name, arguments: given }: NonNullable<State['action']>): string | undefined =>
    all.find(({ tool, input }) => tool.name === name && isSame(given, argumentsOf(tool, input)))?.name;
  const namesLeft = (states: readonly State[]): string[] => {
    const taken = new Set(states.map(({ action }) => action && nameOf(action)));
    const names = all.map(({ name }) => name);
    const left = names.filter((name) => !taken.has(name));
    if (mayEnd) return [...left, END];
    return left.length > 0 ? left : names;
  };
  const wordsOf: ActionSpace['wordsOf'] = (action) => nameOf(action) ?? action.tool;
  const lines = all.map(({ name, gives }) => `- ${name}: ${gives}`);
  if (mayEnd) lines.push(`- ${END}: no further step would help`);
  return {
    rules: `Each step names an action, as {"action": "…"}, and gets its observation.\nActions:\n${lines.join('\n')}`,
    callsCandidates: '',
    differs: '',
    isShort: true,
    form: 'Name an action that was not taken.',
    replyOf: (step) => {
      if (step === null) return mayEnd ? spacedJson({ action: END }) : '';
      return spacedJson({ action: step.action === null ? END : wordsOf(step.action) });
    },
    wordsOf,
    isRepeated: () => false,
    formatOf: (states) =>
      offeredStepFormat(namesLeft(states), (action): Step => {
        const offered = all.find(({ name }) => name === action);
        return { thought: '', action: offered === undefined ? null : { tool: offered.tool, input: offered.input } };
      }),
  };
}

/**
 * The step with the action that a person chose, if one did. A step that could not be read has a thought of no words then.
 * @throws LabError `name-unknown` where the run has no such tool
 */
export function editedAction(
  step: Step | null,
  tools: readonly Tool[],
  { forked, trace }: Pick<RunContext, 'forked' | 'trace'>,
): Step | null {
  const after = forked?.edit.action;
  if (after === undefined) return step;
  const before = step?.action ? { tool: step.action.tool.name, input: step.action.input } : null;
  trace.emit({ type: 'state-edit', part: 'action', before, after });
  const thought = step?.thought ?? '';
  if (after === null) return { thought, action: null };
  const tool = tools.find(({ name }) => name === after.tool);
  if (tool !== undefined) return { thought, action: { tool, input: textOf(after.input) } };
  const names = tools.map(({ name }) => name).join(', ');
  throw new LabError('name-unknown', `fork.edits: the run has no tool "${after.tool}"; one of ${names}.`);
}

const nothingOffered = (tools: readonly Tool[], { type }: Task): LabError =>
  new LabError(
    'spec-invalid',
    `recommender.options.actions: ${tools.map(({ name }) => name).join(', ')} offer no action for ${type}. Add the database tool or choose "free".`,
    { field: 'recommender.options.actions' },
  );

const isSame = (some: Json, other: Json): boolean => JSON.stringify(some) === JSON.stringify(other);

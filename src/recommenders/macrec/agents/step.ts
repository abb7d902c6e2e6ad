/**
 * @file One step of an agent: a state under its node, in which an action is asked for, read and carried out. Whatever goes wrong
 * with the action becomes an observation.
 */
import { writeAction, type Action, type CommandForm, textOf } from '../../../core/action.ts';
import { editedText, type RunContext } from '../../../core/run-context.ts';
import { endsTask, isFatal, toLabError, LabError } from '../../../core/errors.ts';
import { editedFound, type Found } from '../../../core/found.ts';
import { askAgain, generateOnce, wasCut, type Reading } from '../../../core/reply/generate.ts';
import { withoutLabel } from '../../../core/reply/read-words.ts';
import type { Purpose } from '../../../core/language-model.ts';
import type { State } from '../../../core/planner.ts';
import { actionSchema, choiceSchema, formsOf, isOffered, type ActionKind, leftOf } from './action.ts';
import { kindChosen, parseAction, type ReadThought, parseJsonAction, parseTextAction } from './read-action.ts';
import { requestOf, toldForm, type AgentSettings, isHeld, tokensFit } from './settings.ts';
import type { AgentReply, Tool, ToolResult } from '../../../core/recommender.ts';
import type { Json } from '../../../core/json.ts';

interface WrittenAction {
  readonly written: string;
  readonly reading: Reading<Action>;
}

/** The action, or what a person put in its place; that is read as if the model had written it, in whichever form. */
function editedAction(
  action: WrittenAction,
  { kinds, form }: { readonly kinds: readonly ActionKind[]; readonly form: CommandForm },
  { forked, trace }: Pick<RunContext, 'forked' | 'trace'>,
): WrittenAction {
  const after = forked?.edit.action;
  if (after === undefined || after === null) return action;
  const { reading } = action;
  const before = reading.ok ? { tool: reading.value.type, input: reading.value.content } : null;
  trace.emit({ type: 'state-edit', part: 'action', before, after });
  const { tool, input } = after;
  // A text for one place is taken as it is; one for several is cut at its commas, as a model's would be.
  const isList = typeof input === 'string' && kinds.some(({ name, slots }) => name === tool && slots.length > 1);
  const read = isList
    ? parseTextAction(`${tool}[${input}]`, kinds)
    : parseJsonAction(JSON.stringify({ type: tool, content: input }), kinds);
  return { written: writeAction(read.ok ? read.value : { type: tool, content: input }, form), reading: read };
}

export interface Outcome {
  readonly observation: string;
  readonly isEnd: boolean;
  readonly failed?: boolean;
  readonly found?: Found;
}

export interface Step {
  readonly state: State;
  readonly isProgress: boolean;
  /** For prompts: as it was read, or as the model wrote it where it could not be. */
  readonly written: string;
}

interface StepRequest {
  readonly kinds: readonly ActionKind[];
  /** Those that may be taken now; null in MACRec's own files, which ask for all to the end. */
  readonly offered: readonly ActionKind[] | null;
  readonly settings: AgentSettings;
  readonly prompt: string;
  readonly purpose: Purpose;
  readonly thought: string;
  /** The action that the thought ended with, which is not asked for again. */
  readonly taken?: ReadThought['action'];
  readonly earlier: readonly State[];
  readonly execute: (action: Action, context: RunContext) => Promise<Outcome>;
}

/** So many steps in a row that could not be read or were taken before are a circle. */
const MOST_IDLE_STEPS = 3;

/** Two that are alike say already that a third would be. */
export function isGoingInCircles(steps: readonly Step[]): boolean {
  const idle = steps.slice(steps.findLastIndex(({ isProgress }) => isProgress) + 1);
  return idle.length >= MOST_IDLE_STEPS || (idle.length > 1 && idle.at(-1)?.written === idle.at(-2)?.written);
}

/** Begins the node of the next step; where `work` gives nothing, or throws, it ends without a result. */
export async function atNextStep<Made>(
  states: readonly State[],
  context: RunContext,
  work: (own: RunContext) => Promise<Made | null>,
): Promise<Made | null> {
  const parent = states.at(-1)?.id;
  const label = `step ${states.length + 1}`;
  const span = context.trace.child({ kind: 'state', label, detail: null, ...(parent !== undefined && { parent }) });
  try {
    const made = await work(context.at(span));
    if (made === null) span.emit({ type: 'node-end', status: 'failed', result: null });
    return made;
  } catch (thrown) {
    const status = isFatal(toLabError(thrown)) ? 'aborted' : 'failed';
    span.emit({ type: 'node-end', status, result: null });
    throw thrown;
  }
}

/** Asks for an action at the context's node, carries it out and ends the node with the state. */
export async function takeStep(request: StepRequest, context: RunContext): Promise<Step> {
  const { kinds, offered, settings, thought, earlier } = request;
  const { trace } = context;
  const said = await actionOf(request, context);
  const { reading, written: unread } = editedAction(said, { kinds, form: settings.form }, context);
  const parent = earlier.at(-1)?.id ?? null;
  const end = (action: State['action'], outcome: Outcome, isProgress: boolean, written: string): Step => {
    const { isEnd, failed = !isProgress } = outcome;
    const observation = editedText('observation', outcome.observation, context);
    const result = { thought, action, observation, isEnd };
    trace.emit({ type: 'node-end', status: failed ? 'failed' : 'done', result });
    const found = outcome.found && editedFound(outcome.found, outcome.observation, observation);
    return { state: { id: trace.node, parent, ...result, ...(found && { found }) }, isProgress, written };
  };
  if (!reading.ok) {
    const some = offered ?? kinds;
    const valid = some.length === 1 ? 'The only valid action is' : 'Valid actions are';
    const observation = `Invalid action: ${reading.problem}. ${valid} ${formsOf(some, toldForm(settings))}.`;
    return end(null, { observation, isEnd: false }, false, unread);
  }
  const action = { tool: reading.value.type, arguments: reading.value.content };
  // As it was read, without its dress; in MACRec's own files as written.
  const written = settings.isToldAsWritten ? unread : oneLine(writeAction(reading.value, 'text'));
  const mayRepeat = kinds.find(({ name }) => name === action.tool)?.mayRepeat === true;
  const before = mayRepeat ? -1 : earlier.findIndex((state) => state.action !== null && isSame(state.action, action));
  if (before >= 0) {
    const observation = `This was done before, in step ${before + 1}. Take another action or finish.`;
    return end(action, { observation, isEnd: false }, false, written);
  }
  return end(action, await carryOut(request, reading.value, context), true, written);
}

async function actionOf(request: StepRequest, context: RunContext): Promise<WrittenAction> {
  const { kinds, offered, settings, prompt, purpose, taken = null } = request;
  if (taken !== null && (offered === null || isOffered(taken.reading.value, offered)))
    return { written: oneLine(taken.written), reading: taken.reading };
  const asked = { ...context, model: context.modelNamed(settings.model) };
  const schema = offered === null ? actionSchema(kinds) : choiceSchema(offered);
  const wanted = requestOf(settings, { prompt, purpose, ...(settings.form === 'json' && { schema }) }, context);
  const chosen = (text: string): ActionKind | undefined =>
    offered === null || offered.length === 1 ? undefined : kindChosen(text, offered);
  const parse = (text: string, isCut?: boolean): Reading<Action> => {
    const kind = chosen(text);
    if (kind === undefined) return parseAction(text, kinds, settings.form, isCut);
    return { ok: true, value: { type: kind.name, content: null } };
  };
  const first = await generateOnce(asked, wanted, parse);
  const kind = chosen(first.reply.text);
  if (kind !== undefined) return actionOf({ ...request, offered: [kind], taken: null }, context);
  // Any other mistake than a cut is told by the observation, as in MACRec.
  const isCut = !first.reading.ok && wasCut(first.reply);
  const reading = isCut ? await askAgain(asked, wanted, first, parse) : first.reading;
  // Prompts have the label already.
  const { text } = withoutLabel(first.reply.text, ['action', 'command']);
  return { written: oneLine(settings.isToldAsWritten ? first.reply.text : text), reading };
}

async function carryOut({ execute }: StepRequest, action: Action, context: RunContext): Promise<Outcome> {
  try {
    return await execute(action, context);
  } catch (thrown) {
    const error = toLabError(thrown).toData();
    if (endsTask(error)) throw thrown;
    context.trace.emit({ type: 'error', error });
    return { observation: `${action.type} failed: ${error.message}`, isEnd: false, failed: true };
  }
}

const isSame = (some: NonNullable<State['action']>, other: NonNullable<State['action']>): boolean =>
  JSON.stringify(some) === JSON.stringify(other);

export const oneLine = (text: string): string =>
  text.trim().replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));

function historyOf(steps: readonly Step[]): string {
  if (steps.length === 0) return '';
  const turns = steps.map(({ written, state }) => `Command: ${written}\nObservation: ${state.observation}\n`);
  return `\n${turns.join('\n')}\n`;
}

/** Result of the tool with the action's name. @throws LabError `name-unknown` for any other name */
export async function useTool(
  tools: readonly Tool[],
  { type, content }: Action,
  context: RunContext,
): Promise<Pick<ToolResult, 'observation' | 'found'>> {
  const tool = tools.find(({ name }) => name === type);
  if (tool === undefined) throw new LabError('name-unknown', `There is no tool ${type} here.`);
  const { properties = {} } = tool.parameters as { readonly properties?: { readonly [name: string]: Json } };
  const values: readonly Json[] = Array.isArray(content) ? content : [content];
  const args = Object.fromEntries(Object.keys(properties).map((name, at) => [name, values[at] ?? null]));
  const call = context.trace.emit({ type: 'tool-call', tool: type, arguments: args });
  const { observation, detail, failed, found } = context.forked?.recall() ?? (await tool.execute(args, context));
  context.trace.emit({ type: 'tool-result', call, observation, failed, detail, ...(found && { found }) });
  return { observation, ...(found && { found }) };
}

const ENDS = 'ends your work with what you found, and says of each mean how many ratings it is of';
export const FINISH: ActionKind = { name: 'Finish', slots: [{ name: 'result', holds: 'text' }], does: ENDS };

export interface CommandLoop {
  readonly name: string;
  readonly kinds: readonly ActionKind[];
  readonly settings: AgentSettings;
  readonly maxSteps: number;
  /** @param history commands and observations so far @param step from 1 @param offered what may follow */
  readonly prompt: (history: string, step: number, offered: readonly ActionKind[]) => string;
  readonly purpose: (states: readonly State[], isLast: boolean) => Purpose;
  readonly execute: (action: Action, context: RunContext) => Promise<Omit<Outcome, 'isEnd'>>;
}

/** Runs the loop at the context's node. It always ends: with Finish, after `maxSteps`, in circles, or where tokens run out. */
export async function runCommands(loop: CommandLoop, context: RunContext): Promise<AgentReply> {
  const { name, kinds, settings, maxSteps } = loop;
  const steps: Step[] = [];
  while (steps.length < maxSteps) {
    const step = await commandStep(loop, steps, context);
    if (step === null) return failed(name, 'the next prompt would not fit into its token limit', steps);
    steps.push(step);
    const isDone = step.state.isEnd || leftOf(kinds, statesOf(steps)).length === 0;
    if (isDone && tellsWhatItSaw(loop, context)) return { text: seenIn(steps).join('\n'), failed: false };
    if (step.state.isEnd) return { text: step.state.observation, failed: false };
    if (isGoingInCircles(steps)) return failed(name, 'its last commands were invalid or repeated', steps);
  }
  return failed(name, `it took all of its ${maxSteps} steps (${settings.form} commands)`, steps);
}

function commandStep(loop: CommandLoop, steps: readonly Step[], context: RunContext): Promise<Step | null> {
  const { kinds, settings, maxSteps, prompt, purpose, execute } = loop;
  const states = statesOf(steps);
  const isLast = steps.length + 1 === maxSteps;
  const finish = tellsWhatItSaw(loop, context) ? { ...FINISH, contents: ['what was seen'] } : FINISH;
  const left = isLast ? [] : leftOf(kinds, states);
  // Who looks into records has no result before the first look.
  const isFirst = !steps.some(({ isProgress }) => isProgress) && left.some(({ contents }) => contents !== undefined);
  const offered = isFirst ? left : [...left, finish];
  const text = prompt(historyOf(steps), steps.length + 1, offered);
  return atNextStep(states, context, async (own) => {
    if (!(await tokensFit(text, [{ settings, model: own.modelNamed(settings.model) }], own))) return null;
    return takeStep(
      {
        kinds: isLast && !settings.isToldAsWritten ? [FINISH] : [...kinds, FINISH],
        offered: settings.isToldAsWritten ? null : offered,
        settings,
        prompt: text,
        purpose: purpose(states, isLast),
        thought: '',
        earlier: states,
        execute: async (action, at): Promise<Outcome> =>
          action.type === FINISH.name
            ? { observation: textOf(action.content), isEnd: true }
            : { ...(await execute(action, at)), isEnd: false },
      },
      own,
    );
  });
}

/** A small model's words about numbers are often wrong. */
const tellsWhatItSaw = ({ settings, kinds }: CommandLoop, context: RunContext): boolean =>
  isHeld(settings, context) && kinds.some(({ contents }) => contents !== undefined);

const statesOf = (steps: readonly Step[]): readonly State[] => steps.map(({ state }) => state);
const seenIn = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap(({ isProgress, state }) => (isProgress && !state.isEnd ? [state.observation] : []));

function failed(name: string, why: string, steps: readonly Step[]): AgentReply {
  const last = seenIn(steps).at(-1) ?? '';
  const seen = last === '' ? '' : ` What it saw last: ${last}`;
  return { text: `${name} came to no result: ${why}.${seen}`, failed: true };
}

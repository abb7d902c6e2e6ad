/**
 * @file The inner loop of agents with tools: commands and observations until Finish or a bound.
 */
import { textOf, type Action } from '../../../core/action.ts';
import type { AgentReply, Tool, ToolResult } from '../../../core/recommender.ts';
import { LabError } from '../../../core/errors.ts';
import type { Purpose } from '../../../core/language-model.ts';
import type { State } from '../../../core/planner.ts';
import type { RunContext } from '../../../core/run-context.ts';
import { leftOf, type ActionKind } from './action.ts';
import { isHeld, tokensFit, type AgentSettings } from './settings.ts';
import { atNextStep, historyOf, isGoingInCircles, takeStep, type Outcome, type Step } from './step.ts';
import type { Json } from '../../../core/json.ts';

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

/**
 * @file The inner loop of agents with tools: a command, an observation, and so on until Finish, a bound or the end of the context.
 */
import { textOf, type Action } from '../../../core/action.ts';
import type { AgentReply, Tool, ToolResult } from '../../../core/recommender.ts';
import { LabError } from '../../../core/errors.ts';
import type { Purpose } from '../../../core/language-model.ts';
import type { State } from '../../../core/planner.ts';
import type { RunContext } from '../../../core/run-context.ts';
import type { ActionKind } from './action.ts';
import { tokensFit, type AgentSettings } from './settings.ts';
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

export const FINISH: ActionKind = { name: 'Finish', slots: [{ name: 'result', holds: 'text' }] };

export interface CommandLoop {
  readonly name: string;
  readonly kinds: readonly ActionKind[];
  readonly settings: AgentSettings;
  readonly maxSteps: number;
  /** @param history commands and observations so far, `''` at first @param step from 1 @param isLast true where only Finish can follow */
  readonly prompt: (history: string, step: number, isLast: boolean) => string;
  readonly purpose: (states: readonly State[], isLast: boolean) => Purpose;
  readonly execute: (action: Action, context: RunContext) => Promise<Omit<Outcome, 'isEnd'>>;
}

/** Runs the loop at the context's node. It always ends: with Finish, after `maxSteps`, in circles, or where tokens run out. */
export async function runCommands(loop: CommandLoop, context: RunContext): Promise<AgentReply> {
  const { name, settings, maxSteps } = loop;
  const steps: Step[] = [];
  while (steps.length < maxSteps) {
    const step = await commandStep(loop, steps, context);
    if (step === null) return failed(name, 'the next prompt would not fit into its token limit', steps);
    steps.push(step);
    if (step.state.isEnd) return { text: step.state.observation, failed: false };
    if (isGoingInCircles(steps)) return failed(name, 'its last commands were invalid or repeated', steps);
  }
  return failed(name, `it took all of its ${maxSteps} steps (${settings.form} commands)`, steps);
}

function commandStep(loop: CommandLoop, steps: readonly Step[], context: RunContext): Promise<Step | null> {
  const { kinds, settings, maxSteps, prompt, purpose, execute } = loop;
  const states = steps.map(({ state }) => state);
  const isLast = steps.length + 1 === maxSteps;
  const text = prompt(historyOf(steps), steps.length + 1, isLast);
  return atNextStep(states, context, async (own) => {
    if (!(await tokensFit(text, [{ settings, model: own.modelNamed(settings.model) }], own))) return null;
    return takeStep(
      {
        // The prompt says so, and a schema can hold a model to it; MACRec's own files ask for all to the end.
        kinds: isLast && !settings.isToldAsWritten ? [FINISH] : [...kinds, FINISH],
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

function failed(name: string, why: string, steps: readonly Step[]): AgentReply {
  const last = steps.findLast(({ isProgress }) => isProgress)?.state.observation ?? '';
  const seen = last === '' ? '' : ` What it saw last: ${last}`;
  return { text: `${name} came to no result: ${why}.${seen}`, failed: true };
}

/**
 * @file The agents that a manager may ask, with their tools, and how they are asked.
 */
import { formsOf, type ActionKind } from './agents/action.ts';
import type { CommandForm } from '../../core/action.ts';
import { ANALYSE, analyst, type ToolAgentSetup } from './agents/analyst.ts';
import { INTERPRET, interpreter } from './agents/interpreter.ts';
import { invokeAgent, type Invocation, type InvocationReply } from './agents/invoke-agent.ts';
import { SEARCH, searcher } from './agents/searcher.ts';
import type { Agent } from '../../core/agent.ts';
import type { Database } from '../../core/database.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ItemReference } from '../../core/task.ts';
import type { Tool } from '../../core/tool.ts';
import { dialogueSummaryTool } from '../../tools/records/dialogue-summary.ts';
import { recordTools, type Moment } from '../../tools/records/record-tools.ts';
import { searchTools } from '../../tools/records/search-tools.ts';
import type { SearchProvider } from '../../tools/search-tool.ts';
import { cutToContext } from '../../tools/text-budget.ts';
import type { Helper } from './file-shapes.ts';
import type { MacRecSystem } from './read-system.ts';

/** What a system works with. */
export interface SystemParts {
  readonly system: MacRecSystem;
  readonly database: Database;
  readonly search: SearchProvider;
  /** A fitted ranker, which the manager of a task may ask; where not given there is none. */
  readonly rank?: Tool;
  /** Seconds that an agent may take for an answer; the manager may take so many for each of its steps. */
  readonly patience: number;
}

/** An agent that the manager may ask, and the action by which it does. */
export interface Colleague {
  readonly kind: ActionKind;
  readonly agent: Agent;
}

/** As prompts call the tasks. */
export const TASK_TYPES = {
  rp: 'rating prediction',
  sr: 'ranking',
  gen: 'explanation generation',
  chat: 'conversation',
} as const;

/**
 * What a manager may do, a line each, as the lab's prompts tell it.
 * @param finish how it ends, and what that does: `ends the task with your answer`
 */
export const actionLines = (
  colleagues: readonly Colleague[],
  finish: readonly [kind: ActionKind, does: string],
  form: CommandForm,
): string =>
  [
    ...colleagues.map(({ kind, agent }) => `${formsOf([kind], form)}: the ${agent.name} ${agent.description}.`),
    `${formsOf([finish[0]], form)}: ${finish[1]}.`,
  ].join('\n');

/** How one agent asks another: with a deadline, and a reply that leaves room in the prompt of who asked. */
export type Ask = (
  agent: Agent,
  call: Pick<Invocation, 'from' | 'message' | 'round'>,
  context: RunContext,
) => Promise<InvocationReply>;

/**
 * The agents of a system that its manager may ask.
 * @param question what the manager wants to know, as a sentence
 * @param items by whose titles one may be asked about
 * @param until what the analyst's look-ups end before; null where they show all that is on record
 */
export function colleaguesOf(
  { system, database, search }: SystemParts,
  question = '',
  until: Moment | null = null,
  items: readonly ItemReference[] = [],
): readonly Colleague[] {
  const { helpers, task } = system;
  const taskType = TASK_TYPES[task];
  const made = (
    name: Helper,
    kind: ActionKind,
    make: (setup: ToolAgentSetup) => Agent,
    tools: readonly Tool[],
  ): readonly Colleague[] => {
    const helper = helpers[name];
    return helper === undefined
      ? []
      : [{ kind, agent: make({ ...helper, tools: tools.map(fitted), taskType, question, items }) }];
  };
  return [
    ...made('Analyst', ANALYSE, analyst, recordTools(database, until)),
    ...made('Searcher', SEARCH, (setup) => searcher(setup, search), searchTools(search)),
    ...made('Interpreter', INTERPRET, interpreter, [dialogueSummaryTool()]),
  ];
}

/** Asks agents of a system. */
export function askerOf({ patience, system }: SystemParts, { model }: RunContext): Ask {
  return (agent, call, context) => {
    const steps = agent.name === 'Manager' ? system.maxSteps + 1 : 1;
    const shorten = (text: string): string => cutToContext(text, model);
    return invokeAgent(agent, { ...call, patience: patience * steps * 1000, shorten }, context);
  };
}

/** Observations of tools are cut to what the context can hold. */
function fitted(tool: Tool): Tool {
  return {
    ...tool,
    async execute(args, context) {
      const result = await tool.execute(args, context);
      return { ...result, observation: cutToContext(result.observation, context.model) };
    },
  };
}

import { formsOf, type ActionKind } from './agents/action.ts';
import type { Action, CommandForm } from '../../core/action.ts';
import { ANALYSE, analyst, commandsOf, type ToolAgentSetup, SEARCH, searcher } from './agents/analyst.ts';
import type { Agent, AgentReply, Tool } from '../../core/recommender.ts';
import type { Database } from '../../core/database.ts';
import type { RunContext } from '../../core/run-context.ts';
import { dialogueSummaryTool, recordTools, type Moment, searchTools } from '../../tools/records/record-tools.ts';
import { itemAttributes, personProfile } from '../../tools/records/attributes.ts';
import type { SearchProvider } from '../../tools/search-tool.ts';
import { cutToContext } from '../../tools/text-budget.ts';
import type { Helper } from './read-files.ts';
import type { MacRecSystem } from './read-system.ts';
import { runCommands, type Outcome } from './agents/step.ts';
import { optionalPrompt, toldForm } from './agents/settings.ts';
import { endsTask, LabError, toLabError, type LabErrorData } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Span } from '../../core/trace.ts';

interface Invocation {
  readonly from: string;
  readonly message: Json;
  readonly patience: number;
  readonly shorten: (text: string) => string;
  /** Of attempts and reflections: which one, from 1. */
  readonly round?: number;
}

interface InvocationReply extends AgentReply {
  readonly error: LabErrorData | null;
}

/** Asks an agent. @throws LabError only what ends the task (see `endsTask`) */
export async function invokeAgent(agent: Agent, call: Invocation, context: RunContext): Promise<InvocationReply> {
  const { from, message, patience, shorten, round } = call;
  const detail = { agent: agent.name, from, message, ...(round !== undefined && { round }) };
  const span = context.trace.child({ kind: 'agent', label: agent.name, detail });
  const gate = gated(span);
  const deadline = new AbortController();
  const own = withSignal(context.at(gate.span), AbortSignal.any([context.signal, deadline.signal]));
  const end = (
    status: 'done' | 'failed' | 'aborted',
    { text, failed, found }: AgentReply,
    error: LabErrorData | null = null,
  ): InvocationReply => {
    gate.close();
    span.emit({ type: 'node-end', status, result: { reply: text } });
    return { text, failed, error, ...(found && { found }) };
  };
  const timer = timeOut(agent, patience);
  try {
    const reply = await Promise.race([agent.invoke(message, own), timer.passed]);
    return end(reply.failed ? 'failed' : 'done', { ...reply, text: shorten(reply.text) });
  } catch (thrown) {
    const error = toLabError(thrown).toData();
    // An agent that was stopped at its own deadline says so; only the run's own stop ends the run.
    if (endsTask(error) && (error.code !== 'aborted' || context.signal.aborted)) {
      end(error.code === 'aborted' ? 'aborted' : 'failed', { text: error.message, failed: true });
      throw thrown;
    }
    span.emit({ type: 'error', error });
    return end('failed', { text: `${agent.name} failed: ${error.message}`, failed: true }, error);
  } finally {
    timer.stop();
    deadline.abort();
  }
}

function timeOut({ name }: Agent, patience: number): { readonly passed: Promise<never>; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    const message = `It did not answer within ${patience / 1000} seconds. Raise recommender.options.patience or choose a faster model for ${name}.`;
    timer = setTimeout(() => reject(new LabError('model-failed', message, { agent: name })), patience);
  });
  return { passed, stop: () => clearTimeout(timer) };
}

/** The context with another signal, here and at every node under it. */
function withSignal(context: RunContext, signal: AbortSignal): RunContext {
  return { ...context, signal, at: (node) => withSignal(context.at(node), signal) };
}

/** A span, and those under it, that write nothing once they are closed. */
function gated(span: Span): { readonly span: Span; close(): void } {
  let isOpen = true;
  const wrap = (inner: Span): Span => ({
    node: inner.node,
    emit: (body) => (isOpen ? inner.emit(body) : -1),
    child(start) {
      if (isOpen) return wrap(inner.child(start));
      throw new LabError('aborted', 'Stopped.');
    },
  });
  return { span: wrap(span), close: () => void (isOpen = false) };
}

/** The command of the interpreter besides Finish: a summary of the whole input by a tool, whatever it is given. */
export const INTERPRETER_KINDS: readonly ActionKind[] = [
  { name: 'Summarize', slots: [{ name: '', holds: 'text', isOptional: true }] },
];

export const INTERPRET: ActionKind = {
  name: 'Interpret',
  slots: [{ name: 'text', holds: 'text' }],
  examples: ['I like Heat, but not its violence. What else is there?'],
};

/** The prompt shows so many of the last words; Summarize reads them all. */
const LAST_WORDS = 100;

/** The interpreter. Its message is the dialogue as text. */
function interpreter(setup: ToolAgentSetup): Agent {
  const { form } = setup.settings;
  return {
    name: 'Interpreter',
    description: 'makes one clear request of what was said',
    async invoke(message, context) {
      if (typeof message !== 'string') return { text: 'Interpreter needs the dialogue as a text.', failed: true };
      const words = message.split(/\s+/).filter((word) => word !== '');
      const input = words.length > LAST_WORDS ? `...${words.slice(-LAST_WORDS).join(' ')}` : message;
      const work = commandsOf(setup, {
        name: 'Interpreter',
        kinds: INTERPRETER_KINDS,
        places: { input },
        purpose: (states, isLast) => ({ type: 'interpret', dialogue: input, states, form, isLast }),
        content: message,
      });
      return runCommands(work, context);
    },
  };
}

export interface SystemParts {
  readonly system: MacRecSystem;
  readonly database: Database;
  readonly search: SearchProvider;
  readonly patience: number;
}

export interface Colleague {
  readonly kind: ActionKind;
  readonly agent: Agent;
}

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
const actionLines = (
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
 * @param subjects all whom the analyst may be asked about; null for whomever
 * @param until what the analyst's look-ups end before; null where they show all that is on record
 */
export function colleaguesOf(
  { system, database, search }: SystemParts,
  question = '',
  until: Moment | null = null,
  subjects: readonly Json[] | null = null,
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
      : [{ kind, agent: make({ ...helper, tools: tools.map(fitted), taskType, question, knows }) }];
  };
  const knows: ToolAgentSetup['knows'] = (about, id) => {
    const told = about === 'user' ? personProfile(database, id) : itemAttributes(database, id);
    return told === 'None' || (told !== null && question.includes(told));
  };
  return [
    ...made('Analyst', { ...ANALYSE, ...(subjects && { contents: subjects }) }, analyst, recordTools(database, until)),
    ...made('Searcher', SEARCH, (setup) => searcher(setup, search), searchTools(search)),
    ...made('Interpreter', INTERPRET, interpreter, [dialogueSummaryTool()]),
  ];
}

/** Does what a manager's action says: the colleague whose kind it is answers. */
export async function askColleague(
  { type, content }: Action,
  colleagues: readonly Colleague[],
  ask: Ask,
  context: RunContext,
): Promise<Outcome> {
  const colleague = colleagues.find(({ kind }) => kind.name === type);
  if (colleague === undefined) return { observation: `Nobody here can ${type}.`, isEnd: false, failed: true };
  const { text, failed, found } = await ask(colleague.agent, { from: 'Manager', message: content }, context);
  return { observation: text, isEnd: false, failed, ...(found && { found }) };
}

/** What the places of a manager's prompt hold. @param finish how it ends, and what that does */
export function managerPlaces(
  { task, maxSteps, prompts, action }: MacRecSystem,
  { input, request, reflections }: { readonly input: string; readonly request: string; readonly reflections: string },
  colleagues: readonly Colleague[],
  finish: readonly [kind: ActionKind, does: string],
): Readonly<Record<string, string>> {
  return {
    task_type: TASK_TYPES[task],
    max_step: String(maxSteps),
    examples: optionalPrompt(prompts, 'fewshot_examples'),
    reflections,
    input,
    history: input,
    task_prompt: request,
    actions: actionLines(colleagues, finish, toldForm(action)),
  };
}

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

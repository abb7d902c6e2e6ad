/**
 * @file Requests to the agents of a system: a dialogue is answered by all of them, a message by the one that it is for.
 */
import { reflector } from './agents/reflector.ts';
import { writeAction } from '../../core/action.ts';
import type { Agent, Answer } from '../../core/recommender.ts';
import { LabError } from '../../core/errors.ts';
import type { State } from '../../core/planner.ts';
import type { AgentRequest, DialogueTurn } from '../../core/task.ts';
import type { RunContext } from '../../core/run-context.ts';
import { sampleOf } from '../../tools/records/sample.ts';
import { z } from '../../tools/schema.ts';
import { inputOf } from './attempt-task.ts';
import { askerOf, colleaguesOf, type SystemParts } from './colleagues.ts';
import { converse } from './converse.ts';

/** What requests are answered with. */
export interface AnsweringParts extends SystemParts {
  /** Interactions in the data prompt of an attempt that is reviewed. */
  readonly history: number;
}

/**
 * Answers a request and writes the answer to the trace.
 * @throws LabError `spec-invalid` where the system does not have the agent, `reply-unparseable` where nothing came of it
 */
export async function answerRequest(
  options: AnsweringParts,
  request: AgentRequest,
  context: RunContext,
): Promise<readonly Answer[]> {
  const { text, reason } = await answered(options, request, context);
  const recommendation = { type: 'text', text } as const;
  context.trace.emit({ type: 'answer', from: 'kept', states: [], recommendation, reason });
  return [{ from: 'kept', recommendation }];
}

interface Said {
  readonly text: string;
  readonly reason: string;
}

async function answered(options: AnsweringParts, request: AgentRequest, context: RunContext): Promise<Said> {
  if (request.type === 'conversation') {
    return conversed(options, request.turns, context);
  }
  const agent = agentOf(options, request);
  const { text, failed, error } = await askerOf(options, context)(
    agent,
    { from: 'task', message: request.message },
    context,
  );
  if (error !== null) throw LabError.fromData(error);
  if (failed) throw new LabError('reply-unparseable', text);
  return { text, reason: '' };
}

/** Answers each of the user's turns that no answer follows yet, one after another; what was said last is the answer. */
async function conversed(options: AnsweringParts, turns: readonly DialogueTurn[], context: RunContext): Promise<Said> {
  const said: DialogueTurn[] = [];
  let last: Said = { text: '', reason: '' };
  for (const [at, turn] of turns.entries()) {
    said.push(turn);
    if (turn.role === 'system' || turns[at + 1]?.role === 'system') continue;
    const own = { ...context, random: context.random.fork(`turn ${at + 1}`) };
    const { answer, request } = await converse(options, said, at + 1 === turns.length ? context : own);
    said.push({ role: 'system', text: answer });
    last = { text: answer, reason: request };
  }
  return last;
}

type SingleRequest = Extract<AgentRequest, { readonly type: 'single-agent' }>;

function agentOf(options: AnsweringParts, request: SingleRequest): Agent {
  if (request.agent === 'Reflector') return reviewerOf(options, request);
  const found = colleaguesOf(options).find(({ agent }) => agent.name === request.agent)?.agent;
  if (found !== undefined) return found;
  throw absent(request.agent);
}

const absent = (agent: string): LabError =>
  new LabError('spec-invalid', `tasks.options.agent: the system has no ${agent}; name a system that has one.`, {
    field: 'tasks.options.agent',
  });

const STEPS = z.looseObject({
  steps: z.array(
    z.strictObject({
      thought: z._default(z.string(), ''),
      action: z.nullable(z.strictObject({ type: z.string(), content: z.json() })),
      observation: z._default(z.string(), ''),
    }),
  ),
});

/** The reflector of an attempt that its message tells step by step. */
function reviewerOf(options: AnsweringParts, { task, message, agent }: SingleRequest): Agent {
  const { system, database, history } = options;
  const helper = system.helpers.Reflector;
  if (helper === undefined) throw absent(agent);
  const told = STEPS.safeParse(message);
  if (!told.success || task === null) {
    const problem = 'steps must be a list of {"thought", "action": {"type", "content"}, "observation"}';
    throw new LabError('spec-invalid', `tasks.options.message: ${problem}.`, { field: 'tasks.options.message' });
  }
  const { form } = helper.settings;
  const { steps } = told.data;
  const states = steps.map(({ thought, action, observation }, at): State => ({
    id: `step ${String(at + 1)}`,
    parent: at === 0 ? null : `step ${String(at)}`,
    thought,
    action: action && { tool: action.type, arguments: action.content },
    observation,
    isEnd: action?.type === 'Finish',
  }));
  const lines = steps.flatMap(({ thought, action, observation }, at) => [
    `Thought ${at + 1}: ${thought}`,
    `Action ${at + 1}: ${action === null ? 'none' : writeAction(action, form)}`,
    `Observation: ${observation}`,
  ]);
  const sample = sampleOf(database, task, history);
  const actions = colleaguesOf(options).map(({ kind }) => kind.name);
  const attempt = { sample, actions, states, input: inputOf({ system, sample }), scratchpad: `\n${lines.join('\n')}` };
  return reflector(helper, attempt, () => undefined);
}

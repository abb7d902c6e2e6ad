/**
 * @file Requests to the agents of a system: a dialogue is answered by all of them, a message by the one that it is for.
 */
import { reflector } from './agents/reflector.ts';
import { writeAction, textOf } from '../../core/action.ts';
import type { Agent, Answer } from '../../core/recommender.ts';
import { LabError } from '../../core/errors.ts';
import type { State } from '../../core/planner.ts';
import type { AgentRequest, DialogueTurn } from '../../core/task.ts';
import type { RunContext } from '../../core/run-context.ts';
import { sampleOf } from '../../tools/records/attributes.ts';
import { z } from '../../tools/schema.ts';
import { inputOf } from './attempt-task.ts';
import { askerOf, colleaguesOf, type SystemParts, actionLines, TASK_TYPES } from './colleagues.ts';
import { attempt } from './agents/manager.ts';
import type { ActionKind } from './agents/action.ts';
import { optionalPrompt } from './agents/settings.ts';

export interface Conversed {
  readonly request: string;
  readonly answer: string;
}

const FINISH: ActionKind = { name: 'Finish', slots: [{ name: 'answer', holds: 'text' }] };

/**
 * Answers the last turn of a dialogue.
 * @param parts of a system that was read for the task `chat`
 * @throws LabError `reply-unparseable` where the manager came to no answer: never a made-up one
 */
export async function converse(
  parts: SystemParts,
  turns: readonly DialogueTurn[],
  context: RunContext,
): Promise<Conversed> {
  const { thought, action, maxSteps, hint, mayInterpret, prompts } = parts.system;
  const ask = askerOf(parts, context);
  const dialogue = dialogueOf(turns);
  const interpreter = colleaguesOf(parts).find(({ agent }) => agent.name === 'Interpreter')?.agent;
  if (interpreter === undefined) throw new LabError('spec-invalid', 'A conversation needs an Interpreter.');
  const said = await ask(interpreter, { from: 'task', message: dialogue }, context);
  const request = said.failed ? (turns.at(-1)?.text ?? '') : said.text;
  const colleagues = colleaguesOf(parts, `The manager answers this request: ${request}`);
  const others = colleagues.filter(({ agent }) => mayInterpret || agent.name !== interpreter.name);
  const kinds = others.map(({ kind }) => kind);
  const result: { answer: string | null; halted: string } = { answer: null, halted: '' };
  const manager: Agent = {
    name: 'Manager',
    description: 'answers in the conversation',
    async invoke(_message, at) {
      const places = {
        task_type: TASK_TYPES.chat,
        max_step: String(maxSteps),
        examples: optionalPrompt(prompts, 'fewshot_examples'),
        reflections: '',
        input: dialogue,
        history: dialogue,
        task_prompt: request,
        actions: actionLines(others, [FINISH, 'ends your work with your reply'], action.form),
      };
      const { halted } = await attempt(
        { thought, action, maxSteps, hint, prompts, kinds, finish: FINISH },
        {
          sample: null,
          request,
          places,
          earlier: { states: null, reflections: [] },
          async execute(taken, own) {
            if (taken.type === FINISH.name) {
              result.answer = textOf(taken.content);
              return { observation: result.answer, isEnd: true };
            }
            const colleague = others.find(({ kind }) => kind.name === taken.type);
            if (colleague === undefined)
              return { observation: `Nobody here can ${taken.type}.`, isEnd: false, failed: true };
            const reply = await ask(colleague.agent, { from: 'Manager', message: taken.content }, own);
            return { ...reply, observation: reply.text, isEnd: false };
          },
        },
        at,
      );
      result.halted = halted ?? '';
      return { text: result.answer ?? result.halted, failed: result.answer === null };
    },
  };
  const { text, error } = await ask(manager, { from: 'task', message: request }, context);
  if (error !== null) throw LabError.fromData(error);
  if (result.answer === null) throw new LabError('reply-unparseable', `The manager came to no answer: ${text}.`);
  return { request, answer: result.answer };
}

/** As MACRec's prompts tell a dialogue; each turn is one line. */
function dialogueOf(turns: readonly DialogueTurn[]): string {
  const said = turns.map(({ role, text }) => `${ROLES[role]}: ${text.replaceAll(/\s+/g, ' ')}`);
  return `\n${said.join('\n')}\n`;
}

const ROLES = { user: 'User', system: 'System' } as const;

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

/**
 * @file MACRec (Wang et al. 2024): a manager solves a task by asking other agents, and a reflector may send it into another attempt.
 */
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { Answer, Recommender } from '../../core/recommender.ts';
import type { AgentRequest, Task } from '../../core/task.ts';
import type { RunContext } from '../../core/run-context.ts';
import { sampleOf } from '../../tools/records/attributes.ts';
import {
  answerRequest,
  attemptTask,
  inputOf,
  NOTHING_BEFORE,
  questionOf,
  type AttemptMade,
  type Before,
  type TaskSetup,
} from './attempt-task.ts';
import { askerOf, colleaguesOf, type SystemParts } from './colleagues.ts';
import type { State } from '../../core/planner.ts';
import { leftOf } from './agents/action.ts';
import { asksModel, reflector, showsAttempt, type Reflection } from './agents/reflector.ts';
import { promptOf } from './agents/settings.ts';

/**
 * Reviews an attempt.
 * @param round of the attempt that would come next
 * @returns what the next attempt is shown; null where the reflector sees no need of one
 */
async function reviewed(
  setup: TaskSetup,
  last: AttemptMade,
  before: Before,
  round: number,
  context: RunContext,
): Promise<Before | null> {
  const helper = setup.system.helpers.Reflector;
  if (helper === undefined) return null;
  const { strategy, prompts } = helper;
  const shown = showsAttempt(strategy)
    ? `${promptOf(prompts, 'last_trial_header')}Input:\n${last.input}\n${last.scratchpad.trim()}\n(END PREVIOUS TRIAL)\n`
    : '';
  const states = showsAttempt(strategy) ? last.states : null;
  // MACRec's own files tell the words of the reflector alone.
  const isTold = !setup.system.action.isToldAsWritten && strategy !== 'base';
  const found = last.states.filter(({ action, isEnd }) => isTold && action !== null && !isEnd);
  const known = [...before.known, ...found];
  if (!asksModel(strategy)) return { text: shown, earlier: { states, reflections: [] }, known };
  const reflection = await askReflector(setup, last, known, round - 1, context);
  if (reflection?.correct === true) return null;
  // With the attempt itself only what was said of it counts; without, all that was ever said.
  const earlier = showsAttempt(strategy) ? [] : before.earlier.reflections;
  const reflections = [...earlier, ...(reflection === null ? [] : [reflection.text])];
  const header = showsAttempt(strategy) ? 'reflection_last_trial_header' : 'reflection_header';
  const listed =
    reflections.length === 0
      ? ''
      : `${promptOf(prompts, header)}Reflections:\n- ${reflections.map((one) => one.trim()).join('\n- ')}`;
  const lines = showsAttempt(strategy) ? [] : known.map(({ observation }) => `\n- ${observation}`);
  const told = lines.length === 0 ? '' : `\nFound before, which need not be asked again:${lines.join('')}\n`;
  return { text: `${shown}${listed}${told}`, earlier: { states, reflections }, known };
}

async function askReflector(
  { system, sample, colleagues, ask }: TaskSetup,
  { states, input, scratchpad }: AttemptMade,
  known: readonly State[],
  round: number,
  context: RunContext,
): Promise<Reflection | null> {
  const helper = system.helpers.Reflector;
  if (helper === undefined) return null;
  const said: Reflection[] = [];
  const kinds = colleagues.map(({ kind }) => kind);
  const review = {
    ...{ sample, states, input, scratchpad },
    actions: kinds.map(({ name }) => name),
    left: leftOf(kinds, known),
  };
  const agent = reflector(helper, review, (one) => void said.push(one));
  await ask(agent, { from: 'Manager', message: { attempt: round }, round }, context);
  return said[0] ?? null;
}

export interface MacRecOptions extends SystemParts {
  readonly rounds: number;
  readonly history: number;
  /** Whether the analyst sees what was before a task's time, or all that is on record. */
  readonly lookUps: 'before' | 'all';
}

export interface AgentRecommender extends Recommender {
  /** @param time of what is asked about; without, look-ups show all that is on record */
  recommend(task: Task, context: RunContext, time?: number): Promise<readonly Answer[]>;
  /** @throws LabError `spec-invalid` where the system lacks an agent, `reply-unparseable` where nothing came of the request */
  answer(request: AgentRequest, context: RunContext): Promise<readonly Answer[]>;
}

export function macRec(options: MacRecOptions): AgentRecommender {
  return {
    name: 'macrec',
    answer: (request, context) => answerRequest(options, request, context),
    async recommend(task, context, time) {
      const { states, recommendation } = await answered(options, task, time, context);
      const reason = states.at(-1)?.thought ?? '';
      context.trace.emit({ type: 'answer', from: 'kept', states: states.map(({ id }) => id), recommendation, reason });
      return [{ from: 'kept', recommendation } satisfies Answer];
    },
  };
}

type Answered = AttemptMade & { readonly recommendation: NonNullable<AttemptMade['recommendation']> };

/** The latest attempt that has an answer. @throws LabError what kept the last one from it, where none has */
async function answered(
  options: MacRecOptions,
  task: Task,
  time: number | undefined,
  context: RunContext,
): Promise<Answered> {
  const setup = await setUp(options, task, time, context);
  const rounds = options.system.helpers.Reflector === undefined ? 1 : options.rounds;
  let best: Answered | null = null;
  let before = NOTHING_BEFORE;
  for (let round = 1; ; round += 1) {
    const made = await attemptTask(setup, before, round, context);
    const { recommendation } = made;
    if (recommendation !== null) best = { ...made, recommendation };
    const next = round < rounds ? await reviewed(setup, made, before, round + 1, context) : null;
    if (next !== null) before = next;
    else if (best !== null) return best;
    else throw failureOf(made.halted ?? '', made.error);
  }
}

async function setUp(
  options: MacRecOptions,
  task: Task,
  time: number | undefined,
  context: RunContext,
): Promise<TaskSetup> {
  const { system, database, history, lookUps } = options;
  const sample = sampleOf(database, task, history);
  const until = lookUps === 'all' || time === undefined ? null : { user: task.user.id, time };
  const all = [['user', task.user.id], ...sample.items.map(({ item }) => ['item', item.id])];
  const subjects = system.action.isToldAsWritten ? null : all;
  const colleagues = colleaguesOf(options, questionOf(sample), until, subjects);
  const ask = askerOf(options, context);
  const interpreter = colleagues.find(({ agent }) => agent.name === 'Interpreter')?.agent;
  const setup = { system, sample, colleagues, ask, request: null };
  if (interpreter === undefined) return setup;
  const { text, failed } = await ask(interpreter, { from: 'task', message: inputOf(setup) }, context);
  return { ...setup, request: failed ? null : text };
}

function failureOf(halted: string, error: LabErrorData | null): LabError {
  if (error !== null) return LabError.fromData(error);
  return new LabError(
    halted.includes('token limit') ? 'context-exceeded' : 'reply-unparseable',
    `The manager came to no answer: ${halted}. Open its last step to see why.`,
    { halted },
  );
}

/**
 * @file MACRec (Wang et al. 2024): a manager solves a task by asking other agents, and a reflector may send it into another attempt.
 */
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { Answer, Recommender } from '../../core/recommender.ts';
import type { AgentRequest } from '../../core/request.ts';
import type { RunContext } from '../../core/run-context.ts';
import { isRanking, type Task } from '../../core/task.ts';
import { sampleOf } from '../../tools/records/sample.ts';
import { RANK, ranker } from './agents/ranker.ts';
import { answerRequest } from './answer-request.ts';
import { attemptTask, inputOf, itemsOf, type AttemptMade, type TaskSetup } from './attempt-task.ts';
import { askerOf, colleaguesOf, type Colleague, type SystemParts } from './colleagues.ts';
import { questionOf } from './data-prompt.ts';
import { NOTHING_BEFORE, reviewed } from './rounds.ts';

/** What MACRec is made of. */
export interface MacRecOptions extends SystemParts {
  /** Attempts at a task, at most; further ones only where there is a reflector. */
  readonly rounds: number;
  /** Interactions in the data prompt. */
  readonly history: number;
  /** Whether the analyst sees what was before a task's time, or all that is on record. */
  readonly lookUps: 'before' | 'all';
}

/** Agents answer requests besides tasks. */
export interface AgentRecommender extends Recommender {
  /** @param time of what is asked about; without, look-ups show all that is on record */
  recommend(task: Task, context: RunContext, time?: number): Promise<readonly Answer[]>;
  /** @throws LabError `spec-invalid` where the system lacks an agent, `reply-unparseable` where nothing came of the request */
  answer(request: AgentRequest, context: RunContext): Promise<readonly Answer[]>;
}

/** The recommender. */
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

/** What an attempt answered, with what it went through. */
type Answered = AttemptMade & { readonly recommendation: NonNullable<AttemptMade['recommendation']> };

/**
 * The latest attempt that has an answer.
 * @throws LabError what kept the last one from it, where none has
 */
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
  const colleagues = [...colleaguesOf(options, questionOf(sample), until, itemsOf(sample)), ...rankerOf(options, task)];
  const ask = askerOf(options, context);
  const interpreter = colleagues.find(({ agent }) => agent.name === 'Interpreter')?.agent;
  const setup = { system, sample, colleagues, ask, request: null };
  if (interpreter === undefined) return setup;
  const { text, failed } = await ask(interpreter, { from: 'task', message: inputOf(setup) }, context);
  return { ...setup, request: failed ? null : text };
}

function rankerOf({ rank }: MacRecOptions, task: Task): readonly Colleague[] {
  if (rank === undefined || !isRanking(task)) return [];
  const candidates = task.candidates.map(({ id }) => id);
  return [{ kind: RANK, agent: ranker(rank, candidates) }];
}

function failureOf(halted: string, error: LabErrorData | null): LabError {
  if (error !== null) return LabError.fromData(error);
  return new LabError(
    halted.includes('token limit') ? 'context-exceeded' : 'reply-unparseable',
    `The manager came to no answer: ${halted}. Open its last step to see why.`,
    { halted },
  );
}

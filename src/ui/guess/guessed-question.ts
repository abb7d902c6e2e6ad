/** @file The question on the page as one that a person can guess at too, and what everybody's answers to it come to. */
import { createRandom, shuffled } from '../../core/random.ts';
import type { RunSpec } from '../../core/run.ts';
import { taskOf } from '../../trace/task-of.ts';
import {
  isRanking,
  type ItemReference,
  type RankingTask,
  type RatingTask,
  type Recommendation,
  type Truth,
} from '../../core/task.ts';
import { answerAt } from '../../trace/trace-ink.ts';
import type { TraceNode } from '../../trace/trace-tree.ts';
import type { RunView } from '../pages/plan/run-view.svelte.ts';
import { specOf } from '../pages/plan/spec-of.ts';
import { missOf } from './round.ts';

/** One of so many items is picked. */
export const PICKED_AMONG = 5;

/** A question with a rating, or with one item of a few, for an answer. */
export interface GuessedQuestion {
  readonly task: RatingTask | RankingTask;
  readonly spec: RunSpec;
  /** Null as long as no planner has come to it. */
  readonly truth: Truth | null;
  /** Of lists: the item that was chosen and others that were not, in an order that says nothing; empty as long as it is not known. */
  readonly options: readonly ItemReference[];
}

/** The item that was chosen and four other candidates, drawn with the run's seed. */
export function optionsOf(task: RankingTask, chosen: ItemReference, seed: number): readonly ItemReference[] {
  const random = createRandom(seed)
    .fork('guess')
    .fork(`${task.type}:${String(task.user.id)}`);
  const others = task.candidates.filter(({ id }) => id !== chosen.id);
  const drawn = shuffled(others, random.fork('others')).slice(0, PICKED_AMONG - 1);
  return shuffled([chosen, ...drawn], random.fork('order'));
}

/** What is asked on the page; null where there is nothing to guess: texts, several tasks, lists without candidates. */
export function guessedQuestion(runs: readonly RunView[]): GuessedQuestion | null {
  const [first] = runs;
  const spec = specOf(first?.events ?? []);
  const tasks = runs.flatMap((run) => run.grown.tasks);
  const task = tasks[0] === undefined ? null : taskOf(tasks[0]);
  if (task === null || spec === null || tasks.length > runs.length) return null;
  const truth = tasks.find((node) => node.truth !== null)?.truth?.truth ?? null;
  if (task.type === 'rating-prediction') return { task, spec, truth, options: [] };
  if (!isRanking(task) || task.candidates.length < PICKED_AMONG) return null;
  return { task, spec, truth, options: truth?.type === 'choice' ? optionsOf(task, truth.item, spec.seed) : [] };
}

/** The item that a question is about, or whose choice it asks for; null as long as that is not known. */
export function itemOf({ task, truth }: GuessedQuestion): number | null {
  if (task.type === 'rating-prediction') return task.item.id;
  return truth?.type === 'choice' ? truth.item.id : null;
}

/** What is true, as a guess is written: a rating, or the id of an item; null as long as it is not known. */
export function truthOf({ truth }: GuessedQuestion): number | null {
  if (truth?.type === 'rating') return truth.rating;
  return truth?.type === 'choice' ? truth.item.id : null;
}

/**
 * How far off an answer is, as a guess would be: a list stands for the first of its items that could be picked. One that has none of
 * them is wrong.
 */
export function missOfAnswer(answer: Recommendation, question: GuessedQuestion): number | null {
  const { task, options } = question;
  const truth = truthOf(question);
  if (truth === null || answer.type === 'text') return null;
  if (answer.type === 'rating') return missOf(task.type, answer.rating, truth);
  const first = answer.items.find((item) => options.some(({ id }) => id === item));
  return first === undefined ? 1 : missOf(task.type, first, truth);
}

/** How far off everybody on the page is who answered from what was kept, by title. */
export function missesOf(question: GuessedQuestion, runs: readonly RunView[]): Readonly<Record<string, number>> {
  const ofNode = (node: TraceNode | undefined): number | null => {
    const answer = node === undefined ? null : answerAt(node, 'kept', Infinity);
    return answer === null ? null : missOfAnswer(answer.recommendation, question);
  };
  const entries = runs.map(({ origin, grown }) => [origin.title, ofNode(grown.tasks[0])] as const);
  return Object.fromEntries(entries.flatMap(([title, miss]) => (miss === null ? [] : [[title, miss] as const])));
}

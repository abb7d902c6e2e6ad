/** @file What people wrote of items, and whether a dataset has any: what the tasks about texts are made from. */
import type { Dataset } from '../../core/dataset.ts';
import {
  isTextType,
  TASK_TYPES,
  type Task,
  type TextTask,
  type ExplanationExample,
  type LabelledTask,
  type SummaryExample,
  type Truth,
} from '../../core/task.ts';
import type { Random } from '../../core/random.ts';
import { examplePositions, type ExampleSource } from './examples.ts';
import type { TaskSource, TaskSubject } from './task-source.ts';
import { writtenHeading } from '../../core/text/words.ts';

/** What an explanation is held against: the review (RecMind), its heading, or nothing (MACRec on MovieLens, which has no reviews). */
export type ExplanationTruth = 'review' | 'heading' | 'none';

export function reviewAt({ interactions }: Dataset, position: number): string | null {
  return interactions.review?.[position]?.trim() || null;
}

/** The heading that the person gave it, trimmed; null where there is none, or only one that a shop filled in. */
export function headingAt({ interactions }: Dataset, position: number): string | null {
  return writtenHeading(interactions.summary?.[position]);
}

export function heldText(
  dataset: Dataset,
  type: TextTask['type'],
  truth: ExplanationTruth,
  position: number,
): string | null {
  if (type === 'explanation-generation' && truth !== 'heading') return reviewAt(dataset, position);
  return reviewAt(dataset, position) === null ? null : headingAt(dataset, position);
}

export function taskProblems(dataset: Dataset): Partial<Record<Task['type'], string>> {
  return Object.fromEntries(
    TASK_TYPES.flatMap((type) => {
      const problem = taskProblem(dataset, type);
      return problem === null ? [] : [[type, problem]];
    }),
  );
}

/** Why a dataset cannot give tasks of a kind, in a sentence; null where it can, as far as its columns say. */
export function taskProblem(dataset: Dataset, type: Task['type'], truth: ExplanationTruth = 'review'): string | null {
  const { name } = dataset.manifest;
  if (type === 'rating-prediction') return ratingProblem(dataset);
  if (!isTextType(type) || (type === 'explanation-generation' && truth === 'none')) return null;
  if (!hasAny(dataset.interactions.review)) {
    return `${name} has no reviews, so there is nothing to hold an explanation against or to summarize; choose a dataset with reviews, such as synthetic-films, another task, or explanations that are not measured (tasks.options.truth: "none").`;
  }
  if ((type === 'explanation-generation' && truth === 'review') || hasAny(dataset.interactions.summary)) return null;
  return `The reviews of ${name} have no headings to compare with; choose a dataset whose reviews have them, such as one of Amazon's, or another task.`;
}

/** Ratings that are all alike, such as the 1 of a like, are nothing to predict. */
function ratingProblem({ manifest: { name }, interactions: { rating } }: Dataset): string | null {
  const given = new Set([...rating].filter((one) => !Number.isNaN(one)));
  if (given.size > 1) return null;
  const [only] = given;
  const why = only === undefined ? 'has no ratings' : `has the rating ${only} alone`;
  return `${name} ${why}, so there is nothing to predict; choose direct or sequential recommendation.`;
}

const hasAny = (texts: readonly (string | null)[] | undefined): boolean =>
  texts?.some((text) => text !== null && text.trim() !== '') ?? false;

export interface TextOptions {
  /** Whether an explanation's prompt tells the rating, as RecMind's and P5's do. */
  readonly tellRating: boolean;
  readonly truth: ExplanationTruth;
}

export function makeTextTask(
  source: TaskSource,
  shown: ExampleSource,
  { user, item, position }: TaskSubject,
  type: TextTask['type'],
  options: TextOptions & { readonly shots: number },
  random: Random,
): Pick<LabelledTask, 'task' | 'truth'> {
  const { itemNoun, scale } = source.dataset.manifest;
  const from = shown.domain && { examplesFrom: shown.domain };
  const own = random.fork('examples');
  const accept = (at: number): boolean => heldText(shown.dataset, type, options.truth, at) !== null;
  const positions = examplePositions(shown, { user, item, position }, options.shots, own, accept);
  const truth: Truth | null =
    type === 'explanation-generation' && options.truth === 'none'
      ? null
      : { type: 'text', text: heldText(source.dataset, type, options.truth, position) ?? '' };
  if (type === 'explanation-generation') {
    const rating = ratingAt(source, options, position);
    const examples = positions.map((at): ExplanationExample => ({
      user: shown.userOf(at),
      item: shown.itemOf(at),
      rating: ratingAt(shown, options, at),
      text: heldText(shown.dataset, type, options.truth, at) ?? '',
    }));
    return { task: { type, user, item, rating, scale, itemNoun, examples, ...from }, truth };
  }
  const review = reviewAt(source.dataset, position) ?? '';
  const examples = positions.map((at): SummaryExample => ({
    user: shown.userOf(at),
    item: shown.itemOf(at),
    review: reviewAt(shown.dataset, at) ?? '',
    heading: heldText(shown.dataset, type, options.truth, at) ?? '',
  }));
  return { task: { type, user, item, review, itemNoun, examples, ...from }, truth };
}

function ratingAt({ dataset }: TaskSource, { tellRating }: TextOptions, position: number): number | null {
  const rating = dataset.interactions.rating[position] ?? Number.NaN;
  return tellRating && !Number.isNaN(rating) ? rating : null;
}

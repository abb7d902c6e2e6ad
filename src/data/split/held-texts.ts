/**
 * @file What people wrote of items, and whether a dataset has any: what the tasks about texts are made from.
 */
import type { Dataset } from '../../core/dataset.ts';
import { writtenHeading } from '../../core/text/words.ts';
import { isTextType, TASK_TYPES, type Task, type TextTask } from '../../core/task.ts';

/**
 * What an explanation is held against: what the person wrote (RecMind), the heading that they gave it, or nothing: MACRec explains ratings
 * of MovieLens, which has no reviews.
 */
export type ExplanationTruth = 'review' | 'heading' | 'none';

/** What the person wrote at a position, trimmed; null where there is nothing. */
export function reviewAt({ interactions }: Dataset, position: number): string | null {
  return interactions.review?.[position]?.trim() || null;
}

/** The heading that the person gave it, trimmed; null where there is none, or only one that a shop filled in. */
export function headingAt({ interactions }: Dataset, position: number): string | null {
  return writtenHeading(interactions.summary?.[position]);
}

/** The text that an answer to a task is held against; null where this interaction has none. */
export function heldText(
  dataset: Dataset,
  type: TextTask['type'],
  truth: ExplanationTruth,
  position: number,
): string | null {
  if (type === 'explanation-generation' && truth !== 'heading') return reviewAt(dataset, position);
  return reviewAt(dataset, position) === null ? null : headingAt(dataset, position);
}

/** Why a dataset cannot give kinds of tasks, by kind; those that it can give are left out. */
export function taskProblems(dataset: Dataset): Partial<Record<Task['type'], string>> {
  return Object.fromEntries(
    TASK_TYPES.flatMap((type) => {
      const problem = taskProblem(dataset, type);
      return problem === null ? [] : [[type, problem]];
    }),
  );
}

/**
 * Why a dataset cannot give tasks of a kind, in a sentence for the person who asked; null where it can, as far as its columns
 * say.
 */
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

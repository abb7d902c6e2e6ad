/**
 * @file The tasks of RecMind, section 4.4, whose answers are texts: what a person wrote is held out with the rest of the
 * interaction. Of a review that is to be summarized the text is told and the heading is not.
 */
import type { ExplanationExample, LabelledTask, SummaryExample, TextTask } from '../../core/task.ts';
import type { Random } from '../../core/random.ts';
import { examplePositions } from './examples.ts';
import { headingAt, reviewAt, type ExplanationTruth } from './held-texts.ts';
import type { TaskSource, TaskSubject } from './task-source.ts';

/** What a task about a text may tell, and what it is held against. */
export interface TextOptions {
  /** Whether an explanation's prompt tells the rating, as RecMind's and P5's do. */
  readonly tellRating: boolean;
  readonly truth: ExplanationTruth;
}

/** The text that an answer is held against; null where this interaction has none. */
export function textAt(
  { dataset }: TaskSource,
  type: TextTask['type'],
  { truth }: TextOptions,
  position: number,
): string | null {
  if (type === 'explanation-generation' && truth === 'review') return reviewAt(dataset, position);
  return reviewAt(dataset, position) === null ? null : headingAt(dataset, position);
}

/** The task of a subject that has such a text. */
export function makeTextTask(
  source: TaskSource,
  { user, item, position }: TaskSubject,
  type: TextTask['type'],
  options: TextOptions & { readonly shots: number },
  random: Random,
): Omit<LabelledTask, 'id'> {
  const { itemNoun, scale } = source.dataset.manifest;
  const own = random.fork('examples');
  const accept = (at: number): boolean => textAt(source, type, options, at) !== null;
  const positions = examplePositions(source, user.id, options.shots, own, accept);
  const truth = { type: 'text', text: textAt(source, type, options, position) ?? '' } as const;
  if (type === 'explanation-generation') {
    const rating = ratingAt(source, options, position);
    const examples = positions.map((at): ExplanationExample => ({
      user: source.userOf(at),
      item: source.itemOf(at),
      rating: ratingAt(source, options, at),
      text: textAt(source, type, options, at) ?? '',
    }));
    return { task: { type, user, item, rating, scale, itemNoun, examples }, truth };
  }
  const review = reviewAt(source.dataset, position) ?? '';
  const examples = positions.map((at): SummaryExample => ({
    user: source.userOf(at),
    item: source.itemOf(at),
    review: reviewAt(source.dataset, at) ?? '',
    heading: textAt(source, type, options, at) ?? '',
  }));
  return { task: { type, user, item, review, itemNoun, examples }, truth };
}

function ratingAt({ dataset }: TaskSource, { tellRating }: TextOptions, position: number): number | null {
  const rating = dataset.interactions.rating[position] ?? Number.NaN;
  return tellRating && !Number.isNaN(rating) ? rating : null;
}

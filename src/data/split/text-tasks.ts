/**
 * @file The tasks of RecMind, section 4.4, whose answers are texts: what a person wrote is held out with the rest of the
 * interaction. Of a review that is to be summarized the text is told and the heading is not.
 */
import type { ExplanationExample, LabelledTask, SummaryExample, TextTask, Truth } from '../../core/task.ts';
import type { Random } from '../../core/random.ts';
import { examplePositions } from './examples.ts';
import type { ExampleSource } from './example-source.ts';
import { heldText, reviewAt, type ExplanationTruth } from './held-texts.ts';
import type { TaskSource, TaskSubject } from './task-source.ts';

/** What a task about a text may tell, and what it is held against. */
export interface TextOptions {
  /** Whether an explanation's prompt tells the rating, as RecMind's and P5's do. */
  readonly tellRating: boolean;
  readonly truth: ExplanationTruth;
}

/** The task of a subject that has such a text. */
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

/**
 * @file Baselines for texts: they quote what is there, and call no model.
 */
import { LabError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { Recommender } from '../../../core/recommender.ts';
import { isTextType, type TextTask } from '../../../core/task.ts';
import { hyperparametersOf, type Hyperparameter } from '../baseline.ts';
import type { TrainingReviews } from './training-reviews.ts';

/** Writes the text for a task; null where there is nothing to quote. */
export type TextWriter = (task: TextTask, reviewsOf: TrainingReviews) => string | null;

/** A baseline for texts that can be chosen. */
export interface TextBaselineEntry {
  /** `first-review`. */
  readonly name: string;
  readonly title: string;
  readonly kind: 'text';
  /** Authors, year and title. */
  readonly reference: string;
  readonly hyperparameters: Readonly<Record<string, Hyperparameter>>;
  /** @throws LabError `spec-invalid` for a name that is unknown or a value out of its range */
  create(options: { readonly [name: string]: Json }): TextWriter;
}

/** Makes a baseline for texts choosable. */
export function defineTextBaseline<Name extends string>(
  definition: Omit<TextBaselineEntry, 'kind' | 'create' | 'hyperparameters'> & {
    readonly hyperparameters: Readonly<Record<Name, Hyperparameter>>;
    readonly write: (
      task: TextTask,
      reviewsOf: TrainingReviews,
      options: Readonly<Record<Name, number>>,
    ) => string | null;
  },
): TextBaselineEntry {
  const { write, ...entry } = definition;
  return {
    ...entry,
    kind: 'text',
    create(options) {
      const values = hyperparametersOf(entry.name, entry.hyperparameters, options);
      return (task, reviewsOf) => write(task, reviewsOf, values);
    },
  };
}

/**
 * A baseline for texts as a recommender.
 * @throws LabError (from `recommend`) `task-impossible` where the task asks for no text, or there is nothing to quote
 */
export function textRecommender(
  { name, title }: TextBaselineEntry,
  write: TextWriter,
  reviewsOf: TrainingReviews,
): Recommender {
  return {
    name: `baseline/${name}`,
    async recommend(task, { trace }) {
      if (!isTextType(task.type)) {
        throw new LabError('task-impossible', `${title} writes texts alone; choose another baseline or another task.`);
      }
      const asked = task as TextTask;
      const text = write(asked, reviewsOf);
      if (text === null) {
        const problem = `Nobody else wrote about ${asked.item.title}`;
        throw new LabError('task-impossible', `${problem}, so ${title} has nothing to quote.`, { item: asked.item.id });
      }
      const recommendation = { type: 'text', text } as const;
      const reason = `Quoted by ${title} from training interactions or the review of the task.`;
      trace.emit({ type: 'answer', from: 'kept', states: [], recommendation, reason });
      return [{ from: 'kept', recommendation }];
    },
  };
}

import { LabError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { Recommender } from '../../../core/recommender.ts';
import { isTextType, type TextTask } from '../../../core/task.ts';
import { hyperparametersOf, type Hyperparameter, count } from '../baseline.ts';
import { sentencesOf, extractiveSummary } from '../../../tools/text-rank.ts';
import type { Dataset, ItemId, UserId } from '../../../core/dataset.ts';
import { writtenHeading } from '../../../core/text/words.ts';

interface TrainingReview {
  readonly user: UserId;
  readonly time: number;
  /** Others who found it helpful. */
  readonly votes: number;
  readonly text: string;
  /** Null where it has none. */
  readonly heading: string | null;
}

/** The reviews of an item, the most helpful first, of equals the earliest, then the smaller id of the person. */
export type TrainingReviews = (item: ItemId) => readonly TrainingReview[];

/** @param heldOut positions of the interactions that must not be seen */
export function trainingReviews({ interactions }: Dataset, heldOut: Int32Array): TrainingReviews {
  const { user, item, time, review, summary, votes } = interactions;
  const hidden = new Set(heldOut);
  const byItem = new Map<ItemId, TrainingReview[]>();
  review?.forEach((given, at) => {
    const text = given?.trim() ?? '';
    if (text === '' || hidden.has(at)) return;
    const entry: TrainingReview = {
      user: user[at] ?? 0,
      time: time[at] ?? 0,
      votes: votes?.[at] ?? 0,
      text,
      heading: writtenHeading(summary?.[at]),
    };
    const known = byItem.get(item[at] ?? 0);
    if (known === undefined) byItem.set(item[at] ?? 0, [entry]);
    else known.push(entry);
  });
  for (const reviews of byItem.values()) {
    reviews.sort((a, b) => b.votes - a.votes || a.time - b.time || a.user - b.user);
  }
  return (id) => byItem.get(id) ?? [];
}

export type TextWriter = (task: TextTask, reviewsOf: TrainingReviews) => string | null;

export interface TextBaselineEntry {
  readonly name: string;
  readonly title: string;
  readonly kind: 'text';
  readonly reference: string;
  readonly hyperparameters: Readonly<Record<string, Hyperparameter>>;
  /** @throws LabError `spec-invalid` for a name that is unknown or a value out of its range */
  create(options: { readonly [name: string]: Json }): TextWriter;
}

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

export const firstReview = defineTextBaseline({
  name: 'first-review',
  title: 'First review',
  reference: 'The most helpful training review of the item: its first sentence, or its heading',
  hyperparameters: {},
  write(task, reviewsOf) {
    const reviews = reviewsOf(task.item.id);
    const heading = reviews.find((review) => review.heading !== null)?.heading ?? null;
    if (task.type === 'review-summarization' && heading !== null) return heading;
    const [first] = reviews;
    return first === undefined ? null : (sentencesOf([first.text])[0] ?? first.text);
  },
});

export const textRankSentences = defineTextBaseline({
  name: 'text-rank',
  title: 'TextRank',
  reference: 'Mihalcea and Tarau 2004, TextRank: Bringing Order into Texts',
  hyperparameters: { sentences: count('sentences that are taken', 1, 1, 10) },
  write(task, reviewsOf, { sentences }) {
    const texts =
      task.type === 'review-summarization' ? [task.review] : reviewsOf(task.item.id).map(({ text }) => text);
    return extractiveSummary(texts, sentences) || texts[0] || null;
  },
});

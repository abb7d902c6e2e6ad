/** @file What baselines for texts may quote: the reviews of training interactions. */
import type { Dataset, ItemId, UserId } from '../../../core/dataset.ts';
import { writtenHeading } from '../../../core/text/words.ts';

/** A review that is not held out. */
export interface TrainingReview {
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

/**
 * @file What a recommender is asked. The truth is kept beside the task, never inside it: only metrics and the page see it.
 */
import type { ItemId, RatingScale, UserId } from './dataset.ts';

/** A person as a task names them. */
export interface UserReference {
  readonly id: UserId;
  readonly name: string;
}

/** An item as a task names it. */
export interface ItemReference {
  readonly id: ItemId;
  /** With the year where it is known: `Heat (1995)`. */
  readonly title: string;
}

/** A few-shot example: an earlier rating, never a held-out one. */
export interface RatingExample {
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly rating: number;
}

/** A few-shot example of a choice: what a person went on to choose from a few candidates, never a held-out choice. */
export interface ChoiceExample {
  readonly user: UserReference;
  readonly candidates: readonly ItemReference[];
  readonly chosen: ItemReference;
}

/** RecMind, section 4.3: what would this person rate this item? */
export interface RatingTask {
  readonly type: 'rating-prediction';
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly scale: RatingScale;
  readonly itemNoun: string;
  readonly examples: readonly RatingExample[];
}

/** RecMind, section 4.3: which ten of the candidates would this person choose, best first? */
export interface DirectTask {
  readonly type: 'direct-recommendation';
  readonly user: UserReference;
  readonly candidates: readonly ItemReference[];
  readonly itemNoun: string;
  readonly examples: readonly ChoiceExample[];
}

/** RecMind, section 4.3: what comes next after this history? The candidates are the optional pre-filtered set of its section 2. */
export interface SequentialTask {
  readonly type: 'sequential-recommendation';
  readonly user: UserReference;
  /** Oldest first. */
  readonly history: readonly ItemReference[];
  readonly candidates: readonly ItemReference[];
  readonly itemNoun: string;
  readonly examples: readonly ChoiceExample[];
}

/** What a recommender is asked. */
export type Task = RatingTask | DirectTask | SequentialTask;

/** What the person really did. */
export type Truth =
  { readonly type: 'rating'; readonly rating: number } | { readonly type: 'choice'; readonly item: ItemReference };

/** A task and, apart from it, its truth. */
export interface LabelledTask {
  /** Stable within a dataset and split: `599:6`. */
  readonly id: string;
  readonly task: Task;
  readonly truth: Truth;
}

/** What a recommender answers. A ranking is best first and holds at most ten candidates, none twice. */
export type Recommendation =
  | { readonly type: 'rating'; readonly rating: number }
  | { readonly type: 'ranking'; readonly items: readonly ItemId[] };

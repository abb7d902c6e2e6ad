/** @file What a recommender is asked. The truth is kept beside the task: only metrics and the page see it. */
import type { ItemId, RatingScale, UserId } from './dataset.ts';
import type { PastRating, RatedItem, RatedPerson } from './rater.ts';

export interface UserReference {
  readonly id: UserId;
  readonly name: string;
}

export interface ItemReference {
  readonly id: ItemId;
  /** With the year where it is known: `Heat (1995)`. */
  readonly title: string;
}

/** Another domain that examples come from (RecMind, section 4.5). */
export interface ExampleDomain {
  readonly title: string;
  readonly itemNoun: string;
  readonly scale: RatingScale;
}

interface Asked<Example> {
  readonly user: UserReference;
  readonly itemNoun: string;
  readonly examples: readonly Example[];
  /** Absent for the task's own dataset. Ids in examples are of that domain. */
  readonly examplesFrom?: ExampleDomain;
}

export interface RatingExample {
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly rating: number;
}

export interface ChoiceExample {
  readonly user: UserReference;
  /** The latest items before, oldest first; absent if there are no earlier ones. */
  readonly history?: readonly ItemReference[];
  readonly candidates: readonly ItemReference[];
  readonly chosen: ItemReference;
}

/** RecMind, section 4.3: what would this person rate this item? */
export interface RatingTask extends Asked<RatingExample> {
  readonly type: 'rating-prediction';
  readonly item: ItemReference;
  readonly scale: RatingScale;
}

/** RecMind, section 4.3: which ten of the candidates would this person choose, best first? */
export interface DirectTask extends Asked<ChoiceExample> {
  readonly type: 'direct-recommendation';
  readonly candidates: readonly ItemReference[];
}

/** RecMind, section 4.3: what comes next after this history? The candidates are those of its section 2. */
export interface SequentialTask extends Asked<ChoiceExample> {
  readonly type: 'sequential-recommendation';
  readonly history: readonly ItemReference[];
  readonly candidates: readonly ItemReference[];
}

export interface ExplanationExample {
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly rating: number | null;
  readonly text: string;
}

export interface SummaryExample {
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly review: string;
  readonly heading: string;
}

/** RecMind, section 4.4: why does this person like this item, or not? */
export interface ExplanationTask extends Asked<ExplanationExample> {
  readonly type: 'explanation-generation';
  readonly item: ItemReference;
  readonly rating: number | null;
  readonly scale: RatingScale;
}

/** RecMind, section 4.4: a heading for this review. */
export interface SummarizationTask extends Asked<SummaryExample> {
  readonly type: 'review-summarization';
  readonly item: ItemReference;
  readonly review: string;
}

/** InteRecAgent, section 4.1: somebody talks with the recommender, looks for an item and may not name it. */
export interface SeekingTask extends Asked<never> {
  readonly type: 'simulated-conversation';
  readonly item: ItemReference;
  /** The latest first. */
  readonly liked: readonly ItemReference[];
  /** Most of them. */
  readonly turns: number;
}

/** The series of SUBER's test of raters (its section 4.2 and appendix C). */
export const RATER_TASKS = ['rater-genres', 'rater-habits', 'rater-collections', 'rater-similarity'] as const;

/** A person rates items in turn. */
export interface RaterTask extends Asked<never> {
  readonly type: (typeof RATER_TASKS)[number];
  readonly person: RatedPerson;
  /** What they rated before, oldest first. */
  readonly before: readonly PastRating[];
  readonly rates: readonly RatedItem[];
}

export type RankingTask = DirectTask | SequentialTask;

export type TextTask = ExplanationTask | SummarizationTask;

/** About an interaction that a split holds out. */
export type SplitTask = RatingTask | RankingTask | TextTask | SeekingTask;

export type Task = SplitTask | RaterTask;

export const TASK_TYPES = [
  'rating-prediction',
  'direct-recommendation',
  'sequential-recommendation',
  'explanation-generation',
  'review-summarization',
  'simulated-conversation',
  ...RATER_TASKS,
] as const satisfies readonly Task['type'][];

export const itemOfTask = (task: Task): ItemReference | null => ('item' in task ? task.item : null);

/** Of the dataset. */
export const itemsOfTask = (task: Task): readonly ItemReference[] =>
  'candidates' in task ? task.candidates : 'item' in task ? [task.item] : [];

export const isRaterType = (type: string): type is RaterTask['type'] => RATER_TASKS.some((one) => one === type);

/** The same for each series of raters. */
export const forRaters = <Value>(value: Value) =>
  Object.fromEntries(RATER_TASKS.map((type) => [type, value])) as Readonly<Record<RaterTask['type'], Value>>;

export function isRanking(task: Task): task is RankingTask {
  return isRankingType(task.type);
}

export function isRankingType(type: Task['type']): type is RankingTask['type'] {
  return type === 'direct-recommendation' || type === 'sequential-recommendation';
}

export function isTextType(type: Task['type']): type is TextTask['type'] {
  return type === 'explanation-generation' || type === 'review-summarization';
}

export type Truth =
  | { readonly type: 'rating'; readonly rating: number }
  | { readonly type: 'choice'; readonly item: ItemReference }
  | { readonly type: 'text'; readonly text: string }
  /** Between which ratings each is right. */
  | { readonly type: 'bounds'; readonly from: number; readonly to: number };

/** How many ratings are within bounds. */
export const rightOf = (ratings: readonly (number | null)[], { from, to }: Extract<Truth, { type: 'bounds' }>) =>
  ratings.filter((one) => one !== null && one >= from && one <= to).length;

export interface LabelledTask {
  /** Stable within a dataset and split: `599:6`. */
  readonly id: string;
  readonly task: Task;
  /** Null where nothing is known that an answer could be held against: it is then not measured. */
  readonly truth: Truth | null;
  /** Of the dataset. No prompt tells it; look-ups may end before it. */
  readonly time: number;
}

/** What a recommender answers. A ranking is best first and holds at most ten candidates, or twenty in a conversation, none twice. */
export type Recommendation =
  | {
      readonly type: 'rating';
      readonly rating: number;
      /** Of several items in turn, null where there is none; `rating` is their mean. */
      readonly ratings?: readonly (number | null)[];
    }
  | {
      readonly type: 'ranking';
      readonly items: readonly ItemId[];
      /** In which turn of a conversation they were named, from 1; one more than there are where what was looked for never was. */
      readonly turn?: number;
    }
  | { readonly type: 'text'; readonly text: string };

export interface SampleInteraction {
  readonly item: ItemReference;
  /** `Title: Heat (1995), Genres: Action|Crime`. */
  readonly attributes: string;
  readonly rating: number | null;
  readonly heading: string | null;
}

/** A task with what MACRec's data prompt tells besides: training interactions alone. */
export interface Sample {
  readonly task: Task;
  readonly profile: string;
  /** The latest, oldest first. */
  readonly history: readonly SampleInteraction[];
  /** Of the item, or of all candidates in the task's order. */
  readonly items: readonly Pick<SampleInteraction, 'item' | 'attributes'>[];
}

export interface DialogueTurn {
  readonly role: 'user' | 'system';
  readonly text: string;
}

export interface AgentRequest {
  readonly type: 'conversation';
  /** Oldest first; the last is the user's. Each of the user's that none of the system's follows is answered. */
  readonly turns: readonly DialogueTurn[];
}

export const isRequestType = (name: string): name is AgentRequest['type'] => name === 'conversation';

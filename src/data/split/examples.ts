/**
 * @file Few-shot examples, from training interactions only: first the same person's own, as RecMind's do, then other people's; and what people
 * wrote of items, which the tasks about texts are made from.
 */
import type { ItemId, Dataset, UserId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { sample, type Random, shuffled } from '../../core/random.ts';
import {
  type ChoiceExample,
  type RatingExample,
  type ExampleDomain,
  type UserReference,
  isTextType,
  TASK_TYPES,
  type Task,
  type TextTask,
  type ExplanationExample,
  type LabelledTask,
  type SummaryExample,
  type Truth,
} from '../../core/task.ts';
import { type TaskSource, type TaskSubject, taskSource } from './task-source.ts';
import type { Split } from './splits.ts';
import { writtenHeading } from '../../core/text/words.ts';

export interface ExampleDataset {
  readonly dataset: Dataset;
  readonly split: Split;
}

export interface ExampleSource extends TaskSource {
  /** Null for the task's own dataset. */
  readonly domain: ExampleDomain | null;
  /** Positions of training interactions of the person of a task, oldest first; none where they are not known here. */
  readonly ownOf: (subject: TaskSubject) => readonly number[];
  readonly hiddenFrom: (candidates: ReadonlySet<ItemId>) => ReadonlySet<ItemId>;
}

const NOBODY: readonly number[] = [];

function sameOf(dataset: Dataset, other: Dataset): ReadonlyMap<UserId, UserId> {
  const known = new Map(other.users.map(({ id, sourceId }) => [sourceId, id]));
  const pairs = dataset.users.map(({ id, sourceId }) => [id, sourceId && known.get(sourceId)] as const);
  return new Map(pairs.filter((pair): pair is [UserId, UserId] => typeof pair[1] === 'number'));
}

/** What examples of tasks of a source are drawn from. @param other the source itself where not given */
export function exampleSource(source: TaskSource, other?: ExampleDataset): ExampleSource {
  if (other === undefined) {
    return { ...source, domain: null, ownOf: ({ user }) => source.trainingOf(user.id), hiddenFrom: (ids) => ids };
  }
  const { manifest } = other.dataset;
  const there = taskSource(other.dataset, other.split);
  const same = sameOf(source.dataset, other.dataset);
  const here = new Map([...same].map(([own, id]) => [id, own]));
  const names = new Map(source.dataset.users.map(({ id, name }) => [id, name]));
  return {
    ...there,
    domain: { title: manifest.title, itemNoun: manifest.itemNoun, scale: manifest.scale },
    // A person of another domain who has a name of this one is somebody else.
    userOf(position): UserReference {
      const user = there.userOf(position);
      const own = here.get(user.id);
      const name = own === undefined ? `${user.name} of ${manifest.title}` : (names.get(own) ?? user.name);
      return { id: user.id, name };
    },
    ownOf: ({ user }) => {
      const id = same.get(user.id);
      return id === undefined ? NOBODY : there.trainingOf(id);
    },
    hiddenFrom: () => new Set(),
  };
}

const OTHERS_IN_EXAMPLE = 4;
const HISTORY_IN_EXAMPLE = 5;

/** Training positions: the person's own in the order of preference given, then random ones of other people. */
function positions(
  source: TaskSource,
  own: readonly number[],
  shots: number,
  random: Random,
  accept: (position: number) => boolean,
): number[] {
  const chosen = own.filter(accept).slice(0, shots);
  const taken = new Set(chosen);
  const others = sample(source.training, shots - chosen.length, random, (at) => !taken.has(at) && accept(at));
  return [...chosen, ...others];
}

export function examplePositions(
  source: ExampleSource,
  subject: TaskSubject,
  shots: number,
  random: Random,
  accept: (position: number) => boolean,
): number[] {
  if (shots === 0) return [];
  const own = shuffled(source.ownOf(subject), random.fork('own'));
  return positions(source, own, shots, random.fork('others'), accept);
}

export function ratingExamples(
  source: ExampleSource,
  subject: TaskSubject,
  shots: number,
  random: Random,
): RatingExample[] {
  const { rating } = source.dataset.interactions;
  return examplePositions(source, subject, shots, random, (at) => !Number.isNaN(rating[at])).map((at) => ({
    user: source.userOf(at),
    item: source.itemOf(at),
    rating: rating[at] as number,
  }));
}

/** Choices among items that the person never had. A candidate of the task would be known to be wrong here, so none occurs in them. */
export function choiceExamples(
  source: ExampleSource,
  subject: TaskSubject,
  asked: ReadonlySet<ItemId>,
  shots: number,
  random: Random,
  isSequence: boolean,
): ChoiceExample[] {
  if (shots === 0) return [];
  const { item } = source.dataset.interactions;
  const candidates = source.hiddenFrom(asked);
  const free = (at: number) => !candidates.has(item[at] as number);
  const own = [...source.ownOf(subject)].reverse();
  return positions(source, own, shots, random.fork('others'), free).map((at, index) => {
    const user = source.userOf(at);
    const theirs = source.itemsOf(user.id);
    const draw = random.fork(`example ${index}`);
    const others = sample(source.universe, OTHERS_IN_EXAMPLE, draw, (id) => !theirs.has(id) && !candidates.has(id));
    if (others.length === 0) {
      const problem = `No item is left for the examples of ${user.name} beside ${candidates.size} candidates`;
      throw new LabError('task-impossible', `${problem}; ask for fewer candidates or no examples.`, { user: user.id });
    }
    const chosen = source.itemOf(at);
    const past = source.trainingOf(user.id);
    const before = isSequence ? past.slice(0, past.indexOf(at)).filter(free).slice(-HISTORY_IN_EXAMPLE) : [];
    const history = before.length === 0 ? {} : { history: before.map(source.itemOf) };
    return { user, ...history, candidates: shuffled([chosen, ...others.map(source.reference)], draw), chosen };
  });
}

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
  const problems = TASK_TYPES.map((type) => [type, taskProblem(dataset, type)] as const);
  return Object.fromEntries(problems.filter((one): one is [Task['type'], string] => one[1] !== null));
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

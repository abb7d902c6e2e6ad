/** @file Few-shot examples. They come from training interactions only: first the same person's own, as RecMind's do, then other people's. */
import type { ItemId, Dataset, UserId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { sample, type Random, shuffled } from '../../core/random.ts';
import type { ChoiceExample, RatingExample, ExampleDomain, UserReference } from '../../core/task.ts';
import { type TaskSource, type TaskSubject, taskSource } from './task-source.ts';
import type { Split } from './leave-last-out.ts';

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
  const known = new Map(other.users.flatMap(({ id, sourceId }) => (sourceId === undefined ? [] : [[sourceId, id]])));
  return new Map(
    dataset.users.flatMap(({ id, sourceId }) => {
      const there = sourceId === undefined ? undefined : known.get(sourceId);
      return there === undefined ? [] : [[id, there]];
    }),
  );
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

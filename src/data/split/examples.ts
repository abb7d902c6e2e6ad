/**
 * @file Few-shot examples. They come from training interactions only: first the same person's own, as RecMind's do, then
 * other people's.
 */
import type { ItemId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { type Random, shuffled } from '../../core/random.ts';
import type { ChoiceExample, RatingExample } from '../../core/task.ts';
import { sample } from './sampling.ts';
import type { ExampleSource } from './example-source.ts';
import type { TaskSource, TaskSubject } from './task-source.ts';

/** Candidates of an example besides the chosen one. */
const OTHERS_IN_EXAMPLE = 4;

/** Items of history in an example of a sequence. */
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

/** Positions for examples: a random choice of the person's own, then other people's. */
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

/** Ratings as examples: a random choice of the person's own, then other people's. */
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

/**
 * Choices as examples: the person's latest ones, then other people's, each among items that its person never had. None of
 * the task's own candidates occurs in them, since an item that was not chosen there would be known to be wrong here.
 * @param isSequence true where the task tells a history, so that examples tell theirs
 * @throws LabError `task-impossible` where no item is left to choose among
 */
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

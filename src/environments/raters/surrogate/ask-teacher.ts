/**
 * @file What a surrogate is fitted on, and measured by: ratings that its teacher gives of some items for each person. No pair of a
 * person and an item is asked for twice, so a held-out one was never fitted on.
 */
import { square } from '../../../core/numbers/elementary-functions.ts';
import { LabError, throwIfAborted } from '../../../core/errors.ts';
import { shuffled, type Random } from '../../../core/random.ts';
import type { Rater, RaterScale } from '../../../core/rater.ts';
import type { Catalogue } from '../../catalogue.ts';

export interface SurrogateOptions {
  readonly ratingsAPerson: number;
  /** Every so many of them is held out: 5 for a fifth. */
  readonly holdOutEvery: number;
  /** How strongly a person's weights are held at those of all. */
  readonly ridge: number;
}

/** Of the ratings asked for a person; below it a surrogate would be mostly of other people. */
const LEAST_SHARE = 0.25;

export const SURROGATE_DEFAULTS: SurrogateOptions = { ratingsAPerson: 100, holdOutEvery: 5, ridge: 1 };

export interface Taught {
  readonly item: number;
  readonly expected: number;
  readonly isHeldOut: boolean;
}

export interface Asking {
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly options?: SurrogateOptions;
  readonly onRating?: (done: number, of: number) => void;
}

export interface Teaching {
  readonly taught: readonly (readonly Taught[])[];
  readonly failures: number;
  /**
   * The deviation of its ratings from its expected ones, in points of the scale. Of a model that only writes, by the spread of two answers
   * to one question, for each pair that is held out.
   */
  readonly noise: number;
}

export async function askTeacher(
  teacher: Rater,
  { people, items }: Catalogue,
  scale: RaterScale,
  { random, signal, options = SURROGATE_DEFAULTS, onRating = () => undefined }: Asking,
): Promise<Teaching> {
  const { ratingsAPerson, holdOutEvery } = options;
  if (items.length < holdOutEvery)
    throw new LabError(
      'task-impossible',
      `A surrogate needs at least ${holdOutEvery} items, since it is measured on ratings that it was not fitted on; there are ${items.length}.`,
    );
  const asked = Math.min(ratingsAPerson, items.length);
  const squares: number[] = [];
  let given = 0;
  const taught: Taught[][] = [];
  for (const [user, person] of people.entries()) {
    throwIfAborted(signal);
    const draws = random.fork(`surrogate ${user}`);
    const chosen = shuffled([...items.keys()], draws).slice(0, asked);
    const ratings: Taught[] = [];
    for (const [at, item] of chosen.entries()) {
      const request = { person, item: items[item]!, history: [], timesBefore: 0, scale };
      const reply = await teacher.rate(request, { random: draws.fork(`rating ${at}`), signal });
      onRating(user * asked + at + 1, people.length * asked);
      if (reply.rating === null) continue;
      given += 1;
      const isHeldOut = at % holdOutEvery === holdOutEvery - 1;
      const expected = { item, expected: reply.expected, isHeldOut };
      if (reply.confidence !== null) {
        squares.push(square(reply.rating - reply.expected));
        ratings.push(expected);
        continue;
      }
      // A model that only writes tells no expectation but what it drew: a second draw of what is held out tells how far two lie apart.
      const again = isHeldOut ? await teacher.rate(request, { random: draws.fork(`again ${at}`), signal }) : null;
      if (again === null || again.rating === null) {
        ratings.push(expected);
        continue;
      }
      squares.push(square(reply.rating - again.rating) / 2);
      ratings.push({ ...expected, expected: (reply.rating + again.rating) / 2 });
    }
    checkTaught(teacher, person.name, ratings, asked);
    taught.push(ratings);
  }
  if (!taught.flat().some(({ isHeldOut }) => isHeldOut))
    throw tooFew(teacher, 'none of the ratings that were to be held out');
  const noise = Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / Math.max(1, squares.length));
  return { taught, failures: people.length * asked - given, noise };
}

/** Asked person by person, so that a teacher that never gives a rating is not asked for hours. */
function checkTaught(teacher: Rater, name: string, ratings: readonly Taught[], asked: number): void {
  const fitted = ratings.filter(({ isHeldOut }) => !isHeldOut).length;
  if (fitted === 0 || ratings.length < LEAST_SHARE * asked)
    throw tooFew(teacher, `${ratings.length} of ${asked} ratings of ${name}`);
}

const tooFew = (teacher: Rater, given: string): LabError =>
  new LabError(
    'reply-unparseable',
    `${teacher.title} gave ${given}, too little to fit a surrogate on; choose another rater or another prompt.`,
    { teacher: teacher.id },
  );

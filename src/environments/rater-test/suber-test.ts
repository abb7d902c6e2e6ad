/**
 * @file SUBER's test of a rater (section 4.2, appendix C) as tasks: people with the items that they rate in turn, what they rated before,
 * and which ratings are right. Made of the files of its repository, which the terminal reads, or of the lab's own (`own-test.ts`).
 */
import { LabError } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { RatedItem, RatedPerson } from '../../core/rater.ts';
import type { LabelledTask, RaterTask, Truth } from '../../core/task.ts';
import { scaleOf } from './rater-recommender.ts';

/** Which ratings are right, on 1–10 for films and 1–5 for books (appendix C): at least, or at most. */
const THRESHOLDS = {
  film: { liked: 8, other: 5, high: 9, low: 2, goesOn: 7, goesOnLow: 5 },
  book: { liked: 5, other: 3, high: 5, low: 3, goesOn: 4, goesOnLow: 3 },
} as const;

export interface SuberFiles {
  readonly kind: 'film' | 'book';
  /** By genre or category: who love it, its items, and items without it. */
  readonly genres: readonly {
    readonly people: readonly RatedPerson[];
    readonly liked: readonly RatedItem[];
    readonly others: readonly RatedItem[];
  }[];
  readonly high: readonly RatedPerson[];
  readonly low: readonly RatedPerson[];
  readonly items: readonly RatedItem[];
  readonly collections: readonly (readonly RatedItem[])[];
  readonly people: readonly RatedPerson[];
  /** Whose ratings should be spread as MovieLens' are; none where absent. */
  readonly pairs?: readonly { readonly person: RatedPerson; readonly item: RatedItem }[];
}

/** What an item without an average counts as (its code: TMDB's mean, and Amazon's). */
const MISSING_AVERAGE = { film: 6.53, book: 4.21 } as const;
const PEOPLE_A_COLLECTION = 100;

type Sitting = Pick<RaterTask, 'person' | 'before' | 'rates'> & Pick<Extract<Truth, { type: 'bounds' }>, 'from' | 'to'>;

export interface RaterTaskOptions {
  readonly of?: 'films' | 'books';
  /** Whose people and items. */
  readonly people?: 'lab' | 'suber';
  readonly users?: readonly number[] | null;
  /** A random choice of this many of the tasks. */
  readonly count?: number | null;
  /** The part of the items of each person, above 0 and at most 1. */
  readonly share?: number;
}

/** The tasks of a series. Equal people of it have equal numbers. @throws LabError `task-impossible` */
export function raterTasks(
  type: RaterTask['type'],
  files: SuberFiles,
  random: Random,
  { users = null, count = null, share = 1 }: RaterTaskOptions = {},
): LabelledTask[] {
  const numbers = new Map<RatedPerson, number>();
  const tasks = SERIES[type](files, random).map(({ person, before, rates, from, to }, at): LabelledTask => {
    const number = numbers.get(person) ?? numbers.size + 1;
    numbers.set(person, number);
    const asked = rates.slice(0, Math.max(1, Math.round(rates.length * share)));
    const user = { id: number, name: person.name };
    const task = { type, user, person, before, rates: asked, itemNoun: files.kind, examples: [] };
    return { id: `${String(number)}:${String(at)}`, task, truth: { type: 'bounds', from, to }, time: 0 };
  });
  const of = users === null ? tasks : tasks.filter(({ task }) => users.includes(task.user.id));
  if (of.length === 0 || (count ?? 0) > of.length)
    throw new LabError('task-impossible', `There are ${of.length} such tasks of ${type}; ask for at most that many.`);
  if (count === null) return of;
  const chosen = new Set(shuffled(of, random.fork('count')).slice(0, count));
  return of.filter((task) => chosen.has(task));
}

const SERIES: Readonly<Record<RaterTask['type'], (files: SuberFiles, random: Random) => readonly Sitting[]>> = {
  'rater-genres': ({ kind, genres }) =>
    genres.flatMap(({ people, liked, others }) =>
      people.flatMap((person) => [
        { person, before: [], rates: liked, from: THRESHOLDS[kind].liked, to: scaleOf(kind).max },
        { person, before: [], rates: others, from: 1, to: THRESHOLDS[kind].other },
      ]),
    ),
  'rater-habits': ({ kind, high, low, items: rates }) => [
    ...high.map((person) => ({ person, before: [], rates, from: THRESHOLDS[kind].high, to: scaleOf(kind).max })),
    ...low.map((person) => ({ person, before: [], rates, from: 1, to: THRESHOLDS[kind].low })),
  ],
  'rater-collections': collectionSittings,
  'rater-similarity': ({ pairs = [], kind }) =>
    pairs.map(({ person, item }) => ({ person, before: [], rates: [item], from: 1, to: scaleOf(kind).max })),
};

/**
 * Series are asked about as SUBER's code does: the parts before the last at one end of the scale and as many items of other series as it
 * has parts at their averages, in random order, of a hundred people.
 */
function collectionSittings({ kind, collections, people }: SuberFiles, random: Random): readonly Sitting[] {
  const { goesOn, goesOnLow } = THRESHOLDS[kind];
  const { max } = scaleOf(kind);
  const all = collections.flat();
  return collections.flatMap((parts, at) => {
    const item = parts.at(-1);
    if (item === undefined) return [];
    const drawn = random.fork(`series ${at}`);
    const strangers = all.filter((other) => !parts.includes(other));
    const others = shuffled(strangers, drawn.fork('others')).slice(0, parts.length);
    const sitting = (person: RatedPerson, place: number, end: number, from: number, to: number): Sitting => {
      const told = [
        ...parts.slice(0, -1).map((past) => ({ item: past, rating: end })),
        ...others.map((past) => ({ item: past, rating: averageOf(past) })),
      ];
      const before = shuffled(told, drawn.fork(`order ${place}`)).map((past, time) => ({ ...past, time }));
      return { person, before, rates: [item], from, to };
    };
    return shuffled(people, drawn.fork('people'))
      .slice(0, PEOPLE_A_COLLECTION)
      .flatMap((person, place) => [sitting(person, place, max, goesOn, max), sitting(person, place, 1, 1, goesOnLow)]);
  });
}

const averageOf = ({ averageRating, kind }: RatedItem): number =>
  Math.max(1, Math.round(averageRating ?? MISSING_AVERAGE[kind]));

/** `User(`, four arguments. Strings that stand side by side are one, as Python reads them. */
const LIST = /^ *(\w+) = \[$/gm;
const PERSON = /\bUser\(\s*("[^"\n]*"|'[^'\n]*'),\s*"([FM])",\s*(\d+),\s*\(?((?:\s*(?:"[^"\n]*"|'[^'\n]*'))+)/g;
const TEXT = /"([^"\n]*)"|'([^'\n]*)'/g;

/**
 * The people of a Python source of SUBER's, by the name of the list that they stand in: `user_genre_action = [User("Emily", "F", 22, "…"), …]`.
 * @throws LabError `file-invalid` where there is nobody
 */
export function readPersonas(source: string, file: string): ReadonlyMap<string, readonly RatedPerson[]> {
  const starts = [...source.matchAll(LIST)].map((match) => ({ name: match[1] ?? '', at: match.index }));
  const lists = new Map<string, RatedPerson[]>();
  for (const [place, { name, at }] of starts.entries()) {
    const people = [...source.slice(at, starts[place + 1]?.at).matchAll(PERSON)].map(personOf);
    if (people.length > 0) lists.set(name, people);
  }
  if (lists.size > 0) return lists;
  throw new LabError('file-invalid', `${file} names nobody as User("…", "F", 22, "…"); is it SUBER's?`, { file });
}

function personOf([, name = '', gender = '', age = '', texts = '']: RegExpMatchArray): RatedPerson {
  return {
    name: unquoted(name).trim().split(' ')[0] ?? '',
    age: Number(age),
    gender,
    description: unquoted(texts).trim(),
    job: null,
    hobby: null,
  };
}

const unquoted = (written: string): string =>
  [...written.matchAll(TEXT)].map(([, double, single]) => double ?? single ?? '').join('');

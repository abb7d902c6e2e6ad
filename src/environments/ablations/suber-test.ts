/**
 * @file SUBER's test of a rater (section 4.2, appendix C): people with the items that they are asked about in turn, what they rated before,
 * and which answers are right. Made of the files of its repository, which the terminal reads, or of the lab's own
 * (`ablation-test.ts`).
 */
import { LabError } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';

export interface AblationQuestion {
  readonly item: RatedItem;
  readonly isRight: (rating: number) => boolean;
}

export interface Sitting {
  readonly person: RatedPerson;
  /** What they rated before the first question, oldest first. */
  readonly before: readonly PastRating[];
  readonly questions: readonly AblationQuestion[];
}

/** The two sets of each test; a test's score is the mean of their shares. */
export interface AblationTest {
  readonly kind: 'film' | 'book';
  readonly genres: readonly [readonly Sitting[], readonly Sitting[]];
  readonly habits: readonly [readonly Sitting[], readonly Sitting[]];
  readonly collections: readonly [readonly Sitting[], readonly Sitting[]];
  /** Pairs whose ratings should be spread as MovieLens' are; none where that is not measured. */
  readonly pairs: readonly { readonly person: RatedPerson; readonly item: RatedItem }[];
}

/** Which ratings are right, on 1–10 for films and 1–5 for books (appendix C): at least, or at most. */
const THRESHOLDS = {
  film: { liked: 8, other: 5, high: 9, low: 2, goesOn: 7, goesOnLow: 5 },
  book: { liked: 5, other: 3, high: 5, low: 3, goesOn: 4, goesOnLow: 3 },
} as const;

const atLeast =
  (from: number) =>
  (rating: number): boolean =>
    rating >= from;
const atMost =
  (to: number) =>
  (rating: number): boolean =>
    rating <= to;

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
  readonly pairs?: AblationTest['pairs'];
}

/** What an item without an average counts as (its code: TMDB's mean, and Amazon's). */
const MISSING_AVERAGE = { film: 6.53, book: 4.21 } as const;
const PEOPLE_A_COLLECTION = 100;

/**
 * SUBER's test. Series are asked about as its code does: the parts before the last at one end of the scale and as many items of other
 * series as it has parts at their averages, in random order, of a hundred people.
 * @param share the part of each persona's items and of the people that is asked, above 0 and at most 1
 */
export function suberTest(files: SuberFiles, random: Random, share = 1): AblationTest {
  const { kind, genres, high, low, items } = files;
  const thresholds = THRESHOLDS[kind];
  const part = <Value>(all: readonly Value[]): readonly Value[] =>
    all.slice(0, Math.max(1, Math.round(all.length * share)));
  const asked = (
    people: readonly RatedPerson[],
    about: readonly RatedItem[],
    isRight: (rating: number) => boolean,
  ): Sitting[] =>
    people.map((person) => ({ person, before: [], questions: part(about).map((item) => ({ item, isRight })) }));
  return {
    kind,
    genres: [
      genres.flatMap(({ people, liked }) => asked(people, liked, atLeast(thresholds.liked))),
      genres.flatMap(({ people, others }) => asked(people, others, atMost(thresholds.other))),
    ],
    habits: [asked(high, items, atLeast(thresholds.high)), asked(low, items, atMost(thresholds.low))],
    collections: collectionSittings(files, random, Math.max(1, Math.round(PEOPLE_A_COLLECTION * share))),
    pairs: files.pairs ?? [],
  };
}

function collectionSittings(
  { kind, collections, people }: SuberFiles,
  random: Random,
  count: number,
): AblationTest['collections'] {
  const { goesOn, goesOnLow } = THRESHOLDS[kind];
  const top = kind === 'film' ? 10 : 5;
  const all = collections.flat();
  const of = (rating: number, isRight: (rating: number) => boolean): Sitting[] =>
    collections.flatMap((parts, at) => {
      const item = parts.at(-1);
      if (item === undefined) return [];
      const drawn = random.fork(`series ${at}`);
      const others = shuffled(
        all.filter((other) => !parts.includes(other)),
        drawn.fork('others'),
      ).slice(0, parts.length);
      const told = [
        ...parts.slice(0, -1).map((past) => ({ item: past, rating })),
        ...others.map((past) => ({ item: past, rating: averageOf(past) })),
      ];
      return shuffled(people, drawn.fork('people'))
        .slice(0, count)
        .map((person, place) => ({
          person,
          before: shuffled(told, drawn.fork(`order ${place}`)).map((past, time) => ({ ...past, time })),
          questions: [{ item, isRight }],
        }));
    });
  return [of(top, atLeast(goesOn)), of(1, atMost(goesOnLow))];
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

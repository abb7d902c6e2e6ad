/**
 * @file SUBER's test of a rater (section 4.2, appendix C) as tasks: people with the items that they rate in turn, what they rated before,
 * and which ratings are right. Made of the files of its repository, which the terminal reads, or of the lab's own people: for each genre or
 * category four who love it and nothing else, two women and two men, one young and one old of each; and eight who rate everything high or low.
 */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { RatedItem, RatedPerson } from '../../core/rater.ts';
import type { LabelledTask, RaterTask, Truth } from '../../core/task.ts';
import { plainName } from '../../core/text/visible-text.ts';
import { BOOK_GENRES, BOOK_SHELF } from '../book-shelf.ts';
import { catalogueItems } from '../catalogue.ts';
import { generatePeople } from '../people/generate-people.ts';
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
  readonly people?: 'lab' | 'suber';
  readonly users?: readonly number[] | null;
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

/** The paper's sizes: items of a genre and of none of it, items of a habit, people of a series, and pairs of films and people. */
const SIZES = { genre: 20, habit: 159, people: 100, pairs: 5000 } as const;

/** The tasks of a series. @param suber SUBER's own test, where somebody gave it @throws LabError `task-impossible` */
export function createRaterTasks(
  type: RaterTask['type'],
  options: RaterTaskOptions,
  random: Random,
  dataset: Dataset,
  suber: SuberFiles | null,
): LabelledTask[] {
  const { of = 'films', people = 'lab' } = options;
  const files = people === 'suber' ? suber : ownTest(of === 'films' ? catalogueItems(dataset) : null, random);
  if (files !== null) return raterTasks(type, files, random.fork('test'), options);
  const problem = 'SUBER’s own people are in a copy of its repository, which only the terminal reads';
  throw new LabError('task-impossible', `${problem}: give it with --suber there, or take the lab’s people.`);
}

function ownTest(films: readonly RatedItem[] | null, random: Random): SuberFiles {
  const kind = films === null ? 'book' : 'film';
  const genres: readonly string[] = films === null ? BOOK_GENRES : FILM_GENRES;
  const { items, collections } = films === null ? BOOK_SHELF : { items: films, collections: seriesOf(films) };
  const has = (item: RatedItem, genre: string): boolean => item.genres.some((one) => one.toLowerCase() === genre);
  const people = generatePeople(600, kind, random.fork('people')).map(({ person }) => person);
  const drawn = random.fork('similarity');
  return {
    kind,
    genres: genres.map((genre) => {
      const mixed = shuffled(items, random.fork(`genre ${genre}`));
      const first = (isOfGenre: boolean): readonly RatedItem[] =>
        mixed.filter((item) => has(item, genre) === isOfGenre).slice(0, SIZES.genre);
      return {
        people: peopleOf(GENRE_TEXTS, kind, genre),
        liked: first(true),
        others: first(false),
      };
    }),
    high: peopleOf(HIGH_TEXTS, kind),
    low: peopleOf(LOW_TEXTS, kind),
    items: shuffled(items, random.fork('habits')).slice(0, SIZES.habit),
    collections,
    people: people.slice(0, SIZES.people),
    // MovieLens rates films: the paper has no similarity for books.
    pairs: Array.from({ length: kind === 'film' ? SIZES.pairs : 0 }, () => ({
      person: people[drawn.integer(people.length)]!,
      item: items[drawn.integer(items.length)]!,
    })),
  };
}

/** Somebody for each text, in which `{genre}`, `{works}` and the like are told of films or of books. */
function peopleOf(texts: readonly string[], kind: 'film' | 'book', genre = ''): readonly RatedPerson[] {
  const [work, meets, high, low, top] =
    kind === 'film' ? ['film', 'watches', '8 and 10', '1 and 5', '10'] : ['book', 'reads', '4 and 5', '1 and 2', '5'];
  const Genre = genre.charAt(0).toUpperCase() + genre.slice(1);
  const words: Readonly<Record<string, string>> = { genre, Genre, work, works: `${work}s`, meets, high, low, top };
  return FACTS.map(([name, age, gender, job, hobby], at) => {
    const description = (texts[at] ?? '').replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
    return { name, age, gender, description, job, hobby };
  });
}

type Facts = readonly [name: string, age: number, gender: 'F' | 'M', job: string, hobby: string];

const FACTS: readonly Facts[] = [
  ['Lena', 23, 'F', 'student', 'rowing'],
  ['Oscar', 21, 'M', 'apprentice', 'climbing'],
  ['Margit', 68, 'F', 'retired', 'knitting'],
  ['Hugo', 71, 'M', 'retired', 'fishing'],
];

/** Four ways of saying it, from plain to roundabout. `{genre}` stands for the genre, `{works}` for films or books. */
const GENRE_TEXTS = [
  'a student who rows at dawn. She loves {genre} {works} and gives them a high rating, between {high}. She hates all other genres, which deserve a low rating between {low} in her eyes.',
  'an apprentice who climbs at weekends. {Genre} is his one passion: he can’t get enough of {genre} {works}. He finds every other kind of {work} a waste of time and always gives low ratings to all other genres.',
  'a retired woman who knits while she {meets}. She only likes {genre} {works}, and rates them highly. Anything else bores her.',
  'a retired man who fishes in all weathers. Nothing beats {genre} {works} for him; he adores them. He can’t stand any other genres and everything else gets a poor rating from him.',
];

const HIGH_TEXTS = [
  'a student who rows at dawn. Whatever she {meets}, she is delighted, and she always gives the highest rating.',
  'an apprentice who climbs at weekends. He finds something to love in every {work} and gives every {work} a {top}.',
  'a retired woman who knits. She is grateful to all who make {works} and consistently awards a perfect score of {top}.',
  'a retired man who fishes. He loves every {work} he {meets}; in his eyes all {works} are masterpieces and deserve top ratings.',
];
const LOW_TEXTS = [
  'a student who rows at dawn. Nothing ever pleases her, and she always gives the lowest rating.',
  'an apprentice who climbs at weekends. He hates every {work} and gives every {work} a 1.',
  'a retired woman who knits. She thinks that all {works} are a waste of time and consistently rates them 1.',
  'a retired man who fishes. A harsh critic who finds fault in everything: he never gives more than 2 to any {work}.',
];

/** Genres of the films that come with the lab; the paper has animation in place of westerns, which the source does not tell apart. */
const FILM_GENRES = ['action', 'comedy', 'documentary', 'family', 'fantasy', 'horror', 'romance', 'western'] as const;

const MOST_SERIES = 22;

/** Three films or more whose titles begin alike are a series; the largest first, each in the order of years. */
function seriesOf(films: readonly RatedItem[]): readonly (readonly RatedItem[])[] {
  const byStem = new Map<string, RatedItem[]>();
  for (const film of films) {
    const stem = stemOf(film.title);
    byStem.set(stem, [...(byStem.get(stem) ?? []), film]);
  }
  byStem.delete('');
  return [...byStem.values()]
    .filter((parts) => parts.length >= 3)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_SERIES)
    .map((parts) => parts.toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0)));
}

/** What titles of one series begin with: two words, or all before a number, a colon or a dash. */
function stemOf(title: string): string {
  const plain = plainName(title)
    .toLowerCase()
    .replace(/^(?:the|a|an) /, '');
  const cut = /^(.{4,}?)(?: (?:\d{1,2}|ii|iii|iv|v|vi|part \w+)\b|:| - | and the )/.exec(plain)?.[1];
  if (cut !== undefined) return cut;
  return /^\S{4,}(?: \S+)?$/.test(plain) ? plain : '';
}

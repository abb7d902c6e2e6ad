/**
 * @file A test as SUBER's of the lab's own people: for each genre or category four who love it and nothing else, two women and two men, one
 * young and one old of each; and eight who rate everything high or everything low.
 */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { RatedItem, RatedPerson } from '../../core/rater.ts';
import type { LabelledTask, RaterTask } from '../../core/task.ts';
import { generatePeople } from '../people/generate-people.ts';
import { catalogueItems } from '../catalogue.ts';
import { raterTasks, type RaterTaskOptions, type SuberFiles } from './suber-test.ts';
import { plainName } from '../../core/text/visible-text.ts';
import { BOOK_GENRES, BOOK_SHELF } from '../book-shelf.ts';

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

/** The people and items of the lab's own test. @param films those that it is about; null for the lab's shelf of books */
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

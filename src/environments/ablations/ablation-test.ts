/**
 * @file What SUBER's ablations ask (section 4.2, appendix C): people with the items that they are asked about in turn, what they rated
 * before, and which answers are right. These are of the lab's own people; `suber-test.ts` makes them of SUBER's.
 */
import { shuffled, type Random } from '../../core/random.ts';
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';
import { generatePeople } from '../people/generate-people.ts';
import { genrePersonas, habitPersonas } from './personas.ts';

/** How much is asked. */
export interface AblationSizes {
  /** Liked items, and as many others, a person of the genre test: 20 in the paper. */
  readonly itemsAGenre: number;
  /** Items a person of the high and low tests: 159 in the paper. */
  readonly itemsAHabit: number;
  /** People a collection: 100 in the paper. */
  readonly peopleACollection: number;
  readonly similarityPairs: number;
}

export const PAPER_SIZES: AblationSizes = {
  itemsAGenre: 20,
  itemsAHabit: 159,
  peopleACollection: 100,
  similarityPairs: 5000,
};

/** What is asked about. */
export interface AblationCatalogue {
  readonly kind: 'film' | 'book';
  readonly items: readonly RatedItem[];
  readonly genres: readonly string[];
  /** Parts of one series, the one that is asked about last. */
  readonly collections: readonly (readonly RatedItem[])[];
}

/** A question, and which ratings are right. */
export interface AblationQuestion {
  readonly item: RatedItem;
  readonly isRight: (rating: number) => boolean;
}

/** Somebody who is asked about items, one after another. */
export interface Sitting {
  readonly person: RatedPerson;
  /** What they rated before the first question, oldest first. */
  readonly before: readonly PastRating[];
  readonly questions: readonly AblationQuestion[];
}

/** The two sets of each test; a test's score is the mean of their shares. */
export interface AblationTest {
  readonly kind: 'film' | 'book';
  /** Liked genres, and all others. */
  readonly genres: readonly [readonly Sitting[], readonly Sitting[]];
  /** Who rates everything high, and who rates everything low. */
  readonly habits: readonly [readonly Sitting[], readonly Sitting[]];
  /** Series whose parts were rated high, and low. */
  readonly collections: readonly [readonly Sitting[], readonly Sitting[]];
  /** Pairs whose ratings should be spread as MovieLens' are; none where that is not measured. */
  readonly pairs: readonly { readonly person: RatedPerson; readonly item: RatedItem }[];
}

/** Which ratings are right, on 1–10 for films and 1–5 for books (appendix C). */
export const THRESHOLDS: Readonly<Record<'film' | 'book', Thresholds>> = {
  film: { liked: 8, other: 5, high: 9, low: 2, goesOn: 7, goesOnLow: 5 },
  book: { liked: 5, other: 3, high: 5, low: 3, goesOn: 4, goesOnLow: 3 },
};

/** At least, or at most. */
export interface Thresholds {
  readonly liked: number;
  readonly other: number;
  readonly high: number;
  readonly low: number;
  readonly goesOn: number;
  readonly goesOnLow: number;
}

/** `rating ≥ from`. */
export const atLeast =
  (from: number) =>
  (rating: number): boolean =>
    rating >= from;

/** `rating ≤ to`. */
export const atMost =
  (to: number) =>
  (rating: number): boolean =>
    rating <= to;

/** The test of the lab's own people about a catalogue. */
export function ownTest(catalogue: AblationCatalogue, sizes: AblationSizes, random: Random): AblationTest {
  return {
    kind: catalogue.kind,
    genres: genreSittings(catalogue, sizes, random),
    habits: habitSittings(catalogue, sizes, random),
    collections: collectionSittings(catalogue, sizes, random),
    pairs: similarityPairs(catalogue, sizes, random),
  };
}

const has = (item: RatedItem, genre: string): boolean => item.genres.some((one) => one.toLowerCase() === genre);

function genreSittings(
  { kind, items, genres }: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): AblationTest['genres'] {
  const thresholds = THRESHOLDS[kind];
  const liked: Sitting[] = [];
  const others: Sitting[] = [];
  for (const { person, genre } of genrePersonas(genres, kind)) {
    const mixed = shuffled(items, random.fork(`genre ${genre} ${person.name}`));
    const sitting = (isOfGenre: boolean, isRight: AblationQuestion['isRight']): Sitting => ({
      person,
      before: [],
      questions: mixed
        .filter((item) => has(item, genre) === isOfGenre)
        .slice(0, sizes.itemsAGenre)
        .map((item) => ({ item, isRight })),
    });
    liked.push(sitting(true, atLeast(thresholds.liked)));
    others.push(sitting(false, atMost(thresholds.other)));
  }
  return [liked, others];
}

function habitSittings(
  { kind, items }: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): AblationTest['habits'] {
  const { high, low } = THRESHOLDS[kind];
  const asked = shuffled(items, random.fork('habits')).slice(0, sizes.itemsAHabit);
  const of = (direction: 'high' | 'low', isRight: (rating: number) => boolean): Sitting[] =>
    habitPersonas(kind)
      .filter((persona) => persona.direction === direction)
      .map(({ person }) => ({ person, before: [], questions: asked.map((item) => ({ item, isRight })) }));
  return [of('high', atLeast(high)), of('low', atMost(low))];
}

/** Histories are the series without its last part, all rated at one end, and as many others at their averages. */
function collectionSittings(
  catalogue: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): AblationTest['collections'] {
  const { kind, items, collections } = catalogue;
  const { goesOn, goesOnLow } = THRESHOLDS[kind];
  const [top, average] = kind === 'film' ? [10, 6] : [5, 4];
  const people = generatePeople(sizes.peopleACollection, kind, random.fork('collection people'));
  const of = (rating: number, isRight: (rating: number) => boolean): Sitting[] =>
    collections.flatMap((parts, at) =>
      people.flatMap(({ person }, place): Sitting[] => {
        const item = parts.at(-1);
        if (item === undefined) return [];
        const rest = parts.slice(0, -1);
        const drawn = random.fork(`collection ${at} ${place}`);
        const others = rest
          .map(() => items[drawn.integer(items.length)] ?? item)
          .filter((other) => !parts.includes(other));
        const before = [
          ...rest.map((part) => ({ item: part, rating })),
          ...others.map((other) => ({ item: other, rating: Math.max(1, Math.round(other.averageRating ?? average)) })),
        ].map((past, time) => ({ ...past, time }));
        return [{ person, before, questions: [{ item, isRight }] }];
      }),
    );
  return [of(top, atLeast(goesOn)), of(1, atMost(goesOnLow))];
}

function similarityPairs(
  { kind, items }: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): AblationTest['pairs'] {
  const drawn = random.fork('similarity');
  const people = generatePeople(Math.min(600, sizes.similarityPairs), kind, random.fork('similarity people'));
  return Array.from({ length: sizes.similarityPairs }).flatMap(() => {
    const person = people[drawn.integer(people.length)]?.person;
    const item = items[drawn.integer(items.length)];
    return person === undefined || item === undefined ? [] : [{ person, item }];
  });
}

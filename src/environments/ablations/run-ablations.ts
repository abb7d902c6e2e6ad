/**
 * @file SUBER's ablations for any rater (section 4.2, appendix C), on 1–10 for films and 1–5 for books. A rating that could not
 * be had is a miss of every test, and counted.
 */
import { throwIfAborted } from '../../core/errors.ts';
import { shuffled, type Random } from '../../core/random.ts';
import type { PastRating, RatedItem, RatedPerson, Rater, RaterScale } from '../../core/rater.ts';
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

/** The sizes of the paper. */
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

/** Shares of what was right, 0–1. */
export interface AblationScores {
  readonly genres: number;
  readonly highLow: number;
  readonly collections: number;
  readonly similarity: number;
  /** The mean of the four. */
  readonly aggregate: number;
  readonly asked: number;
  /** Ratings that could not be had. */
  readonly failures: number;
}

/**
 * The distribution of MovieLens' ratings where a film is drawn first and then one of its ratings: 0.5 to 5 stars as 1 to 10.
 * Measured on ml-latest-small (Harper and Konstan 2015).
 */
export const MOVIELENS_SHARES = [
  0.0222, 0.0383, 0.0341, 0.0988, 0.0764, 0.1956, 0.148, 0.2266, 0.0755, 0.0845,
] as const;

interface Thresholds {
  readonly liked: number;
  readonly other: number;
  readonly high: number;
  readonly low: number;
  readonly goesOn: number;
  readonly goesOnLow: number;
}

const THRESHOLDS: Readonly<Record<'film' | 'book', Thresholds>> = {
  film: { liked: 8, other: 5, high: 9, low: 2, goesOn: 7, goesOnLow: 5 },
  book: { liked: 5, other: 3, high: 5, low: 3, goesOn: 4, goesOnLow: 3 },
};

class Ablations {
  asked = 0;
  failures = 0;
  private readonly rater: Rater;
  private readonly random: Random;
  private readonly signal: AbortSignal;
  private readonly onAsk: (asked: number) => void;
  readonly scale: RaterScale;

  constructor(
    rater: Rater,
    kind: 'film' | 'book',
    random: Random,
    signal: AbortSignal,
    onAsk: (asked: number) => void,
  ) {
    this.rater = rater;
    this.random = random;
    this.signal = signal;
    this.onAsk = onAsk;
    this.scale = kind === 'film' ? { min: 1, max: 10 } : { min: 1, max: 5 };
  }

  async ask(person: RatedPerson, item: RatedItem, history: readonly PastRating[] = []): Promise<number | null> {
    throwIfAborted(this.signal);
    this.onAsk(this.asked);
    this.asked += 1;
    const request = { person, item, history, timesBefore: 0, scale: this.scale };
    const { rating } = await this.rater.rate(request, {
      random: this.random.fork(`ask ${this.asked}`),
      signal: this.signal,
    });
    if (rating === null) this.failures += 1;
    return rating;
  }

  /** The share of the questions whose answer is right. */
  async share(questions: readonly Question[]): Promise<number> {
    let right = 0;
    for (const { person, item, history, isRight } of questions) {
      const rating = await this.ask(person, item, history);
      if (rating !== null && isRight(rating)) right += 1;
    }
    return questions.length === 0 ? NaN : right / questions.length;
  }
}

interface Question {
  readonly person: RatedPerson;
  readonly item: RatedItem;
  readonly history?: readonly PastRating[];
  readonly isRight: (rating: number) => boolean;
}

const has = (item: RatedItem, genre: string): boolean => item.genres.some((one) => one.toLowerCase() === genre);

/** How ablations are run. */
export interface AblationOptions {
  readonly random: Random;
  readonly signal: AbortSignal;
  /** The paper's where not given. */
  readonly sizes?: AblationSizes;
  /** Is called before each question with how many came before it, and how many there are. */
  readonly onProgress?: (asked: number, total: number) => void;
}

/** Runs all four ablations. @throws LabError what the rater throws, `aborted` */
export async function runAblations(
  rater: Rater,
  catalogue: AblationCatalogue,
  { random, signal, sizes = PAPER_SIZES, onProgress }: AblationOptions,
): Promise<AblationScores> {
  const ofGenres = genreQuestions(catalogue, sizes, random);
  const ofHabits = habitQuestions(catalogue, sizes, random);
  const ofCollections = collectionQuestions(catalogue, sizes, random);
  const total = [ofGenres, ofHabits, ofCollections].flat(2).length + sizes.similarityPairs;
  const run = new Ablations(rater, catalogue.kind, random, signal, (asked) => onProgress?.(asked, total));
  const genres = await mean(ofGenres, run);
  const highLow = await mean(ofHabits, run);
  const collections = await mean(ofCollections, run);
  const similarity = await similarityTo(catalogue, sizes, random, run);
  // MovieLens rates films: the paper has no similarity for books, and its aggregate of them is of three scores (Table 3).
  const scores =
    catalogue.kind === 'film' ? [genres, highLow, collections, similarity] : [genres, highLow, collections];
  const aggregate = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { genres, highLow, collections, similarity, aggregate, asked: run.asked, failures: run.failures };
}

/** The mean of the shares of two sets of questions. */
async function mean(
  [one, other]: readonly [readonly Question[], readonly Question[]],
  run: Ablations,
): Promise<number> {
  return ((await run.share(one)) + (await run.share(other))) / 2;
}

function genreQuestions(
  { kind, items, genres }: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): readonly [Question[], Question[]] {
  const { liked: likedFrom, other: otherTo } = THRESHOLDS[kind];
  const liked: Question[] = [];
  const others: Question[] = [];
  for (const { person, genre } of genrePersonas(genres, kind)) {
    const mixed = shuffled(items, random.fork(`genre ${genre} ${person.name}`));
    const isOfGenre = (item: RatedItem): boolean => has(item, genre);
    for (const item of mixed.filter(isOfGenre).slice(0, sizes.itemsAGenre))
      liked.push({ person, item, isRight: (rating) => rating >= likedFrom });
    for (const item of mixed.filter((one) => !isOfGenre(one)).slice(0, sizes.itemsAGenre))
      others.push({ person, item, isRight: (rating) => rating <= otherTo });
  }
  return [liked, others];
}

function habitQuestions(
  { kind, items }: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): readonly [Question[], Question[]] {
  const { high, low } = THRESHOLDS[kind];
  const asked = shuffled(items, random.fork('habits')).slice(0, sizes.itemsAHabit);
  const of = (direction: 'high' | 'low', isRight: (rating: number) => boolean): Question[] =>
    habitPersonas(kind)
      .filter((persona) => persona.direction === direction)
      .flatMap(({ person }) => asked.map((item) => ({ person, item, isRight })));
  return [of('high', (rating) => rating >= high), of('low', (rating) => rating <= low)];
}

/** Histories are the series without its last part, all rated at one end, and as many others at their averages. */
function collectionQuestions(
  catalogue: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
): readonly [Question[], Question[]] {
  const { kind, items, collections } = catalogue;
  const { goesOn, goesOnLow } = THRESHOLDS[kind];
  const [top, average] = kind === 'film' ? [10, 6] : [5, 4];
  const people = generatePeople(sizes.peopleACollection, kind, random.fork('collection people'));
  const of = (rating: number, isRight: (rating: number) => boolean): Question[] =>
    collections.flatMap((parts, at) =>
      people.flatMap(({ person }, place): Question[] => {
        const item = parts.at(-1);
        if (item === undefined) return [];
        const rest = parts.slice(0, -1);
        const drawn = random.fork(`collection ${at} ${place}`);
        const others = rest
          .map(() => items[drawn.integer(items.length)] ?? item)
          .filter((other) => !parts.includes(other));
        const history = [
          ...rest.map((part) => ({ item: part, rating })),
          ...others.map((other) => ({ item: other, rating: Math.max(1, Math.round(other.averageRating ?? average)) })),
        ].map((past, time) => ({ ...past, time }));
        return [{ person, item, history, isRight }];
      }),
    );
  return [of(top, (rating) => rating >= goesOn), of(1, (rating) => rating <= goesOnLow)];
}

/** 1 − ½ Σ |p − q| of the ratings of random pairs and of MovieLens; on 1–5 its ratings are rounded up to whole stars. */
async function similarityTo(
  { kind, items }: AblationCatalogue,
  sizes: AblationSizes,
  random: Random,
  run: Ablations,
): Promise<number> {
  const drawn = random.fork('similarity');
  const people = generatePeople(Math.min(600, sizes.similarityPairs), kind, random.fork('similarity people'));
  const { min, max } = run.scale;
  const counts = new Array<number>(max - min + 1).fill(0);
  let given = 0;
  for (let pair = 0; pair < sizes.similarityPairs; pair += 1) {
    const person = people[drawn.integer(people.length)]?.person;
    const item = items[drawn.integer(items.length)];
    const rating = person === undefined || item === undefined ? null : await run.ask(person, item);
    if (rating === null) continue;
    counts[rating - min] = (counts[rating - min] ?? 0) + 1;
    given += 1;
  }
  const wanted =
    kind === 'film'
      ? MOVIELENS_SHARES
      : [0, 1, 2, 3, 4].map((star) => (MOVIELENS_SHARES[2 * star] ?? 0) + (MOVIELENS_SHARES[2 * star + 1] ?? 0));
  return 1 - 0.5 * counts.reduce((sum, count, at) => sum + Math.abs(count / Math.max(1, given) - (wanted[at] ?? 0)), 0);
}

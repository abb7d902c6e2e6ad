/**
 * @file The rule-based rater: reads the description, the item and the past ratings by rules, and adds noise. It is no language
 * model and says so. docs/raters.md tells what it reads and how.
 *
 * points = expectation + Σ w (past − expectation of past) / (Σ w + λ), w by how much the items have in common: past ratings
 * tell how a person departs from what the description promises (a Nadaraya–Watson smoother of the residuals, with shrinkage λ).
 */
import { exp } from '../../../core/numbers/elementary-functions.ts';
import type {
  PastRating,
  RatedItem,
  RatedPerson,
  Rater,
  RaterReply,
  RaterScale,
  RatingRequest,
} from '../../../core/rater.ts';
import type { Random } from '../../../core/random.ts';
import { normalDraw } from '../../../numeric/normal-draw.ts';
import { readItem, type ItemReading, expect, pastimesOf, type Expectation, type PersonReading } from './taste.ts';
import { readDescription } from './read-description.ts';
import { plainText } from './govern.ts';

const SAME = 14;

const SERIES = 7;

/** By the same author, where a book is one of few that an author wrote. */
const AUTHOR = 2.5;

const ANY = 0.12;

/** The share of what two sets have that they have in common (Sørensen and Dice); 0 where one is empty. */
function shareInCommon(a: ReadonlySet<string> | readonly string[], b: ReadonlySet<string>): number {
  const left: ReadonlySet<string> = new Set(a);
  return left.size === 0 || b.size === 0 ? 0 : (2 * countShared(left, b)) / (left.size + b.size);
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const entry of a) if (b.has(entry)) both += 1;
  return both;
}

/** Whether two items look like parts of one series, by their titles, their people and the names in their overviews: 0–1. */
function seriesLikeness(a: ItemReading, b: ItemReading): number {
  if (a.stem.length > 2 && a.stem === b.stem) return 1;
  if (isWithin(a.stem, b.item.title) || isWithin(b.stem, a.item.title)) return 0.9;
  const titles = countShared(a.titleWords, b.titleWords);
  const names = countShared(a.names, b.names);
  const people = countShared(a.people, b.people);
  let evidence = Math.min(2, titles) * 0.4 + Math.min(3, names) * 0.35 + Math.min(3, people) * 0.25;
  if (isNamedIn(a, b) || isNamedIn(b, a)) evidence += 0.4;
  return Math.min(1, evidence >= 0.6 ? evidence : evidence * 0.4);
}

/** `indiana jones` within `raiders of the lost ark`'s sequel; a stem of one everyday word tells nothing. */
function isWithin(stem: string, title: string): boolean {
  return stem.includes(' ') && stem.length > 7 && ` ${plainText(title)} `.includes(` ${stem} `);
}

const isNamedIn = (a: ItemReading, b: ItemReading): boolean =>
  a.stem.length > 4 && [...a.titleWords].some((word) => b.names.has(word));

function weightOfPast(past: ItemReading, item: ItemReading): number {
  if (past.item.id === item.item.id) return SAME;
  const series = seriesLikeness(past, item);
  const genres = shareInCommon(past.topics, new Set(item.topics));
  const people = shareInCommon(past.people, item.people);
  const alike = 0.55 * genres + 0.35 * people + 0.1 * Math.min(1, 4 * shareInCommon(past.words, item.words));
  const author = item.item.kind === 'book' && people > 0 ? AUTHOR * people : 0;
  return ANY + 1.6 * alike * alike + author + SERIES * series * series;
}

export const RULES_ID = 'rules';

export interface RuleRaterOptions {
  readonly noise?: number;
}

const SHRINKAGE = 0.55;
/** The standard deviation, in points of 1–10, where nothing is known of a person; and where the text settles everything. */
const NOISE = { loose: 1.3, settled: 0.3 };
/** From here on a rating of 1–10 is 2, 3, 4 or 5 stars. */
const STAR_CUTS = [2.5, 4.4, 6.3, 7.9];
const KEPT = 50_000;

class RuleRater implements Rater {
  readonly id = RULES_ID;
  readonly title = 'Rules over the description (no language model)';
  private readonly people = new Map<string, PersonReading>();
  private readonly items = new Map<RatedItem, ItemReading>();
  private readonly noise: number;

  constructor({ noise = 1 }: RuleRaterOptions) {
    this.noise = noise;
  }

  rate(request: RatingRequest, { random }: { readonly random: Random }): RaterReply {
    const { person, item, history, scale } = request;
    if (isUnknown(request))
      return {
        rating: null,
        reason: 'nothing is known that a rating could rest on: no description, average, genre or past rating',
      };
    const reading = this.personOf(person, item.kind);
    const own = expect(reading, this.itemOf(item));
    const past = this.learnFrom(history, reading, item, scale);
    const points = Math.max(0.6, Math.min(10.4, own.points + past.shift));
    const settled = Math.max(own.conviction, past.share);
    const spread = this.noise * (NOISE.loose + (NOISE.settled - NOISE.loose) * settled);
    const drawn = points + (spread === 0 ? 0 : spread * normalDraw(random));
    const steps = stepsOf(scale);
    const rating = steps.ratingAt(drawn);
    return {
      rating,
      expected: steps.mean(points, spread),
      confidence: steps.probability(rating, points, spread),
      reason: [...past.reasons, ...own.reasons].join('; '),
    };
  }

  private personOf(person: RatedPerson, kind: 'film' | 'book'): PersonReading {
    const key = `${kind} ${person.age ?? ''} ${person.job ?? ''} ${person.hobby ?? ''} ${person.description}`;
    const known = this.people.get(key);
    if (known !== undefined) return known;
    const reading = { person, description: readDescription(person.description, kind), pastimes: pastimesOf(person) };
    if (this.people.size >= KEPT) this.people.clear();
    this.people.set(key, reading);
    return reading;
  }

  private itemOf(item: RatedItem): ItemReading {
    const known = this.items.get(item);
    if (known !== undefined) return known;
    const reading = readItem(item);
    if (this.items.size >= KEPT) this.items.clear();
    this.items.set(item, reading);
    return reading;
  }

  private learnFrom(history: readonly PastRating[], person: PersonReading, item: RatedItem, scale: RaterScale): Learnt {
    let weights = 0;
    let residuals = 0;
    let heaviest: { readonly past: PastRating; readonly weight: number } | null = null;
    for (const past of history) {
      const weight = weightOfPast(this.itemOf(past.item), this.itemOf(item));
      weights += weight;
      residuals += weight * (pointsOfRating(past.rating, scale) - this.expectOf(person, past.item).points);
      if (weight > (heaviest?.weight ?? 1)) heaviest = { past, weight };
    }
    const share = weights / (weights + SHRINKAGE);
    const reasons = heaviest === null ? [] : [`rated ${heaviest.past.item.title} ${heaviest.past.rating}`];
    // Only much evidence makes sure: a few unrelated ratings leave the noise as it was.
    return { shift: weights === 0 ? 0 : (residuals / weights) * share, share: weights > 2 ? share : 0, reasons };
  }

  private expectOf(person: PersonReading, item: RatedItem): Expectation {
    return expect(person, this.itemOf(item));
  }
}

interface Learnt {
  readonly shift: number;
  readonly share: number;
  readonly reasons: readonly string[];
}

function isUnknown({ person, item, history }: RatingRequest): boolean {
  const hasItem =
    item.genres.length > 0 || item.overview !== '' || (item.averageRating ?? 0) > 0 || item.people.length > 0;
  return !hasItem && history.length === 0 && person.description.trim() === '';
}

interface Steps {
  ratingAt(points: number): number;
  /** The probability of a rating where points are normally distributed. */
  probability(rating: number, points: number, spread: number): number;
  mean(points: number, spread: number): number;
}

function stepsOf({ min, max }: RaterScale): Steps {
  const ratings = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  const cuts =
    max === 5
      ? STAR_CUTS
      : ratings.slice(1).map((rating, at) => {
          const middle = (rating + (ratings[at] ?? rating)) / 2;
          return 1 + (9 * (middle - min)) / (max - min);
        });
  const probability = (rating: number, points: number, spread: number): number => {
    const at = ratings.indexOf(rating);
    const [low, high] = [cuts[at - 1] ?? -Infinity, cuts[at] ?? Infinity];
    return cumulative((high - points) / spread) - cumulative((low - points) / spread);
  };
  return {
    ratingAt: (points) => ratings[cuts.filter((cut) => points >= cut).length] ?? max,
    probability,
    mean: (points, spread) => ratings.reduce((sum, rating) => sum + rating * probability(rating, points, spread), 0),
  };
}

function pointsOfRating(rating: number, { min, max }: RaterScale): number {
  if (min === 1 && max === 5) return [1.3, 3.4, 5.4, 7.2, 9.4][Math.round(rating) - 1] ?? rating * 2;
  return 1 + (9 * (rating - min)) / (max - min);
}

/** Φ(z), by Abramowitz and Stegun 7.1.26: |error| < 1.5 · 10⁻⁷. Without noise a step. */
function cumulative(z: number): number {
  if (Number.isNaN(z)) return 1;
  if (!Number.isFinite(z)) return z > 0 ? 1 : 0;
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * exp(-x * x);
  return z > 0 ? 1 - tail / 2 : tail / 2;
}

export function createRuleRater(options: RuleRaterOptions = {}): Rater {
  return new RuleRater(options);
}

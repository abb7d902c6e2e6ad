/**
 * @file Runs SUBER's ablations on any rater (section 4.2, appendix C), on 1–10 for films and 1–5 for books. A rating that could not be
 * had is a miss of every test, and counted.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';
import type { PastRating, RatedItem, RatedPerson, Rater, RaterScale } from '../../core/rater.ts';
import type { PerturbationSpec } from '../../core/simulation.ts';
import type { Meeting, Retrieval } from '../retrieval.ts';
import { drawNoise, perturbed } from '../perturbation.ts';
import type { AblationQuestion, AblationTest, Sitting } from './suber-test.ts';

export interface AblationScores {
  readonly genres: number;
  readonly highLow: number;
  readonly collections: number;
  /** Of films; null where it was not measured. */
  readonly similarity: number | null;
  /** The mean of the others. */
  readonly aggregate: number;
  /** The two shares that each score is the mean of. */
  readonly parts: {
    readonly liked: number;
    readonly others: number;
    readonly high: number;
    readonly low: number;
    readonly goesOn: number;
    readonly goesOnLow: number;
  };
  readonly asked: number;
  readonly failures: number;
}

/**
 * The distribution of MovieLens' ratings where a film is drawn first and then one of its ratings: 0.5 to 5 stars as 1 to 10.
 * Measured on ml-latest-small (Harper and Konstan 2015).
 */
const MOVIELENS_SHARES = [0.0222, 0.0383, 0.0341, 0.0988, 0.0764, 0.1956, 0.148, 0.2266, 0.0755, 0.0845] as const;

export interface AblationOptions {
  readonly random: Random;
  readonly signal: AbortSignal;
  /**
   * Which past ratings are told, as in SUBER's environment: of those from before the first question and of the person's own answers. Where
   * absent, all of those from before, and no answers.
   */
  readonly retrieval?: {
    readonly told: number;
    readonly of: (items: readonly RatedItem[]) => Retrieval;
  };
  /** Noise on each answer, which is judged and remembered with it; in collections, as in SUBER's code, the answer itself is judged. */
  readonly perturbation?: PerturbationSpec;
  readonly onProgress?: (asked: number, total: number) => void;
}

export async function runAblations(
  rater: Rater,
  test: AblationTest,
  options: AblationOptions,
): Promise<AblationScores> {
  const run = new Ablations(rater, test, options);
  const [liked, others] = [await run.share(test.genres[0]), await run.share(test.genres[1])];
  const [high, low] = [await run.share(test.habits[0]), await run.share(test.habits[1])];
  run.judgesNoise = false;
  const [goesOn, goesOnLow] = [await run.share(test.collections[0]), await run.share(test.collections[1])];
  run.judgesNoise = true;
  const [genres, highLow, collections] = [(liked + others) / 2, (high + low) / 2, (goesOn + goesOnLow) / 2];
  const similarity = test.pairs.length === 0 ? null : await similarityOf(test, run);
  // The paper's aggregate of books, which have no similarity, is of three scores (Table 3).
  const scores = [genres, highLow, collections, ...(similarity === null ? [] : [similarity])];
  const aggregate = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const parts = { liked, others, high, low, goesOn, goesOnLow };
  return { genres, highLow, collections, similarity, aggregate, parts, asked: run.asked, failures: run.failures };
}

const NO_NOISE: PerturbationSpec = { type: 'none' };

class Ablations {
  asked = 0;
  failures = 0;
  judgesNoise = true;
  readonly scale: RaterScale;
  private readonly rater: Rater;
  private readonly options: AblationOptions;
  private readonly total: number;

  constructor(rater: Rater, { kind, genres, habits, collections, pairs }: AblationTest, options: AblationOptions) {
    this.rater = rater;
    this.options = options;
    this.scale = kind === 'film' ? { min: 1, max: 10 } : { min: 1, max: 5 };
    const sittings = [genres, habits, collections].flat(2);
    this.total = pairs.length + sittings.reduce((sum, { questions }) => sum + questions.length, 0);
  }

  /** A rating as it was given, and as it is remembered; null where it could not be had. */
  async ask(
    person: RatedPerson,
    item: RatedItem,
    history: readonly PastRating[] = [],
  ): Promise<{ readonly given: number; readonly kept: number } | null> {
    const { random, signal, perturbation = NO_NOISE, onProgress } = this.options;
    throwIfAborted(signal);
    onProgress?.(this.asked, this.total);
    this.asked += 1;
    const request = { person, item, history, timesBefore: 0, scale: this.scale };
    const { rating } = await this.rater.rate(request, { random: random.fork(`ask ${this.asked}`), signal });
    if (rating === null) {
      this.failures += 1;
      return null;
    }
    const noise = drawNoise(perturbation, random.fork(`noise ${this.asked}`));
    return { given: rating, kept: perturbed(rating, noise, this.scale) };
  }

  async share(sittings: readonly Sitting[]): Promise<number> {
    let right = 0;
    let asked = 0;
    for (const sitting of sittings) {
      right += await this.rightIn(sitting);
      asked += sitting.questions.length;
    }
    return asked === 0 ? NaN : right / asked;
  }

  private async rightIn(sitting: Sitting): Promise<number> {
    const history = this.historyOf(sitting);
    let right = 0;
    for (const question of sitting.questions) {
      const answer = await this.ask(sitting.person, question.item, history.told(question));
      if (answer === null) continue;
      history.add(question, answer.kept);
      if (question.isRight(this.judgesNoise ? answer.kept : answer.given)) right += 1;
    }
    return right;
  }

  private historyOf({ before, questions }: Sitting): {
    told: (question: AblationQuestion) => readonly PastRating[];
    add: (question: AblationQuestion, rating: number) => void;
  } {
    const { retrieval } = this.options;
    if (retrieval === undefined) return { told: () => before, add: () => undefined };
    const items = [...new Set([...before, ...questions].map(({ item }) => item))];
    const chooser = retrieval.of(items);
    const meetings = before.map(({ item, rating }, at): Meeting => ({
      item: items.indexOf(item),
      rating,
      time: at + 1,
    }));
    return {
      told: ({ item }) =>
        chooser.choose(items.indexOf(item), meetings, retrieval.told).map(({ item: place, rating, time }) => {
          const past = items[place];
          if (past === undefined) throw new LabError('internal', 'A past rating is of no item.');
          return { item: past, rating, time };
        }),
      add: ({ item }, rating) => void meetings.push({ item: items.indexOf(item), rating, time: meetings.length + 1 }),
    };
  }
}

/** 1 − ½ Σ |p − q| of the ratings of random pairs and of MovieLens. */
async function similarityOf({ pairs }: AblationTest, run: Ablations): Promise<number> {
  const { min, max } = run.scale;
  const counts = new Array<number>(max - min + 1).fill(0);
  let given = 0;
  for (const { person, item } of pairs) {
    const answer = await run.ask(person, item);
    if (answer === null) continue;
    counts[answer.kept - min] = (counts[answer.kept - min] ?? 0) + 1;
    given += 1;
  }
  const shares = counts.map((count) => count / Math.max(1, given));
  return 1 - 0.5 * MOVIELENS_SHARES.reduce((sum, wanted, at) => sum + Math.abs((shares[at] ?? 0) - wanted), 0);
}

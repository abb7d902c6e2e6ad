/**
 * @file SUBER's environment: a person is drawn, a policy recommends items to them, and a rater says what the person would rate
 * (Corecco et al. 2024). One step: past ratings are retrieved, the rater is asked, tastes drift, noise is added, the rating is
 * remembered, and the reward is shaped.
 */
import type { Environment, EpisodeStatistics, Observation, Reset, ResetOptions, Step } from '../core/environment.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { PastRating, Rater, RaterReply, RaterScale, RatingRequest } from '../core/rater.ts';
import type { DriftSpec, PerturbationSpec, ShapingSpec } from '../core/simulation.ts';
import type { Catalogue } from './catalogue.ts';
import { Memory, type Retrieval } from './retrieval.ts';
import { normalDraw } from '../numeric/normal-draw.ts';
import { pow } from '../core/numbers/power.ts';

/** Noise on ratings that is kept in memory, as a stand-in for tastes that waver (SUBER, section 3.3): a draw of it alone. */
export function drawNoise(spec: PerturbationSpec, random: Random): number {
  if (spec.type === 'none') return 0;
  if (spec.type === 'gaussian') return spec.deviation * normalDraw(random);
  const draw = random.uniform();
  return draw < spec.probability / 2 ? -1 : draw < spec.probability ? 1 : 0;
}

/** The rating with noise: rounded, then kept on the scale. What is below the scale is no rating and stays as it is. */
export function perturbed(rating: number, noise: number, scale: RaterScale): number {
  if (rating < scale.min) return rating;
  return fixedRating(rating + noise, scale);
}

export function fixedRating(value: number, { min, max }: RaterScale): number {
  const below = Math.floor(value);
  const rest = value - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  return Math.max(min, Math.min(max, rounded));
}

interface Shaped {
  readonly reward: number;
  readonly terminated: boolean;
}

/**
 * Shapes a reward.
 * @param times how often the person has met the item, this meeting counted: from 1
 * @param elapsed the person's own steps since the last meeting; without meaning where times is 1
 * @param draw uniform in [0, 1); only `random-repeat` looks at it
 */
export function shaped(
  rating: number,
  { times, elapsed, draw }: { readonly times: number; readonly elapsed: number; readonly draw: number },
  spec: ShapingSpec,
  scale: RaterScale,
): Shaped {
  if (spec.type === 'none' || times <= 1) return { reward: rating, terminated: false };
  if (spec.type === 'end-at-repeat') return { reward: 0, terminated: true };
  const factor = pow(spec.q, times / elapsed);
  if (spec.type === 'random-repeat') return { reward: draw < factor ? rating : 0, terminated: false };
  return { reward: Math.max(scale.min, Math.min(scale.max, Math.floor(rating * factor))), terminated: false };
}

export class Drift {
  private readonly offsets = new Map<number, Map<string, number>>();
  private readonly spec: DriftSpec;

  /** @throws LabError `spec-invalid` where the rate is not a share or the deviation is below 0 */
  constructor(spec: DriftSpec) {
    if (!(spec.rate >= 0 && spec.rate <= 1) || !(spec.deviation >= 0))
      throw new LabError('spec-invalid', 'drift.rate must be from 0 to 1 and drift.deviation 0 or more.', { ...spec });
    this.spec = spec;
  }

  /** What is added to a rating of an item with these genres. A person's opinion of a genre is first drawn when it is first asked for. */
  offsetOf(user: number, genres: readonly string[], random: Random): number {
    if (this.spec.rate === 0 || genres.length === 0) return 0;
    const known = this.offsets.get(user) ?? new Map<string, number>();
    this.offsets.set(user, known);
    let sum = 0;
    for (const genre of genres) {
      const offset = known.get(genre) ?? this.spec.deviation * normalDraw(random);
      known.set(genre, offset);
      sum += offset;
    }
    return sum / genres.length;
  }

  move(user: number, random: Random): void {
    const { rate, deviation } = this.spec;
    const known = this.offsets.get(user);
    if (known === undefined) return;
    const push = deviation * Math.sqrt(rate * (2 - rate));
    for (const [genre, offset] of known) known.set(genre, (1 - rate) * offset + push * normalDraw(random));
  }
}

export interface SuberOptions {
  readonly catalogue: Catalogue;
  readonly rater: Rater;
  readonly scale: RaterScale;
  readonly retrieval: Retrieval;
  /** Past ratings that are told: 3 where absent. */
  readonly told?: number;
  readonly perturbation?: PerturbationSpec;
  readonly shaping?: ShapingSpec;
  readonly drift?: DriftSpec;
  /** The probability that an episode ends after a step: .025 where absent. */
  readonly endProbability?: number;
  /** Steps after which an episode is cut off: truncated, not terminated. Absent where it is not. */
  readonly timeLimit?: number;
  readonly signal?: AbortSignal;
}

export interface StepInfo {
  readonly request: RatingRequest;
  readonly reply: RaterReply;
  readonly timesBefore: number;
  readonly drift: number;
  readonly noise: number;
  /** As it is remembered. */
  readonly rating: number;
  readonly failures: number;
  readonly episode?: EpisodeStatistics;
}

export const TOLD = 3;
const END_PROBABILITY = 0.025;
const TRIES = 3;
const NO_NOISE: PerturbationSpec = { type: 'none' };
const NO_SHAPING: ShapingSpec = { type: 'none' };

class SuberEnvironment implements Environment {
  readonly userCount: number;
  readonly itemCount: number;
  readonly ratingRange: RaterScale;
  private readonly options: SuberOptions;
  private readonly memory = new Memory();
  private drift: Drift | null;
  private readonly signal: AbortSignal;
  private random: Random | null = null;
  private user = -1;
  private asked = 0;
  private failures = 0;
  private length = 0;
  private total = 0;

  constructor(options: SuberOptions) {
    const { catalogue, scale, drift, timeLimit, signal } = options;
    if (timeLimit !== undefined && !(Number.isInteger(timeLimit) && timeLimit > 0))
      throw new LabError('spec-invalid', `A time limit must be a whole number from 1, not ${timeLimit}.`);
    if (catalogue.items.length === 0)
      throw new LabError('task-impossible', 'The catalogue has no items, so there is nothing to recommend.');
    if (catalogue.people.length === 0) throw new LabError('task-impossible', 'There are no people to recommend to.');
    this.options = options;
    this.userCount = catalogue.people.length;
    this.itemCount = catalogue.items.length;
    this.ratingRange = scale;
    this.drift = drift === undefined ? null : new Drift(drift);
    this.signal = signal ?? new AbortController().signal;
  }

  async reset({ seed, user }: ResetOptions = {}): Promise<Reset> {
    if (seed !== undefined) this.begin(seed);
    if (this.random === null) throw new LabError('spec-invalid', 'The first reset of an environment needs a seed.');
    if (user !== undefined && !(Number.isInteger(user) && user >= 0 && user < this.userCount))
      throw new LabError('spec-invalid', `There is no person ${user}; people are 0 to ${this.userCount - 1}.`);
    this.memory.clear();
    [this.length, this.total] = [0, 0];
    this.user = user ?? this.random.integer(this.userCount);
    return { observation: this.observe(), info: { user: this.user } };
  }

  /** Nothing from before the seed may tell afterwards, tastes included. */
  private begin(seed: number): void {
    this.random = createRandom(seed);
    this.asked = 0;
    this.drift = this.options.drift === undefined ? null : new Drift(this.options.drift);
  }

  async step(action: number): Promise<Step> {
    const { random, user } = this;
    const { scale, perturbation = NO_NOISE, shaping = NO_SHAPING, endProbability = END_PROBABILITY } = this.options;
    const { timeLimit } = this.options;
    if (random === null || user < 0)
      throw new LabError('spec-invalid', 'The episode is over or has not begun; reset the environment first.');
    const request = this.requestOf(action);
    const time = this.memory.nextTime(user);
    const { times, last } = this.memory.pastOf(user, action);
    const reply = await this.ask(request, random);
    const drift = this.drift?.offsetOf(user, request.item.genres, random) ?? 0;
    const noise = drawNoise(perturbation, random);
    const rating = perturbed(drift === 0 ? reply.rating : fixedRating(reply.rating + drift, scale), noise, scale);
    this.memory.add(user, action, rating);
    this.drift?.move(user, random);
    const draw = shaping.type === 'random-repeat' ? random.uniform() : 0;
    const { reward, terminated } = shaped(rating, { times: times + 1, elapsed: time - last, draw }, shaping, scale);
    const isEnded = random.uniform() < endProbability || terminated;
    const observation = this.observe();
    this.length += 1;
    this.total += reward;
    const truncated = !isEnded && this.length === timeLimit;
    const isOver = isEnded || truncated;
    const episode = isOver ? { user, length: this.length, reward: this.total } : undefined;
    if (isOver) this.user = -1;
    const { failures } = this;
    const info: StepInfo = {
      request,
      reply,
      timesBefore: times,
      drift,
      noise,
      rating,
      failures,
      ...(episode && { episode }),
    };
    return { observation, reward, terminated: isEnded, truncated, info: { ...info } };
  }

  private requestOf(action: number): RatingRequest {
    const { catalogue, scale, retrieval, told = TOLD } = this.options;
    const item = catalogue.items[action];
    const person = catalogue.people[this.user];
    if (item === undefined || person === undefined)
      throw new LabError('spec-invalid', `There is no item ${action}; items are 0 to ${this.itemCount - 1}.`);
    const history = retrieval
      .choose(action, this.memory.lastOfEach(this.user), told)
      .flatMap((meeting): PastRating[] => {
        const past = catalogue.items[meeting.item];
        return past === undefined ? [] : [{ item: past, rating: meeting.rating, time: meeting.time }];
      });
    return { person, item, history, timesBefore: this.memory.pastOf(this.user, action).times, scale };
  }

  /** A rating that cannot be had is a counted failure and asked for again; it is never taken for a number. */
  private async ask(request: RatingRequest, random: Random): Promise<Extract<RaterReply, { readonly rating: number }>> {
    let reason = '';
    for (let tried = 0; tried < TRIES; tried += 1) {
      throwIfAborted(this.signal);
      this.asked += 1;
      const reply = await this.options.rater.rate(request, {
        random: random.fork(`rating ${this.asked}`),
        signal: this.signal,
      });
      if (reply.rating !== null) return reply;
      this.failures += 1;
      reason = reply.reason;
    }
    const message = `${this.options.rater.title} gave no rating of ${request.item.title} for ${request.person.name} in ${TRIES} tries: ${reason}`;
    throw new LabError('reply-unparseable', message, { failures: this.failures });
  }

  private observe(): Observation {
    const meetings = this.memory.lastOfEach(this.user);
    const person = this.options.catalogue.people[this.user];
    return {
      user: this.user,
      ...(person !== undefined && { person }),
      items: meetings.map(({ item }) => item),
      ratings: meetings.map(({ rating }) => rating),
    };
  }
}

/** An environment of simulated people. @throws LabError `task-impossible` for an empty catalogue, `spec-invalid` for a bad drift */
export function createSuberEnvironment(options: SuberOptions): Environment {
  return new SuberEnvironment(options);
}

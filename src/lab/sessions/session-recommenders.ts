/** @file Recommenders of living simulated people: baselines refitted each round, chance, a bound, and two bad ones. */
import type { SessionRecommenderDescription } from '../../core/sessions.ts';
import type { Random } from '../../core/random.ts';
import type { RaterScale } from '../../core/rater.ts';
import type { Catalogue } from '../../environments/catalogue.ts';
import type { Meeting } from '../../environments/retrieval.ts';
import type { BaselineEntry } from '../../recommenders/baselines/baseline.ts';
import { BASELINES } from '../../recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../recommenders/baselines/training-matrix.ts';
import { idOf, loggedDataset } from '../training/planners/interaction-log.ts';

export interface SessionKnowledge {
  readonly catalogue: Catalogue;
  readonly scale: RaterScale;
  /** What was rated under this recommender so far, in the order of time. */
  readonly rated: readonly (Meeting & { readonly user: number })[];
  /** What people expect of items: for bounds alone. */
  readonly expected: (user: number, item: number) => number;
  /** The recommender's own in this run, the same in each round. */
  readonly random: Random;
  readonly signal: AbortSignal;
}

export type SessionScores = (user: number, items: readonly number[]) => ArrayLike<number>;

export interface SessionRecommender extends SessionRecommenderDescription {
  /** Whether it shows again what somebody rated in an earlier session. */
  readonly repeats: boolean;
  /** @throws LabError what fitting throws */
  fit(known: SessionKnowledge): SessionScores | Promise<SessionScores>;
}

const NOTHING_KNOWN: SessionScores = (_user, items) => new Float64Array(items.length);

/** By what the rules expect, times a sign; what nobody knows comes last. */
const byExpectation =
  (sign: 1 | -1): SessionRecommender['fit'] =>
  ({ expected }) =>
  (user, items) =>
    items.map((item) => {
      const score = sign * expected(user, item);
      return Number.isNaN(score) ? -Infinity : score;
    });

/** One order for everybody, in every round. */
const sameForAll: SessionRecommender['fit'] = ({ catalogue, random }) => {
  const order = random.fork('same');
  const scores = catalogue.items.map(() => order.uniform());
  return (_user, items) => items.map((item) => scores[item] ?? 0);
};

const fitted = (entry: BaselineEntry): SessionRecommender => ({
  name: entry.name,
  title: entry.title,
  kind: 'fitted',
  repeats: false,
  async fit({ catalogue, scale, rated, random, signal }) {
    if (rated.length === 0) return NOTHING_KNOWN;
    const log = {
      user: rated.map(({ user }) => idOf(user)),
      item: rated.map(({ item }) => idOf(item)),
      rating: rated.map(({ rating }) => rating),
    };
    const train = trainingMatrix(loggedDataset(catalogue, scale, log, 'Ratings of sessions so far.'), []);
    const scorer = await entry.create({}).fit(train, { random: random.fork(`fit ${rated.length}`), signal });
    return (user, items) => scorer.score(idOf(user), items.map(idOf));
  },
});

/** A constant orders nothing, and chance is above. */
const LEFT_OUT: ReadonlySet<string> = new Set(['random', 'global-mean']);

export const SESSION_RECOMMENDERS: readonly SessionRecommender[] = [
  { name: 'random', title: 'Random', kind: 'unfitted', repeats: false, fit: () => NOTHING_KNOWN },
  ...BASELINES.filter(({ name, kind }) => kind !== 'sequence' && !LEFT_OUT.has(name)).map(fitted),
  { name: 'oracle', title: 'Oracle', kind: 'bound', repeats: false, fit: byExpectation(1) },
  { name: 'worst', title: 'Worst first', kind: 'bad', repeats: false, fit: byExpectation(-1) },
  { name: 'same', title: 'Always the same', kind: 'bad', repeats: true, fit: sameForAll },
];

/** The same as plain data, which crosses to the page. */
export const offeredRecommenders = (): readonly SessionRecommenderDescription[] =>
  SESSION_RECOMMENDERS.map(({ name, title, kind }) => ({ name, title, kind }));

/**
 * @file BPR-MF (Rendle et al. 2009, BPR: Bayesian Personalized Ranking from Implicit Feedback): x̂_ui = b_i + ⟨w_u, h_i⟩, by
 * stochastic gradient ascent on ln σ(x̂_ui − x̂_uj) − λ |Θ|² over triples drawn with replacement (LearnBPR, figure 4).
 */
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import type { Arithmetic, Values } from '../../../numeric/factors/arithmetic.ts';
import { dot, kernelArithmetic, multipleOfFour } from '../../../numeric/factors/arithmetic.ts';
import { normalValues } from '../../../numeric/normal-draw.ts';
import { rankingScorer } from '../scoring.ts';
import { BATCH, TripleSampler } from './pairs.ts';

/** Θ: factors by rows of f, and the items' biases. */
export interface BprParameters {
  readonly f: number;
  readonly w: Values;
  readonly h: Values;
  readonly b: Float64Array;
}

/** x̂_ui. */
export function bprScore({ f, w, h, b }: BprParameters, user: number, item: number): number {
  return b[item]! + dot(w, user * f, h, item * f, f);
}

/** One step of size η for the triple (u, i, j): Θ ← Θ + η (σ(−x̂_uij) ∂x̂_uij/∂Θ − λ Θ). */
export function bprStep(
  { f, w, h, b }: BprParameters,
  [u, i, j]: readonly [number, number, number],
  { η, λ }: { readonly η: number; readonly λ: number },
  arithmetic: Arithmetic,
): void {
  const g = arithmetic.pairStep(f, w, u * f, h, i * f, j * f, { offset: b[i]! - b[j]!, η, λ });
  b[i]! += η * (g - λ * b[i]!);
  b[j]! += η * (-g - λ * b[j]!);
}

/** x̂_ui of somebody who was not fitted: w_u is the mean of the factors of what they had. */
function foldedIn({ f, h, b }: BprParameters, had: Int32Array): (item: number) => number {
  const w = new Float32Array(f);
  for (const item of had) for (let at = 0; at < f; at += 1) w[at]! += h[item * f + at]! / had.length;
  return (item) => b[item]! + dot(w, 0, h, item * f, f);
}

export const bprMatrixFactorization = defineBaseline({
  name: 'bpr-mf',
  title: 'BPR-MF',
  kind: 'ranking',
  reference: 'Rendle, Freudenthaler, Gantner and Schmidt-Thieme 2009, BPR: Bayesian Personalized Ranking',
  hyperparameters: {
    factors: count('f, the length of w_u and h_i, taken up to a multiple of 4', 64, 1, 256),
    learningRate: real('η, the size of a step', 0.05, 0.000001, 1),
    regularization: real('λ', 0.01, 0, 10),
    epochs: count('as many triples as there are interactions make one', 50, 1, 1000),
  },
  async fit(train, { factors, learningRate: η, regularization: λ, epochs }, { random, ...context }) {
    const { byUser, users, items } = train;
    const f = multipleOfFour(factors);
    const arithmetic = kernelArithmetic((users.length + items.length) * f, 0);
    const values = (rows: number, name: string): Values => {
      const start = arithmetic.allocate(rows * f);
      start.set(normalValues(rows * f, 0.1, random.fork(name)));
      return start;
    };
    const Θ: BprParameters = {
      f,
      w: values(users.length, 'users'),
      h: values(items.length, 'items'),
      b: new Float64Array(items.length),
    };
    const triples = new TripleSampler(train, random);
    const batches = Math.ceil((epochs * byUser.column.length) / BATCH);
    const pace = new Pace({ random, ...context }, batches);
    for (let done = 0; done < batches; done += 1) {
      const { u, i, j } = triples.draw();
      for (let at = 0; at < BATCH; at += 1) bprStep(Θ, [u[at]!, i[at]!, j[at]!], { η, λ }, arithmetic);
      if (pace.step()) await pace.giveWay();
    }
    return rankingScorer(train, {
      unknownItem: -Infinity,
      scoresFor(user, history) {
        if (user >= 0) return (item) => bprScore(Θ, user, item);
        return history.length === 0 ? null : foldedIn(Θ, history);
      },
    });
  },
});

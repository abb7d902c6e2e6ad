/**
 * @file FPMC (Rendle, Freudenthaler and Schmidt-Thieme 2010, Factorizing Personalized Markov Chains for Next-Basket
 * Recommendation): x̂ = ⟨v_u^UI, v_i^IU⟩ + ⟨v_i^IL, v_l^LI⟩ with baskets of one item, l the item before. Learned by S-BPR
 * (figure 4) with an item that the person has not had as the negative: here nobody has an item twice.
 */
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import type { Arithmetic, Values } from '../../../numeric/factors/arithmetic.ts';
import { dot, kernelArithmetic, multipleOfFour, sigmoid } from '../../../numeric/factors/arithmetic.ts';
import { normalValues } from '../../../numeric/normal-draw.ts';
import { NegativeSampler, usersOfEntries } from '../ranking/pairs.ts';
import { rankingScorer } from '../scoring.ts';

/** Θ, factors by rows of f. */
export interface FpmcParameters {
  readonly f: number;
  readonly ui: Values;
  readonly iu: Values;
  readonly il: Values;
  readonly li: Values;
}

/** x̂_u,l,i; without a person or an item before (−1) their part is 0. */
export function fpmcScore({ f, ui, iu, il, li }: FpmcParameters, u: number, l: number, i: number): number {
  const taste = u < 0 ? 0 : dot(ui, u * f, iu, i * f, f);
  return taste + (l < 0 ? 0 : dot(il, i * f, li, l * f, f));
}

/** One step of size η for (u, l, i, j): Θ ← Θ + η (σ(−(x̂_u,l,i − x̂_u,l,j)) ∂/∂Θ − λ Θ). */
export function fpmcStep(
  { f, ui, iu, il, li }: FpmcParameters,
  [u, l, i, j]: readonly [number, number, number, number],
  { η, λ }: { readonly η: number; readonly λ: number },
  arithmetic: Arithmetic,
): void {
  const taste = arithmetic.difference(f, ui, u * f, iu, i * f, j * f);
  const g = sigmoid(-taste - arithmetic.difference(f, li, l * f, il, i * f, j * f));
  arithmetic.ascend(f, ui, u * f, iu, i * f, j * f, { g, η, λ });
  arithmetic.ascend(f, li, l * f, il, i * f, j * f, { g, η, λ });
}

export const fpmc = defineBaseline({
  name: 'fpmc',
  title: 'FPMC',
  kind: 'sequence',
  reference: 'Rendle, Freudenthaler and Schmidt-Thieme 2010, Factorizing Personalized Markov Chains',
  hyperparameters: {
    factors: count('f, the length of each of the four factor vectors, taken up to a multiple of 4', 32, 1, 256),
    learningRate: real('η, the size of a step', 0.05, 0.000001, 1),
    regularization: real('λ', 0.01, 0, 10),
    epochs: count('as many draws as there are interactions make one', 60, 1, 1000),
  },
  async fit(train, { factors, learningRate: η, regularization: λ, epochs }, { random, ...context }) {
    const { byUser, users, items } = train;
    const { column, start } = byUser;
    const owner = usersOfEntries(train);
    const f = multipleOfFour(factors);
    const arithmetic = kernelArithmetic((users.length + 3 * items.length) * f, 0);
    const values = (rows: number, name: string): Values => {
      const start = arithmetic.allocate(rows * f);
      start.set(normalValues(rows * f, 0.1, random.fork(name)));
      return start;
    };
    const Θ: FpmcParameters = {
      f,
      ui: values(users.length, 'ui'),
      iu: values(items.length, 'iu'),
      il: values(items.length, 'il'),
      li: values(items.length, 'li'),
    };
    const negatives = new NegativeSampler(train, random.fork('negatives'));
    const draw = random.fork('draws');
    const batch = 256;
    const batches = Math.ceil((epochs * owner.length) / batch);
    const pace = new Pace({ random, ...context }, batches);
    for (let done = 0; done < batches; done += 1) {
      for (let sample = 0; sample < batch; sample += 1) {
        const entry = draw.integer(owner.length);
        const u = owner[entry]!;
        // The first item of a person has none before it.
        if (entry > start[u]!)
          fpmcStep(Θ, [u, column[entry - 1]!, column[entry]!, negatives.draw(u)], { η, λ }, arithmetic);
      }
      if (pace.step()) await pace.giveWay();
    }
    return rankingScorer(train, {
      unknownItem: -Infinity,
      scoresFor(user, history) {
        const last = history.at(-1) ?? -1;
        return user < 0 && last < 0 ? null : (item) => fpmcScore(Θ, user, last, item);
      },
    });
  },
});

/** @file What comes next after the last item: counted, and factorized. */
import { defineBaseline, drawn, real, count, Pace } from '../baseline.ts';
import { rankingScorer, type ItemScore } from '../scoring.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';
import {
  type Arithmetic,
  type Values,
  dot,
  kernelArithmetic,
  multipleOfFour,
  sigmoid,
} from '../../../numeric/factors/arithmetic.ts';
import { NegativeSampler, usersOfEntries } from '../ranking/bpr.ts';

function countTransitions({ byUser, users }: TrainingMatrix): Map<number, Map<number, number>> {
  const transitions = new Map<number, Map<number, number>>();
  for (let user = 0; user < users.length; user += 1) {
    const items = columnsOf(byUser, user);
    for (let at = 1; at < items.length; at += 1) {
      const followers = transitions.get(items[at - 1]!) ?? new Map<number, number>();
      transitions.set(items[at - 1]!, followers);
      followers.set(items[at]!, (followers.get(items[at]!) ?? 0) + 1);
    }
  }
  return transitions;
}

/**
 * A first-order Markov chain over items: p(i | l) from how often i came right after l, smoothed by popularity, as the
 * factorizing chains of Rendle et al. 2010 (section 4) begin. Dirichlet smoothing (Zhai and Lafferty 2004, equation 6):
 * p(i | l) = (n_li + μ p(i)) / (n_l + μ).
 */
export const markovChain = defineBaseline({
  name: 'markov-chain',
  title: 'Markov chain, first order',
  kind: 'sequence',
  reference: 'Rendle, Freudenthaler and Schmidt-Thieme 2010, Factorizing Personalized Markov Chains, section 4',
  hyperparameters: {
    smoothing: real('μ, how many transitions popularity counts for', 10, 0.000001, 1_000_000),
  },
  async fit(train, { smoothing: μ }) {
    const transitions = countTransitions(train);
    const interactions = train.byUser.column.length;
    const scoresAfter = (last: number): ItemScore => {
      const followers = transitions.get(last) ?? new Map<number, number>();
      const total = [...followers.values()].reduce((sum, times) => sum + times, 0);
      return (item) => {
        const popularity = lengthOf(train.byItem, item) / interactions;
        return ((followers.get(item) ?? 0) + μ * popularity) / (total + μ);
      };
    };
    return rankingScorer(train, (_user, history) => (history.length === 0 ? null : scoresAfter(history.at(-1)!)), 0);
  },
});

interface FpmcParameters {
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

/**
 * FPMC (Rendle, Freudenthaler and Schmidt-Thieme 2010, Factorizing Personalized Markov Chains for Next-Basket
 * Recommendation): x̂ = ⟨v_u^UI, v_i^IU⟩ + ⟨v_i^IL, v_l^LI⟩ with baskets of one item, l the item before. Learned by S-BPR
 * (figure 4) with an item that the person has not had as the negative: here nobody has an item twice.
 */
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
    const values = (rows: number, name: string): Values => drawn(arithmetic, rows * f, 0.1, random.fork(name));
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
    return rankingScorer(train, (user, history) => {
      const last = history.at(-1) ?? -1;
      return user < 0 && last < 0 ? null : (item) => fpmcScore(Θ, user, last, item);
    });
  },
});

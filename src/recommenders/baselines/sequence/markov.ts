/** @file What comes next after the last item, counted. */
import { defineBaseline, real } from '../baseline.ts';
import { rankingScorer, type ItemScore } from '../scoring.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';

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

/** @file Rankings by who had what: at random, popularity, neighbours by the cosine of items, and what came next. */
import { defineBaseline, count, real, Pace } from '../baseline.ts';
import { rankingScorer, fromHad, type ItemScore } from '../scoring.ts';
import { lengthOf, columnsOf, type TrainingMatrix } from '../training-matrix.ts';

/** The random order. A person's order of the items depends on the seed and the ids alone. */
export const randomOrder = defineBaseline({
  name: 'random',
  title: 'Random order',
  kind: 'ranking',
  reference: 'The floor; no paper',
  hyperparameters: {},
  async fit(_train, _options, { random }) {
    return {
      score: (user, items) => {
        const ofUser = random.fork(`user ${user}`);
        return Float64Array.from(items, (item) => ofUser.fork(`item ${item}`).uniform());
      },
    };
  },
});

export const popularity = defineBaseline({
  name: 'popularity',
  title: 'Popularity',
  kind: 'ranking',
  reference: 'Cremonesi, Koren and Turrin 2010, Performance of Recommender Algorithms on Top-N Recommendation Tasks',
  hyperparameters: {},
  async fit(train) {
    return rankingScorer(train, () => (item) => lengthOf(train.byItem, item), 0);
  },
});

/** Scores one item by the people it shares with each of the person's items, without a cut. */
function uncutScore(train: TrainingMatrix, isHolder: Uint8Array, items: Int32Array, item: number): number {
  const { byItem } = train;
  const holders = columnsOf(byItem, item);
  for (const user of holders) isHolder[user] = 1;
  let score = 0;
  for (const other of items) {
    if (other === item) continue;
    let people = 0;
    for (let at = byItem.start[other]!; at < byItem.start[other + 1]!; at += 1) people += isHolder[byItem.column[at]!]!;
    score += people / Math.sqrt(holders.length * lengthOf(byItem, other));
  }
  for (const user of holders) isHolder[user] = 0;
  return score;
}

/** The people's items in ascending order, and in each row the place of the item that is looked at now. */
function ascendingRows({ byUser }: TrainingMatrix): { readonly column: Int32Array; readonly place: Int32Array } {
  const column = byUser.column.slice();
  for (let user = 0; user + 1 < byUser.start.length; user += 1) columnsOf({ ...byUser, column }, user).sort();
  return { column, place: byUser.start.slice(0, -1) };
}

/** The best k of each of many items, best first; of equally similar ones the smaller first. */
class BestOfEach {
  private readonly k: number;
  private readonly other: Int32Array;
  private readonly similarity: Float64Array;
  private readonly length: Int32Array;
  /** The similarity that one must reach; below all while there is room. */
  readonly least: Float64Array;

  constructor(items: number, k: number) {
    this.k = k;
    this.other = new Int32Array(items * k);
    this.similarity = new Float64Array(items * k);
    this.length = new Int32Array(items);
    this.least = new Float64Array(items).fill(-1);
  }

  offer(item: number, other: number, similarity: number): void {
    const { k } = this;
    const from = item * k;
    const length = this.length[item]!;
    if (length === k && !this.isBefore(from + k - 1, other, similarity)) return;
    let at = from + (length < k ? length : k - 1);
    for (; at > from && this.isBefore(at - 1, other, similarity); at -= 1) {
      this.other[at] = this.other[at - 1]!;
      this.similarity[at] = this.similarity[at - 1]!;
    }
    this.other[at] = other;
    this.similarity[at] = similarity;
    if (length < k) this.length[item] = length + 1;
    if (length >= k - 1) this.least[item] = this.similarity[from + k - 1]!;
  }

  of(item: number): { readonly other: Int32Array; readonly similarity: Float64Array } {
    const [from, to] = [item * this.k, item * this.k + this.length[item]!];
    return { other: this.other.subarray(from, to), similarity: this.similarity.subarray(from, to) };
  }

  /** Whether such a one comes before the one that is kept at a place. */
  private isBefore(place: number, other: number, similarity: number): boolean {
    const kept = this.similarity[place]!;
    return similarity > kept || (similarity === kept && other < this.other[place]!);
  }
}

/** Every pair is looked at once, from its smaller item. */
async function nearest(train: TrainingMatrix, k: number, pace: Pace): Promise<BestOfEach> {
  const { items, byItem, byUser } = train;
  const { column, place } = ascendingRows(train);
  const best = new BestOfEach(items.length, Math.min(k, items.length));
  const { least } = best;
  const lengths = Int32Array.from(items, (_, item) => lengthOf(byItem, item));
  const shared = new Int32Array(items.length);
  const touched = new Int32Array(items.length);
  for (let item = 0; item < items.length; item += 1) {
    let count = 0;
    for (let at = byItem.start[item]!; at < byItem.start[item + 1]!; at += 1) {
      const user = byItem.column[at]!;
      const end = byUser.start[user + 1]!;
      const next = place[user]! + 1;
      place[user] = next;
      for (let entry = next; entry < end; entry += 1) {
        const other = column[entry]!;
        if (shared[other] === 0) {
          touched[count] = other;
          count += 1;
        }
        shared[other]! += 1;
      }
    }
    const own = lengthOf(byItem, item);
    for (let at = 0; at < count; at += 1) {
      const other = touched[at]!;
      const similarity = shared[other]! / Math.sqrt(own * lengths[other]!);
      shared[other] = 0;
      if (similarity >= least[item]!) best.offer(item, other, similarity);
      if (similarity >= least[other]!) best.offer(other, item, similarity);
    }
    if (pace.step()) await pace.giveWay();
  }
  return best;
}

/**
 * Item-based top-N (Deshpande and Karypis 2004, section 4): score(u, i) = Σ s_ij over the person's items j ≠ i among the
 * k nearest of i, with s_ij = |U_i ∩ U_j| / √(|U_i| |U_j|), where U_i are the people who had i.
 */
export const itemCosine = defineBaseline({
  name: 'item-cosine',
  title: 'Item kNN (cosine)',
  kind: 'ranking',
  reference: 'Deshpande and Karypis 2004, Item-Based Top-N Recommendation Algorithms',
  hyperparameters: {
    neighbours: count('k, how many items near the scored one count; 0 for all', 20, 0, 1000),
  },
  async fit(train, { neighbours: k }, context) {
    if (k === 0) {
      const isHolder = new Uint8Array(train.users.length);
      const uncut = fromHad(train, (items) => (item) => uncutScore(train, isHolder, items, item));
      return rankingScorer(train, uncut, 0);
    }
    const neighbours = await nearest(train, k, new Pace(context, train.items.length));
    const scoresFor = fromHad(train, (items) => {
      const had = new Set(items);
      return (item) => {
        const { other, similarity } = neighbours.of(item);
        let score = 0;
        for (let at = 0; at < other.length; at += 1) if (had.has(other[at]!)) score += similarity[at]!;
        return score;
      };
    });
    return rankingScorer(train, scoresFor, 0);
  },
});

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

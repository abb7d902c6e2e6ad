/**
 * @file Item-based top-N (Deshpande and Karypis 2004, section 4): score(u, i) = Σ s_ij over the person's items j ≠ i among the
 * k nearest of i, with s_ij = |U_i ∩ U_j| / √(|U_i| |U_j|), where U_i are the people who had i.
 */
import { count, defineBaseline } from '../baseline.ts';
import { Pace } from '../pace.ts';
import { rankingScorer } from '../scoring.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';

/** The nearest items of each item. */
interface Neighbours {
  readonly item: Int32Array[];
  readonly similarity: Float64Array[];
}

/** How many people each other item shares with this one: `shared` must be all 0, and `touched` gets the items that are not. */
function countShared({ byItem, byUser }: TrainingMatrix, item: number, shared: Int32Array, touched: number[]): void {
  for (let at = byItem.start[item]!; at < byItem.start[item + 1]!; at += 1) {
    const user = byItem.column[at]!;
    for (let entry = byUser.start[user]!; entry < byUser.start[user + 1]!; entry += 1) {
      const other = byUser.column[entry]!;
      if (shared[other] === 0) touched.push(other);
      shared[other]! += 1;
    }
  }
}

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

/** The k items with the greatest similarities, best first, `item` itself apart; of equal ones the smaller first. */
function largest(items: readonly number[], item: number, similarity: Float64Array, k: number): Int32Array {
  const best = new Int32Array(k);
  let length = 0;
  const isBetter = (a: number, b: number) =>
    similarity[a]! > similarity[b]! || (similarity[a] === similarity[b] && a < b);
  for (const other of items) {
    if (other === item || (length === k && !isBetter(other, best[k - 1]!))) continue;
    let at = length < k ? length : k - 1;
    for (; at > 0 && isBetter(other, best[at - 1]!); at -= 1) best[at] = best[at - 1]!;
    best[at] = other;
    if (length < k) length += 1;
  }
  return best.slice(0, length);
}

async function nearest(train: TrainingMatrix, k: number, pace: Pace): Promise<Neighbours> {
  const { items, byItem } = train;
  const neighbours: Neighbours = { item: [], similarity: [] };
  const shared = new Int32Array(items.length);
  const similarity = new Float64Array(items.length);
  for (let item = 0; item < items.length; item += 1) {
    const touched: number[] = [];
    countShared(train, item, shared, touched);
    const own = lengthOf(byItem, item);
    for (const other of touched) {
      similarity[other] = shared[other]! / Math.sqrt(own * lengthOf(byItem, other));
      shared[other] = 0;
    }
    const chosen = largest(touched, item, similarity, k);
    neighbours.item.push(chosen);
    neighbours.similarity.push(Float64Array.from(chosen, (other) => similarity[other]!));
    if (pace.step()) await pace.giveWay();
  }
  return neighbours;
}

/** Item cosine. */
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
      return rankingScorer(train, {
        unknownItem: 0,
        scoresFor(user) {
          if (user < 0) return null;
          const items = columnsOf(train.byUser, user);
          return (item) => uncutScore(train, isHolder, items, item);
        },
      });
    }
    const neighbours = await nearest(train, k, new Pace(context, train.items.length));
    return rankingScorer(train, {
      unknownItem: 0,
      scoresFor(user) {
        if (user < 0) return null;
        const had = new Set(columnsOf(train.byUser, user));
        return (item) => {
          let score = 0;
          neighbours.item[item]!.forEach((other, at) => {
            if (had.has(other)) score += neighbours.similarity[item]![at]!;
          });
          return score;
        };
      },
    });
  },
});

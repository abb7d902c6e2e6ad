/**
 * @file The ranking model of conversations: item-based cosine over who rated what, without a cut (Deshpande and Karypis 2004), so
 * that it can score for anybody of whom only liked items are known. Few shared people say little, and are shrunk (Bell and Koren
 * 2007); what was rated badly is liked by few: score(i) = m_i Σ_j∈liked c² / ((c + 5) √(|U_i| |U_j|)) with c = |U_i ∩ U_j| and m_i the
 * share of the scale that the item's mean reaches, shrunk to the mean of all by 5 ratings. What fewer than 3 people rated scores 0.
 */
import type { PreferenceModel } from '../../tools/interactive/catalogue.ts';
import { itemCosine } from '../baselines/ranking/item-cosine.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../baselines/training-matrix.ts';

const SHRINKAGE = 5;
const LEAST_SUPPORT = 3;

/** The share of the scale that each item's mean reaches, shrunk to the mean of all; 1 where there are no ratings. */
function reached({ byItem, items, scale }: TrainingMatrix): Float64Array {
  const rated = byItem.rating.filter((rating) => !Number.isNaN(rating));
  const mean = rated.reduce((sum, rating) => sum + rating, 0) / Math.max(1, rated.length);
  return Float64Array.from(items, (_id, item) => {
    if (rated.length === 0) return 1;
    const own = byItem.rating
      .slice(byItem.start[item], byItem.start[item + 1])
      .filter((rating) => !Number.isNaN(rating));
    const sum = own.reduce((all, rating) => all + rating, SHRINKAGE * mean);
    return Math.max(0, sum / (own.length + SHRINKAGE) - scale.min) / (scale.max - scale.min);
  });
}

/** How well each item is rated, from 0 to 1; what few rated has less of it, and what nobody rated has none. */
export function itemWorth(train: TrainingMatrix): (id: number) => number {
  const share = reached(train);
  return (id) => {
    const item = train.itemAt(id);
    const people = item < 0 ? 0 : lengthOf(train.byItem, item);
    return ((share[item] ?? 0) * people) / (people + 1);
  };
}

/** The model of a dataset's training interactions. It has nothing to fit but their counts. */
export function preferenceModel(train: TrainingMatrix): PreferenceModel {
  const share = reached(train);
  const likes = new Uint8Array(train.users.length);
  return {
    title: `${itemCosine.title}, shrunk by support`,
    scores(liked, items) {
      const sums = new Float64Array(items.length);
      for (const id of liked) {
        const seed = train.itemAt(id);
        if (seed < 0) continue;
        const people = columnsOf(train.byItem, seed);
        for (const user of people) likes[user] = 1;
        items.forEach((item, at) => {
          const column = train.itemAt(item);
          if (column < 0 || column === seed || lengthOf(train.byItem, column) < LEAST_SUPPORT) return;
          let shared = 0;
          for (const user of columnsOf(train.byItem, column)) shared += likes[user] ?? 0;
          const cosine = shared / Math.sqrt(people.length * lengthOf(train.byItem, column));
          sums[at]! += ((share[column] ?? 0) * cosine * shared) / (shared + SHRINKAGE);
        });
        for (const user of people) likes[user] = 0;
      }
      return sums;
    },
  };
}

/**
 * @file The ranking model of conversations: item-based cosine over who rated what, without a cut (Deshpande and Karypis 2004), so
 * that it can score for anybody of whom only liked items are known: score(i) = Σ_j∈liked |U_i ∩ U_j| / √(|U_i| |U_j|).
 */
import type { PreferenceModel } from '../../tools/interactive/catalogue.ts';
import { itemCosine } from '../baselines/ranking/item-cosine.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../baselines/training-matrix.ts';

/** The model of a dataset's training interactions. It has nothing to fit but their counts. */
export function preferenceModel(train: TrainingMatrix): PreferenceModel {
  const likes = new Uint8Array(train.users.length);
  return {
    title: itemCosine.title,
    scores(liked, items) {
      const sums = new Float64Array(items.length);
      for (const id of liked) {
        const seed = train.itemAt(id);
        if (seed < 0) continue;
        const people = columnsOf(train.byItem, seed);
        for (const user of people) likes[user] = 1;
        items.forEach((item, at) => {
          const column = train.itemAt(item);
          if (column < 0 || column === seed) return;
          let shared = 0;
          for (const user of columnsOf(train.byItem, column)) shared += likes[user] ?? 0;
          sums[at]! += shared / Math.sqrt(people.length * lengthOf(train.byItem, column));
        });
        for (const user of people) likes[user] = 0;
      }
      return sums;
    },
  };
}

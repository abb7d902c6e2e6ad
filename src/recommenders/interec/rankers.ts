/**
 * @file The ranking models that conversations can have, fitted on training interactions: all of them score for somebody of whom only liked
 * items are known (Huang and others 2023, section 4.1, has SASRec), and what `similar` finds by who rated what (its public code has ItemCF).
 */
import type { ItemId } from '../../core/dataset.ts';
import { UNKNOWN_USER, type FitContext, type Scorer } from '../baselines/baseline.ts';
import { bprMatrixFactorization } from '../baselines/ranking/bpr-matrix-factorization.ts';
import { ease } from '../baselines/ranking/ease.ts';
import { itemCosine } from '../baselines/ranking/item-cosine.ts';
import { sasrec } from '../baselines/sequence/sasrec.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../baselines/training-matrix.ts';
import type { PreferenceModel } from '../../tools/interactive/catalogue.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import { preferenceModel } from './preference-model.ts';

/** The rankers, as they are named; the first is the lab's own. */
export const RANKERS = ['supported-cosine', 'item-cosine', 'ease', 'bpr-mf', 'sasrec'] as const;

/** A ranker's name. */
export type RankerName = (typeof RANKERS)[number];

const FITTED = { 'item-cosine': itemCosine, ease, 'bpr-mf': bprMatrixFactorization, sasrec } as const;

/** Fits a ranker. @throws LabError `aborted`; `task-impossible` where the data cannot be fitted */
export async function fitRanker(
  name: RankerName,
  train: TrainingMatrix,
  context: FitContext,
): Promise<PreferenceModel> {
  if (name === 'supported-cosine') return preferenceModel(train);
  const entry = FITTED[name];
  const scorer = await entry.create({}).fit(train, context);
  return { title: entry.title, scores: (liked, items) => scoresOf(scorer, liked, items) };
}

/** Liked items are told as a history, the last one last; what nothing is known of comes last. */
function scoresOf(scorer: Scorer, liked: readonly ItemId[], items: readonly ItemId[]): Float64Array {
  const scores = scorer.score(UNKNOWN_USER, items, liked);
  const known = scores.filter(Number.isFinite);
  const least = known.reduce((low, score) => Math.min(low, score), 0);
  return scores.map((score) => (Number.isFinite(score) ? score : least));
}

/** By what `similar` compares items with items: by their texts, or by who rated both. */
export const LIKENESSES = ['texts', 'interactions'] as const;

/** A likeness of items by its name. */
export type LikenessName = (typeof LIKENESSES)[number];

/** The same retrieval, whose items are alike by the cosine of who rated them (ItemCF); a few words are compared by texts as before. */
export function likeByInteractions(retrieval: SoftRetrieval, train: TrainingMatrix): SoftRetrieval {
  const rated = new Map(train.items.map((id, at) => [id, at]));
  return {
    ...retrieval,
    likeBy: 'who rated both (item cosine)',
    like(itemId, { limit, among }) {
      const own = rated.get(itemId);
      if (own === undefined) return [];
      const people = columnsOf(train.byItem, own);
      const shared = new Map<number, number>();
      for (const user of people)
        for (const item of columnsOf(train.byUser, user)) shared.set(item, (shared.get(item) ?? 0) + 1);
      return retrieval
        .like(itemId, { limit: Number.MAX_SAFE_INTEGER, ...(among !== undefined && { among }) })
        .map(({ item }) => {
          const at = rated.get(item.id) ?? -1;
          const both = shared.get(at) ?? 0;
          return { item, cosine: both === 0 ? 0 : both / Math.sqrt(people.length * lengthOf(train.byItem, at)) };
        })
        .sort((a, b) => b.cosine - a.cosine || a.item.id - b.item.id)
        .slice(0, limit);
    },
  };
}

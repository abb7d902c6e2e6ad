/** @file Opens a dataset for conversations. */
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import { seriesOf } from '../../data/database/series.ts';
import { interactionMatrix, lengthOf, trainingMatrix } from '../../recommenders/baselines/training-matrix.ts';
import { createRandom } from '../../core/random.ts';
import {
  fitRanker,
  likeByInteractions,
  type LikenessName,
  type RankerName,
} from '../../recommenders/interec/rankers.ts';
import { likeByContent, withLikeness } from '../../recommenders/interec/item-likeness.ts';
import { itemWorth, preferenceModel } from '../../recommenders/interec/preference-model.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { titleIndex } from '../../tools/interactive/title-index.ts';
import { valueIndex } from '../../tools/interactive/value-index.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';

/** What conversations work on. */
export interface CatalogueSources {
  readonly dataset: Dataset;
  /** Of training interactions. */
  readonly database: Database;
  readonly retrieval: SoftRetrieval;
  /** Positions of the interactions that must not be seen. */
  readonly heldOut: Int32Array;
  /** By what items are alike; by their texts where absent. */
  readonly likeness?: LikenessName;
}

/**
 * The same with a ranker that is fitted first.
 * @throws LabError as `openCatalogue`; `aborted`, `task-impossible` where the data cannot be fitted
 */
export async function openRankedCatalogue(
  sources: CatalogueSources,
  ranker: RankerName,
  seed: number,
  signal: AbortSignal,
): Promise<Catalogue> {
  const train = trainingMatrix(sources.dataset, sources.heldOut);
  const random = createRandom(seed).fork('ranker');
  return { ...openCatalogue(sources), preference: await fitRanker(ranker, train, { random, signal }) };
}

/** The catalogue of a dataset, with a ranking model of its training interactions; without interactions items are ranked by likeness alone. */
export function openCatalogue({
  dataset,
  database,
  retrieval,
  heldOut,
  likeness = 'texts',
}: CatalogueSources): Catalogue {
  const train = interactionMatrix(dataset, heldOut);
  const known = (id: number): number => {
    const item = train.itemAt(id);
    return item < 0 ? 0 : lengthOf(train.byItem, item);
  };
  const worth = itemWorth(train);
  const alike =
    likeness === 'texts'
      ? likeByContent(retrieval, dataset.items, seriesOf(dataset.items))
      : likeByInteractions(retrieval, train);
  return {
    database,
    items: dataset.items,
    titles: titleIndex(dataset.items, known),
    values: valueIndex(dataset),
    known,
    retrieval: alike,
    worth,
    preference: withLikeness(train.users.length === 0 ? null : preferenceModel(train), alike, worth),
  };
}

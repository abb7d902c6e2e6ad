/** @file Opens a dataset for conversations. */
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import { seriesOf } from '../../data/database/facts.ts';
import { interactionMatrix, lengthOf, trainingMatrix } from '../../recommenders/baselines/training-matrix.ts';
import { createRandom } from '../../core/random.ts';
import {
  fitRanker,
  likeByInteractions,
  type LikenessName,
  type RankerName,
  itemWorth,
  preferenceModel,
  likeByContent,
  withLikeness,
} from '../../recommenders/interec/rankers.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { TitleIndex } from '../../tools/interactive/title-index.ts';
import { valueIndex } from '../../tools/interactive/value-index.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import type { ConversationOptions } from '../../recommenders/interec/demonstrations.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { DEFAULT_DIALS } from '../../reasoner/dials.ts';
import { createReasoner } from '../../reasoner/reasoner.ts';
import { toLabError } from '../../core/errors.ts';
import type { Split } from '../../data/split/splits.ts';
import { WORDS_ID } from '../../models/built-in-embeddings.ts';
import { DEFAULT_EMBEDDING } from '../run/tool-spec.ts';
import type { Session } from '../run/session.ts';

export const NOTHING_HELD_OUT: Split = { targets: Int32Array.of(), heldOut: Int32Array.of() };

/** Retrieval by the word vectors; by words alone where those cannot be had, which each search says. */
async function retrievalOf(session: Session, signal: AbortSignal): Promise<SoftRetrieval> {
  try {
    return await session.createRetrieval({ name: WORDS_ID, options: {} }, signal);
  } catch (thrown) {
    if (toLabError(thrown).code === 'aborted') throw thrown;
    return session.createRetrieval(DEFAULT_EMBEDDING, signal);
  }
}

export async function openWhole(session: Session, dataset: Dataset, signal: AbortSignal): Promise<Catalogue> {
  const database = await session.database(NOTHING_HELD_OUT, signal);
  const retrieval = await retrievalOf(session, signal);
  return openCatalogue({ dataset, database, retrieval, heldOut: NOTHING_HELD_OUT.heldOut });
}

/** The reasoner. It can hold conversations and nothing that it would have to be fitted for. */
export function chatReasoner(): LanguageModel {
  return createReasoner({
    dials: DEFAULT_DIALS,
    calibration: { rating: null, ranking: null, explanation: null, heading: null },
  });
}

const USUAL: ConversationOptions = {
  planning: 'plan-first',
  reflections: 2,
  profile: true,
  bus: true,
  demonstrations: null,
};

export function conversationOptions(changed: Partial<ConversationOptions>): ConversationOptions {
  return { ...USUAL, ...changed };
}

export interface CatalogueSources {
  readonly dataset: Dataset;
  readonly database: Database;
  readonly retrieval: SoftRetrieval;
  readonly heldOut: Int32Array;
  /** By what items are alike; by their texts where absent. */
  readonly likeness?: LikenessName;
}

/** The same with a fitted ranker. @throws LabError as `openCatalogue`; `aborted`, `task-impossible` */
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

/** So many votes elsewhere count as much as all that is not known of an item. */
const VOTES_TO_COUNT = 100;

/** How many rated each item elsewhere, and how well, from 0 to 1; what few rated has less of it. */
function votes({ items, manifest: { scale } }: Dataset): ReadonlyMap<number, { count: number; worth: number }> {
  return new Map(
    items.map(({ id, attributes: { vote_count: votes, vote_average: mean } }) => {
      const count = typeof votes === 'number' ? votes : 0;
      const share = typeof mean === 'number' ? (mean - scale.min) / (scale.max - scale.min) : 0;
      return [id, { count, worth: (Math.min(1, Math.max(0, share)) * count) / (count + VOTES_TO_COUNT) }];
    }),
  );
}

/** The catalogue of a dataset, with a ranking model; without interactions items are ranked by likeness alone. */
export function openCatalogue({
  dataset,
  database,
  retrieval,
  heldOut,
  likeness = 'texts',
}: CatalogueSources): Catalogue {
  const train = interactionMatrix(dataset, heldOut);
  const isRated = train.users.length > 0;
  const elsewhere = votes(dataset);
  const known = (id: number): number => {
    if (!isRated) return elsewhere.get(id)?.count ?? 0;
    const item = train.itemAt(id);
    return item < 0 ? 0 : lengthOf(train.byItem, item);
  };
  const worth = isRated ? itemWorth(train) : (id: number): number => elsewhere.get(id)?.worth ?? 0;
  const alike =
    likeness === 'texts'
      ? likeByContent(retrieval, dataset.items, seriesOf(dataset.items))
      : likeByInteractions(retrieval, train);
  return {
    database,
    items: dataset.items,
    titles: new TitleIndex(dataset.items, known),
    values: valueIndex(dataset),
    known,
    retrieval: alike,
    worth,
    preference: withLikeness(isRated ? preferenceModel(train) : null, alike, worth),
  };
}

/** @file Opens a dataset for people who talk about it: nothing is held out of it, and what words mean counts. */
import type { Dataset } from '../../core/dataset.ts';
import { toLabError } from '../../core/errors.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { WORDS_ID } from '../../models/words/word-embedding.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import { DEFAULT_EMBEDDING } from '../run/tool-spec.ts';
import type { Session } from '../run/session.ts';
import { openCatalogue } from './open-catalogue.ts';

/** A conversation has no task. */
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

/** The catalogue of a whole dataset: a conversation has no task, so that counts and means are of all ratings. */
export async function openWhole(session: Session, dataset: Dataset, signal: AbortSignal): Promise<Catalogue> {
  const database = await session.database(NOTHING_HELD_OUT, signal);
  const retrieval = await retrievalOf(session, signal);
  return openCatalogue({ dataset, database, retrieval, heldOut: NOTHING_HELD_OUT.heldOut });
}

/** @file Retrieval whose findings are recorded, and retrieval from a recording alone: a replayed run loads no embedding. */
import type { Item, ItemId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import {
  nearestKey,
  type KeepLine,
  type RecordedEmbedding,
  type RecordedReply,
  missing,
  recordedReply,
  type Recording,
} from '../../models/recorded.ts';
import type { RetrievalQuery, RetrievedItem, SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';

const sorted = ({ among }: Pick<RetrievalQuery, 'among'>): readonly ItemId[] | null =>
  among === undefined ? null : [...among].sort((a, b) => a - b);

/**
 * The retrieval with all that it finds handed to `keep`, one line each with its line end.
 * @param identity how the spec names the embedding
 */
export function recordedRetrieval(retrieval: SoftRetrieval, identity: Json, keep: KeepLine): SoftRetrieval {
  const header: RecordedEmbedding = { embedding: retrieval.embedding, identity };
  keep(`${JSON.stringify(header)}\n`, 'description');
  const kept = (key: string, found: readonly RetrievedItem[]): readonly RetrievedItem[] => {
    const reply: RecordedReply = { key, nearest: found.map(({ item, cosine }) => [item.id, cosine]) };
    keep(`${JSON.stringify(reply)}\n`, 'reply');
    return found;
  };
  return {
    embedding: retrieval.embedding,
    async search(text, query) {
      return kept(nearestKey(identity, text, query.limit, sorted(query)), await retrieval.search(text, query));
    },
    like: (itemId, query) =>
      kept(nearestKey(identity, itemId, query.limit, sorted(query)), retrieval.like(itemId, query)),
  };
}

/**
 * Retrieval that finds what was recorded and nothing else.
 * @param items of the dataset that the recording was made on
 * @throws LabError `reply-not-recorded` where the recording has no such embedding; so does a search that it does not have
 */
export function replayedRetrieval(recording: Recording, identity: Json, items: readonly Item[]): SoftRetrieval {
  const embedding = recording.embeddings.get(canonicalJson(identity));
  if (embedding === undefined) throw missing(recording, 'has nothing that this embedding found', { identity });
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const found = (key: string): readonly RetrievedItem[] =>
    recordedReply(recording, key, 'nearest', 'retrieval').nearest.map(([id, cosine]) => {
      const item = itemOf.get(id);
      if (item !== undefined) return { item, cosine };
      throw new LabError(
        'file-invalid',
        `The recording ${recording.name} names item ${String(id)}, which is not here.`,
      );
    });
  return {
    embedding,
    search: async (text, query) => found(nearestKey(identity, text, query.limit, sorted(query))),
    like: (itemId, query) => found(nearestKey(identity, itemId, query.limit, sorted(query))),
  };
}

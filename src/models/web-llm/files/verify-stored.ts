/**
 * @file Reads the files of a model again that are kept here.
 */
import { throwIfAborted } from '../../../core/errors.ts';
import type { LoadProgress } from '../../../wire/model-service.ts';
import { parseShardList, SHARD_LIST } from './file-set.ts';
import type { ModelRecord } from './records.ts';
import type { StoredFiles } from './stored-files.ts';
import { verifiedStream } from './verified-stream.ts';

/**
 * Compares every shard with the size and the hash in the list of shards.
 * @returns the first file that is not what the list says, which is then removed; null where all are
 */
export async function verifyStored(
  stored: StoredFiles,
  record: ModelRecord,
  onProgress: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const list = await stored.read('webllm/model', new URL(SHARD_LIST, record.baseUrl).href);
  if (list === null) return SHARD_LIST;
  const { shards } = parseShardList(list, record.place);
  const totalBytes = shards.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  for (const shard of shards) {
    throwIfAborted(signal);
    const key = new URL(shard.file, record.baseUrl).href;
    const kept = await stored.read('webllm/model', key);
    const verified = verifiedStream(new Response(kept).body ?? new ReadableStream(), shard, 'this browser', (count) => {
      bytes += count;
      onProgress({ phase: `Checking ${shard.file}`, bytes, totalBytes });
    });
    await verified.stream.pipeTo(new WritableStream()).catch(() => undefined);
    if (kept === null || verified.failure() !== null) {
      await stored.remove('webllm/model', key);
      return shard.file;
    }
  }
  return null;
}

/**
 * @file Checks bytes on their way into the store: how many they are, and their hash.
 */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { LabError } from '../../../core/errors.ts';
import { toLabError } from '../../../core/errors.ts';
import { fileDamaged } from './file-errors.ts';
import { isWebPage, type Shard } from './file-set.ts';

/** A stream that errors where the bytes are not those of the shard. */
export interface VerifiedStream {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Why it errored; null where it did not. Those who read it may throw an error of their own in place of it. */
  failure(): LabError | null;
}

/**
 * @param place for messages
 * @param onBytes is told of every piece
 */
export function verifiedStream(
  body: ReadableStream<Uint8Array>,
  shard: Shard,
  place: string,
  onBytes: (bytes: number) => void,
): VerifiedStream {
  const reader = body.getReader();
  const hash = shard.md5 === null ? null : md5.create();
  let bytes = 0;
  let isPage = false;
  let failure: LabError | null = null;
  const damaged = (problem: string): LabError =>
    fileDamaged(shard.file, place, isPage ? 'it is a web page in place of weights' : problem);
  const next = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    const { done, value } = await reader.read();
    if (!done) {
      if (bytes === 0) isPage = isWebPage(value);
      bytes += value.byteLength;
      hash?.update(value);
      if (bytes > shard.size) throw damaged(`it has more than its ${shard.size} bytes`);
      onBytes(value.byteLength);
      return value as Uint8Array<ArrayBuffer>;
    }
    if (bytes < shard.size) throw damaged(`it has ${bytes} bytes in place of ${shard.size}`);
    if (hash !== null && bytesToHex(hash.digest()) !== shard.md5) {
      throw damaged('its MD5 is not the one in the list of shards');
    }
    return null;
  };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const piece = await next();
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      } catch (thrown) {
        failure = toLabError(thrown);
        reader.cancel().catch(() => undefined);
        controller.error(failure);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { stream, failure: () => failure };
}

/** Whether the bytes are those of the shard. @param onBytes is told of every piece */
export async function isShard(
  bytes: Uint8Array<ArrayBuffer> | null,
  shard: Shard,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<boolean> {
  if (bytes === null) return false;
  const { stream } = verifiedStream(new Blob([bytes]).stream(), shard, 'this browser', onBytes);
  return stream.pipeTo(new WritableStream()).then(
    () => true,
    () => false,
  );
}

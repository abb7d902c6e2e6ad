/**
 * @file Where an import reads from: a dropped file, a fetched one, or one on disk. Parts are read on their own, since a
 * zip keeps its table of contents at the end.
 */
import { LabError } from '../../core/errors.ts';

/** A file that can be read in parts, any number of times. A name and a size never say what is in it. */
export interface SourceFile {
  /** What messages call it: `ml-latest-small.zip`. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` up to, not including, `end`; both lie within 0 and `size`. */
  stream(start: number, end: number): ReadableStream<Uint8Array>;
  /** True where every read is a request to another machine. */
  readonly remote?: boolean;
}

/** A file of the page (a `File` is a `Blob`), read from disk as it is needed. */
export function sourceFromBlob(name: string, blob: Blob): SourceFile {
  return { name, size: blob.size, stream: (start, end) => blob.slice(start, end).stream() };
}

/** Bytes that are already in memory. */
export function sourceFromBytes(name: string, bytes: Uint8Array): SourceFile {
  const stream = (start: number, end: number): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        if (end > start) controller.enqueue(bytes.subarray(start, end));
        controller.close();
      },
    });
  return { name, size: bytes.length, stream };
}

/**
 * The chunks of a part; leaving the loop early lets go of the stream. Safari's streams are not iterable by themselves.
 * @throws LabError `file-invalid` where the file cannot be read any more, and what a remote source throws
 */
export async function* chunksOf(
  source: SourceFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = source.stream(start, end).getReader();
  const next = (): Promise<ReadableStreamReadResult<Uint8Array>> =>
    reader.read().catch((thrown: unknown) => {
      if (thrown instanceof LabError) throw thrown;
      const message = `${source.name} cannot be read; it was changed, moved or locked since it was chosen. Choose it again.`;
      throw new LabError('file-invalid', message, { file: source.name }, { cause: thrown });
    });
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** All the bytes of a part. */
export async function bytesOf(source: SourceFile, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let filled = 0;
  for await (const chunk of chunksOf(source, start, end)) {
    bytes.set(chunk.subarray(0, bytes.length - filled), filled);
    filled += chunk.length;
  }
  return bytes.subarray(0, Math.min(filled, bytes.length));
}

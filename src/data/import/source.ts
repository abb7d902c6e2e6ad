/**
 * @file Where an import reads from: a dropped file, a fetched one, or one on disk. Parts are read on their own, since a
 * zip keeps its table of contents at the end.
 */
import { LabError } from '../../core/errors.ts';

/** A file that can be read in parts, any number of times. A name and a size never say what is in it. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** The bytes from `start` up to, not including, `end`; both lie within 0 and `size`. */
  stream(start: number, end: number): AsyncIterable<Uint8Array>;
  /** True where every read is a request to another machine. */
  readonly remote?: boolean;
}

export function sourceFromBlob(name: string, blob: Blob): SourceFile {
  return { name, size: blob.size, stream: (start, end) => streamed(blob.slice(start, end).stream()) };
}

export function sourceFromBytes(name: string, bytes: Uint8Array): SourceFile {
  return sourceFromBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
}

/** The chunks of a stream; leaving the loop early lets go of it. Safari's streams are not iterable by themselves. */
export async function* streamed(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** @throws LabError `file-invalid` where the file cannot be read any more, and what a remote source throws */
export async function* chunksOf(
  source: SourceFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.stream(start, end);
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    const message = `${source.name} cannot be read; it was changed, moved or locked since it was chosen. Choose it again.`;
    throw new LabError('file-invalid', message, { file: source.name }, { cause: thrown });
  }
}

export async function bytesOf(source: SourceFile, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let filled = 0;
  for await (const chunk of chunksOf(source, start, end)) {
    bytes.set(chunk.subarray(0, bytes.length - filled), filled);
    filled += chunk.length;
  }
  return bytes.subarray(0, Math.min(filled, bytes.length));
}

/**
 * @file The traces of an evaluation as files: `evaluations/<name>/<cell>.<writer>.traces.jsonl.gz`, a gzip member for each
 * task, so that a file is readable with any gzip reader up to the last task whose writing was finished.
 */
import { toLabError, type LabError } from '../../core/errors.ts';
import type { TracePlace } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import { formatTrace, parseTrace } from '../../trace/trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { folderOf } from './record-files.ts';

/** Appends traces to one writer's file of a cell. */
export interface TraceWriter {
  /** Resolves once the trace is durable. @throws LabError `storage-full`, `storage-failed` */
  add(events: readonly TraceEvent[]): Promise<TracePlace>;
  close(): Promise<void>;
}

const pathOf = (name: string, cell: string, writer: string): string =>
  `${folderOf(name)}/${cell}.${writer}.traces.jsonl.gz`;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: TransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @param writer as of the records beside them */
export async function openTraces(files: FileStore, name: string, cell: string, writer: string): Promise<TraceWriter> {
  const path = pathOf(name, cell, writer);
  let offset = (await files.open(path))?.size ?? 0;
  const appender = await files.appender(path);
  let failure: LabError | null = null;
  let pending: Promise<unknown> = Promise.resolve();
  const write = async (events: readonly TraceEvent[]): Promise<TracePlace> => {
    if (failure !== null) throw failure;
    const bytes = await through(new TextEncoder().encode(formatTrace(events)), new CompressionStream('gzip'));
    try {
      await appender.append(bytes);
    } catch (thrown) {
      failure = toLabError(thrown);
      throw failure;
    }
    const place = { writer, offset, length: bytes.length };
    offset += bytes.length;
    return place;
  };
  return {
    add(events) {
      const written = pending.then(() => write(events));
      pending = written.catch(() => undefined);
      return written;
    },
    async close() {
      await pending;
      await appender.close();
    },
  };
}

/** A kept trace; null where it is not there any more. @throws LabError `trace-damaged` */
export async function readTrace(
  files: FileStore,
  name: string,
  cell: string,
  { writer, offset, length }: TracePlace,
): Promise<TraceEvent[] | null> {
  const bytes = await files.read(pathOf(name, cell, writer));
  if (bytes === null || bytes.length < offset + length) return null;
  const text = await through(bytes.slice(offset, offset + length), new DecompressionStream('gzip'));
  return parseTrace(new TextDecoder().decode(text));
}

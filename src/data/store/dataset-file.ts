/**
 * @file A dataset as bytes: a magic number, the version, the length of the head, the head as JSON (people, items, rejected
 * rows), then the columns of interactions as they lie in memory, all gzipped. All platforms that run the lab are
 * little-endian, as typed arrays of JavaScript are on them.
 */
import type { Dataset, Interactions } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';

const MAGIC = 0x44505345; // "ESPD"
/** Raised with every change of the form; a file of another version is not read. */
const DATASET_FILE_VERSION = 2;
const PREFIX_BYTES = 12;

interface Head extends Omit<Dataset, 'interactions'> {
  readonly rows: number;
  readonly review: readonly (string | null)[] | null;
  readonly summary: readonly (string | null)[] | null;
  readonly votes: readonly number[] | null;
}

export async function encodeDataset(dataset: Dataset): Promise<Uint8Array> {
  const { interactions, ...rest } = dataset;
  const { user, item, rating, time, review = null, summary = null, votes } = interactions;
  const head: Head = { ...rest, rows: user.length, review, summary, votes: votes === undefined ? null : [...votes] };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const prefix = new Uint32Array([MAGIC, DATASET_FILE_VERSION, text.length]);
  const parts = [prefix, text, user, item, rating, time] as BlobPart[];
  return throughStream(new Blob(parts), new CompressionStream('gzip'));
}

export async function decodeDataset(gzipped: Uint8Array): Promise<Dataset> {
  const blob = new Blob([gzipped as Uint8Array<ArrayBuffer>]);
  const bytes = await throughStream(blob, new DecompressionStream('gzip')).catch((thrown: unknown) => {
    throw damaged('it cannot be unpacked', thrown);
  });
  if (bytes.length < PREFIX_BYTES) throw damaged('it breaks off');
  const [magic, version, headBytes = 0] = new Uint32Array(bytes.slice(0, PREFIX_BYTES).buffer);
  if (magic !== MAGIC) throw damaged('it is something else');
  if (version !== DATASET_FILE_VERSION) throw damaged(`it is of version ${version ?? 0}, not ${DATASET_FILE_VERSION}`);
  const columns = bytes.slice(PREFIX_BYTES + headBytes);
  const { rows, review, summary, votes, ...rest } = parsedHead(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + headBytes));
  const interactions: Interactions = {
    ...columnsOf(columns, rows),
    ...(review !== null && { review }),
    ...(summary !== null && { summary }),
    ...(votes !== null && { votes: Int32Array.from(votes) }),
  };
  return { ...rest, interactions };
}

function parsedHead(bytes: Uint8Array): Head {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Head;
  } catch (thrown) {
    throw damaged('its head is not readable', thrown);
  }
}

function columnsOf(bytes: Uint8Array<ArrayBuffer>, rows: number): Interactions {
  if (bytes.length !== rows * 24) throw damaged('its columns break off');
  const { buffer } = bytes;
  return {
    user: new Int32Array(buffer.slice(0, rows * 4)),
    item: new Int32Array(buffer.slice(rows * 4, rows * 8)),
    rating: new Float64Array(buffer.slice(rows * 8, rows * 16)),
    time: new Float64Array(buffer.slice(rows * 16)),
  };
}

const damaged = (what: string, cause?: unknown): LabError =>
  new LabError('file-damaged', `The stored dataset is damaged: ${what}.`, null, { cause });

async function throughStream(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer());
}

/** @file Bytes to lines, block by block. A line that is not UTF-8 is read as ISO-8859-1, whatever the others are. */
import { LabError } from '../../core/errors.ts';

export interface Line {
  readonly number: number;
  readonly text: string;
}

export type Encoding = 'utf-8' | 'iso-8859-1';

const LINE_FEED = 10;
// Small enough that handling one block never takes long.
const BLOCK = 64 * 1024;
const LONGEST_LINE = 1024 ** 2;

/** @param longestLine in bytes. @throws LabError `file-invalid` where a line is longer */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  label: string,
  longestLine = LONGEST_LINE,
): AsyncGenerator<readonly Line[], void, undefined> {
  let next = 1;
  let carried: Uint8Array = new Uint8Array(0);
  const linesOf = (block: Uint8Array): readonly Line[] => {
    const first = next;
    const lines = textsOf(block, encoding).map((text, at) => ({ number: first + at, text: cleaned(text, first + at) }));
    next += lines.length;
    return lines;
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += BLOCK) {
      const piece = joined(carried, chunk.subarray(from, from + BLOCK));
      const end = piece.lastIndexOf(LINE_FEED) + 1;
      // Copied, since the producer may reuse its buffer for the next chunk.
      carried = piece.slice(end);
      if (end > 0) yield linesOf(piece.subarray(0, end - 1));
      if (carried.length > longestLine) {
        const most = longestLine / 1024 ** 2;
        const message = `${label} is not a table of text: line ${next} is longer than ${most} MiB.`;
        throw new LabError('file-invalid', message);
      }
    }
  }
  if (carried.length > 0) yield linesOf(carried);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const latin = new TextDecoder('iso-8859-1');

function textsOf(block: Uint8Array, encoding: Encoding): readonly string[] {
  if (encoding === 'iso-8859-1') return latin.decode(block).split('\n');
  const text = lenient.decode(block);
  return text.includes('\uFFFD') ? splitBytes(block).map(eitherWay) : text.split('\n');
}

function eitherWay(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return latin.decode(bytes);
  }
}

function cleaned(line: string, number: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function splitBytes(block: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let end = block.indexOf(LINE_FEED); end !== -1; end = block.indexOf(LINE_FEED, from)) {
    lines.push(block.subarray(from, end));
    from = end + 1;
  }
  lines.push(block.subarray(from));
  return lines;
}

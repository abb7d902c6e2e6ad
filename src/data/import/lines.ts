/**
 * @file Bytes to lines, block by block. Bytes are cut at line ends before they are decoded, so a broken character spoils
 * its own line only, and that line is known.
 */
import { LabError } from '../../core/errors.ts';

/** A line without its line end. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** With � for what could not be decoded. */
  readonly text: string;
  /** False where bytes of the line are not of the encoding. */
  readonly decodable: boolean;
}

/** How the bytes of a text stand for characters. */
export type Encoding = 'utf-8' | 'iso-8859-1';

const LINE_FEED = 10;
// Small enough that handling one block never takes long.
const BLOCK = 64 * 1024;
const LONGEST_LINE = 1024 ** 2;

/**
 * The lines of a text in blocks; line ends are LF or CRLF, and the last line may lack one.
 * @param label what messages call the text
 * @param longestLine in bytes
 * @throws LabError `file-invalid` where a line is longer, which is 1 MiB where not given: no table of text has such lines
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  label: string,
  longestLine = LONGEST_LINE,
): AsyncGenerator<readonly Line[], void, undefined> {
  const decoder = new LineDecoder(encoding);
  let carried: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += BLOCK) {
      const piece = joined(carried, chunk.subarray(from, from + BLOCK));
      const end = piece.lastIndexOf(LINE_FEED) + 1;
      // Copied, since the producer may reuse its buffer for the next chunk.
      carried = piece.slice(end);
      if (end > 0) yield decoder.lines(piece.subarray(0, end - 1));
      if (carried.length > longestLine) {
        const most = longestLine / 1024 ** 2;
        throw new LabError(
          'file-invalid',
          `${label} is not a table of text: line ${decoder.next} is longer than ${most} MiB.`,
        );
      }
    }
  }
  if (carried.length > 0) yield decoder.lines(carried);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

class LineDecoder {
  next = 1;
  private readonly encoding: Encoding;
  private readonly lenient: TextDecoder;
  private readonly strict: TextDecoder;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
    this.lenient = new TextDecoder(encoding, { ignoreBOM: true });
    this.strict = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  }

  lines(block: Uint8Array): readonly Line[] {
    const text = this.lenient.decode(block);
    // The mark may also stand in the source, so only the bytes tell whether they are whole.
    const bytes = this.encoding === 'utf-8' && text.includes('\uFFFD') ? splitBytes(block) : null;
    const texts = text.split('\n');
    const first = this.next;
    this.next += texts.length;
    return texts.map((line, index) => ({
      number: first + index,
      text: cleaned(line, first + index),
      decodable: bytes === null || this.decodes(bytes[index]),
    }));
  }

  private decodes(bytes: Uint8Array | undefined): boolean {
    try {
      this.strict.decode(bytes);
      return true;
    } catch {
      return false;
    }
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

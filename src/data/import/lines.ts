/**
 * @file Bytes to lines, block by block. Bytes are cut at line ends before they are decoded, so a broken character spoils
 * its own line only, and that line is known.
 */
import { LabError } from '../../core/errors.ts';
import { headOf, type MemberFile } from './source-files.ts';

export interface Line {
  readonly number: number;
  /** With � for what could not be decoded. */
  readonly text: string;
  /** False where bytes of the line are not of the encoding. */
  readonly decodable: boolean;
}

export type Encoding = 'utf-8' | 'iso-8859-1' | 'utf-16le' | 'utf-16be';

const LINE_FEED = 10;
// Small enough that handling one block never takes long.
const BLOCK = 64 * 1024;
const LONGEST_LINE = 1024 ** 2;

/** The encoding of a text that begins so: UTF-16 by its mark or its zeros, ISO-8859-1 where no line beyond ASCII is UTF-8. */
export function encodingOfStart(start: Uint8Array): Encoding {
  const [first = -1, second = -1, ...rest] = start.subarray(0, 400);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [first, second, ...rest].map((byte, at) => (byte === 0 ? at % 2 : -1)).filter((side) => side >= 0);
  if (zeros.length > rest.length / 4) return zeros.every((side) => side === 1) ? 'utf-16le' : 'utf-16be';
  return isLatin(new LineDecoder('utf-8').lines(start)) ? 'iso-8859-1' : 'utf-8';
}

// eslint-disable-next-line no-control-regex -- what is beyond ASCII
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Of lines beyond ASCII none is UTF-8. A file with lines of both kinds is UTF-8 with lines that are broken. */
function isLatin(lines: readonly Line[]): boolean {
  // The last line may be cut off within a character.
  const beyond = lines.slice(0, Math.max(1, lines.length - 1)).filter(({ text }) => BEYOND_ASCII.test(text));
  return beyond.length > 0 && beyond.every(({ decodable }) => !decodable);
}

const encodings = new WeakMap<MemberFile, Promise<Encoding>>();

export function encodingOf(member: MemberFile): Promise<Encoding> {
  const known = encodings.get(member) ?? findEncoding(member);
  encodings.set(member, known);
  return known;
}

async function findEncoding(member: MemberFile): Promise<Encoding> {
  const ofStart = encodingOfStart(await headOf(member));
  if (ofStart !== 'utf-8') return ofStart;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of member.read()) decoder.decode(chunk, { stream: true });
    return 'utf-8';
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
  }
  let isBroken = false;
  for await (const lines of readLines(member.read(), 'utf-8', member.path)) {
    const beyond = lines.filter(({ text }) => BEYOND_ASCII.test(text));
    if (beyond.some(({ decodable }) => decodable)) return 'utf-8';
    isBroken ||= beyond.length > 0;
  }
  return isBroken ? 'iso-8859-1' : 'utf-8';
}

/** @param longestLine in bytes. @throws LabError `file-invalid` where a line is longer */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  label: string,
  longestLine = LONGEST_LINE,
): AsyncGenerator<readonly Line[], void, undefined> {
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  const decoder = new LineDecoder(isWide ? 'utf-8' : encoding);
  let carried: Uint8Array = new Uint8Array(0);
  for await (const chunk of isWide ? narrowed(chunks, encoding) : chunks) {
    for (let from = 0; from < chunk.length; from += BLOCK) {
      const piece = joined(carried, chunk.subarray(from, from + BLOCK));
      const end = piece.lastIndexOf(LINE_FEED) + 1;
      // Copied, since the producer may reuse its buffer for the next chunk.
      carried = piece.slice(end);
      if (end > 0) yield decoder.lines(piece.subarray(0, end - 1));
      if (carried.length > longestLine) {
        const most = longestLine / 1024 ** 2;
        const message = `${label} is not a table of text: line ${decoder.next} is longer than ${most} MiB.`;
        throw new LabError('file-invalid', message);
      }
    }
  }
  if (carried.length > 0) yield decoder.lines(carried);
}

async function* narrowed(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(encoding), new TextEncoder()];
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
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

/** @file Whole JSON files: small ones at once, and the members of one large object or list one by one. */
import type { Json } from '../../core/json.ts';
import { LabError } from '../../core/errors.ts';
import { fileName, type Reading } from './table.ts';
import type { MemberFile } from './source-files.ts';

// The largest map of ids of P5's and S3-Rec's datasets has 20 MB.
const LARGEST_WHOLE = 128 * 1024 ** 2;
const LARGEST_MEMBER = 16 * 1024 ** 2;

/** The value of a small JSON file. @throws LabError `file-invalid` with the position, `file-too-large` */
export async function readJsonFile(member: MemberFile, { pace }: Reading): Promise<Json> {
  const file = fileName(member);
  pace.phase(`Reading ${file}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of member.read((bytes) => pace.did({ bytes }))) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_WHOLE) {
      throw new LabError('file-too-large', `${file} is larger than any map of ids.`, { file });
    }
    await pace.giveWay();
  }
  return parsed(file, text + decoder.decode());
}

function parsed(file: string, text: string): Json {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : '';
    throw new LabError('file-invalid', `${file} is not JSON: ${why}.`, { file }, { cause: thrown });
  }
}

/** A member of an object, with its key, or of a list, with its number from 0; `text` is its JSON. */
export interface JsonMember {
  readonly key: string;
  /** The line that its value begins on, from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * The members of one object or list, however large the whole, without parsing them.
 * @throws LabError `file-invalid` where it is neither, breaks off, or holds a member of more than 16 MiB
 */
export async function* readJsonMembers(
  member: MemberFile,
  { pace }: Reading,
): AsyncGenerator<readonly JsonMember[], void, undefined> {
  const file = fileName(member);
  pace.phase(`Reading ${file}`);
  const decoder = new TextDecoder();
  const scanner = new MemberScanner(file);
  for await (const chunk of member.read((bytes) => pace.did({ bytes }))) {
    yield scanner.push(decoder.decode(chunk, { stream: true }));
    await pace.giveWay();
  }
  scanner.push(decoder.decode());
  scanner.end();
}

/** Finds where the members of the outermost object or list begin and end: outside of texts, brackets are counted. */
class MemberScanner {
  private readonly file: string;
  private depth = 0;
  private opening = '';
  private isClosed = false;
  private inText = false;
  private isEscaped = false;
  private line = 1;
  private startLine = 1;
  private held = '';
  private count = 0;

  constructor(file: string) {
    this.file = file;
  }

  push(text: string): readonly JsonMember[] {
    const found: JsonMember[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (character === '\n') this.line += 1;
      if (this.skipsInText(character)) continue;
      if (character === '{' || character === '[') {
        this.depth += 1;
        if (this.depth > 1) continue;
        if (this.isClosed) throw this.broken('something follows its end');
        this.opening = character;
        from = at + 1;
        this.held = '';
        this.startLine = this.line;
        continue;
      }
      const closes = character === '}' || character === ']';
      if (closes) this.depth -= 1;
      if (this.depth < 0) throw this.broken('a bracket closes that was not opened');
      if ((closes && this.depth === 0) || (character === ',' && this.depth === 1)) {
        for (const one of this.member(this.held + text.slice(from, at))) found.push(one);
        this.held = '';
        from = at + 1;
        this.startLine = this.line;
        if (closes) this.isClosed = true;
      } else if (this.depth === 0 && !closes && character?.trim() !== '' && character !== '\uFEFF') {
        throw this.broken(this.isClosed ? 'something follows its end' : 'it is neither an object nor a list');
      }
    }
    this.held = this.isClosed ? '' : this.held + text.slice(from);
    if (this.held.length > LARGEST_MEMBER) throw this.broken('one entry is longer than 16 MiB');
    return found;
  }

  end(): void {
    if (!this.isClosed) throw this.broken('it breaks off');
  }

  private skipsInText(character: string | undefined): boolean {
    if (!this.inText) {
      this.inText = character === '"' && this.depth > 0;
      return this.inText;
    }
    if (this.isEscaped) this.isEscaped = false;
    else if (character === '\\') this.isEscaped = true;
    else if (character === '"') this.inText = false;
    return true;
  }

  private member(text: string): readonly JsonMember[] {
    const blank = /^\s*/.exec(text)?.[0] ?? '';
    const trimmed = text.trim();
    if (trimmed === '') return [];
    const line = this.startLine + blank.split('\n').length - 1;
    const number = this.count;
    this.count += 1;
    if (this.opening === '[') return [{ key: String(number), line, text: trimmed }];
    const key = /^"(?:[^"\\]|\\.)*"\s*:/.exec(trimmed)?.[0];
    if (key === undefined) throw this.broken('a key is missing');
    return [{ key: JSON.parse(key.slice(0, -1)) as string, line, text: trimmed.slice(key.length).trim() }];
  }

  private broken(what: string): LabError {
    return new LabError('file-invalid', `${this.file} is not JSON: ${what}, on line ${this.line}.`, {
      file: this.file,
      line: this.line,
    });
  }
}

/** @file JSON Lines, read as far as they are whole: a line that was cut off counts as not written. */

import { parsedJson } from './json.ts';

export interface LineFormat<Entry> {
  textOf(entry: Entry): string;
  /** What is wrong with a line, said of it; null where nothing is. @param index how many entries were read before */
  lineProblem(json: unknown, index: number): string | null;
  /** Whether lines after a damaged one still make sense. */
  readonly standsAlone: boolean;
}

export interface Fault {
  readonly line: number;
  readonly offset: number;
  readonly problem: string;
}

export interface JsonLines<Entry> {
  readonly entries: readonly Entry[];
  /** Bytes that may stay where the file is continued: all before a fault, and before a line that was cut off. */
  readonly end: number;
  readonly fault: Fault | null;
}

const NEWLINE = 10;
const decoder = new TextDecoder();

/** @param from the end of what was read before, and the number of its entries, to follow a file that grows */
export function parseJsonLines<Entry>(
  bytes: Uint8Array,
  format: LineFormat<Entry>,
  from: { readonly end: number; readonly entries: number } = { end: 0, entries: 0 },
): JsonLines<Entry> {
  const entries: Entry[] = [];
  let fault: Fault | null = null;
  let start = from.end;
  for (let line = from.entries + 1; ; line += 1) {
    const stop = bytes.indexOf(NEWLINE, start);
    if (stop === -1) return { entries, end: start, fault };
    const json = parsedJson(decoder.decode(bytes.subarray(start, stop)));
    const problem = json === undefined ? 'it is not JSON' : format.lineProblem(json, from.entries + entries.length);
    if (problem === null) entries.push(json as Entry);
    else fault ??= { line, offset: start, problem };
    if (fault !== null && !format.standsAlone) return { entries, end: fault.offset, fault };
    start = stop + 1;
  }
}

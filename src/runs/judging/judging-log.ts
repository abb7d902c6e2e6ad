/**
 * @file What is kept of a judging: `judgements/<name>.jsonl`, a line for each thing that happened, appended as it happens. It
 * lies apart from what was judged, so that it outlives a table that is run anew.
 */
import type { FileStore } from '../../core/file-store.ts';
import type { Json } from '../../core/json.ts';
import { canonicalJson } from '../../core/json.ts';
import type { JudgingEntry } from '../../core/judging.ts';

const pathOf = (name: string): string => `judgements/${name}.jsonl`;
const TYPES: readonly unknown[] = ['judgement', 'withdrawal', 'look'] satisfies JudgingEntry['type'][];
const NEWLINE = 10;

function parseLine(line: string): JudgingEntry[] {
  try {
    const entry = JSON.parse(line) as JudgingEntry;
    return TYPES.includes(entry.type) ? [entry] : [];
  } catch {
    // A line that was cut off is something that did not happen.
    return [];
  }
}

/** All that happened, in its order; nothing where nobody has judged. */
export async function readJudging(files: FileStore, name: string): Promise<JudgingEntry[]> {
  const bytes = await files.read(pathOf(name));
  return bytes === null ? [] : new TextDecoder().decode(bytes).split('\n').flatMap(parseLine);
}

/** Resolves once the entries are durable. @throws LabError `storage-full`, `storage-failed` */
export async function appendJudging(files: FileStore, name: string, entries: readonly JudgingEntry[]): Promise<void> {
  const there = await files.read(pathOf(name));
  const isCutOff = there !== null && there.length > 0 && there.at(-1) !== NEWLINE;
  const lines = entries.map((entry) => `${canonicalJson(entry as unknown as Json)}\n`);
  const appender = await files.appender(pathOf(name));
  try {
    await appender.append(new TextEncoder().encode(`${isCutOff ? '\n' : ''}${lines.join('')}`));
  } finally {
    await appender.close();
  }
}

/** Forgets a judging. */
export const removeJudging = (files: FileStore, name: string): Promise<void> => files.remove(pathOf(name));

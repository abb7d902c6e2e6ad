/**
 * @file What is kept of a judging: `judgements/<name>.jsonl`, a line for each thing that happened, appended as it happens. It
 * lies apart from what was judged, so that it outlives a table that is run anew.
 */
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import type { JudgingEntry } from '../../core/evaluation.ts';
import { openJsonLines, readJsonLines, removeJsonLines } from '../../data/store/json-lines-file.ts';

const pathOf = (name: string): string => `judgements/${name}.jsonl`;
const TYPES: readonly unknown[] = ['judgement', 'withdrawal', 'look'] satisfies JudgingEntry['type'][];
/** How long another tab that judges too is waited for, in milliseconds. */
const PATIENCE = 3000;

/** Each thing that happened counts by itself. */
const JUDGING_LINES: LineFormat<JudgingEntry> = {
  textOf: (entry) => canonicalJson(asJson(entry)),
  lineProblem: (json) =>
    TYPES.includes((json as { readonly type?: unknown } | null)?.type) ? null : 'it tells of no judging',
  standsAlone: true,
};

/** All that happened, in its order; nothing where nobody has judged. */
export async function readJudging(files: FileStore, name: string): Promise<readonly JudgingEntry[]> {
  return (await readJsonLines(files, pathOf(name), JUDGING_LINES))?.entries ?? [];
}

/** Resolves once the entries are durable. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` */
export async function appendJudging(files: FileStore, name: string, entries: readonly JudgingEntry[]): Promise<void> {
  const file = await openJsonLines(files, pathOf(name), JUDGING_LINES, { until: AbortSignal.timeout(PATIENCE) });
  file.add(entries);
  await file.close();
}

/** Forgets a judging. */
export const removeJudging = (files: FileStore, name: string): Promise<void> => removeJsonLines(files, pathOf(name));

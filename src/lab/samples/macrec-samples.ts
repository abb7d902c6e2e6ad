/** @file Samples in the CSV columns of MACRec: lists are Python literals, an unnamed index column may come first. */
import Papa from 'papaparse';
import { LabError } from '../../core/errors.ts';
import { parsePythonLiteral } from '../../data/import/python-literal.ts';
import type { TaskSample } from '../../data/split/slice.ts';

/** The samples of a CSV file. @throws LabError `file-invalid` naming the row and the column */
export function readSamples(text: string): TaskSample[] {
  const { data, meta } = Papa.parse<Readonly<Record<string, string>>>(text, { header: true, skipEmptyLines: true });
  const columns = meta.fields ?? [];
  const missing = ['user_id', 'item_id'].find((name) => !columns.includes(name));
  if (missing !== undefined) {
    throw new LabError(
      'file-invalid',
      `The samples have no column ${missing}; MACRec's have user_id, item_id, candidate_item_id.`,
    );
  }
  if (data.length === 0) throw new LabError('file-invalid', 'The samples have no row.');
  const samples = data.map((row, index): TaskSample => {
    const candidates = row['candidate_item_id'] ?? '';
    const isListed = candidates !== '' && candidates !== 'None' && candidates !== '[]';
    return {
      user: wholeIn(row, 'user_id', index),
      item: wholeIn(row, 'item_id', index),
      ...(isListed && { candidates: listIn(candidates, index) }),
    };
  });
  checkRepeats(samples);
  return samples;
}

/** @throws LabError `file-invalid` naming two rows of one interaction, since an interaction is one task */
export function checkRepeats(samples: readonly TaskSample[]): void {
  const first = new Map<string, number>();
  for (const [index, { user, item }] of samples.entries()) {
    const pair = `${user} ${item}`;
    const before = first.get(pair);
    if (before !== undefined) {
      const problem = `Sample ${index + 1} repeats sample ${before + 1}: person ${user} and item ${item}`;
      throw new LabError('file-invalid', `${problem}. Leave one of them out.`, { row: index + 1 });
    }
    first.set(pair, index);
  }
}

function wholeIn(row: Readonly<Record<string, string>>, column: string, index: number): number {
  const value = Number(row[column]);
  if (row[column] !== '' && Number.isSafeInteger(value)) return value;
  throw new LabError('file-invalid', `Sample ${index + 1}: ${column} is not a whole number.`, {
    row: index + 1,
    column,
  });
}

function listIn(text: string, index: number): number[] {
  const literal = parsePythonLiteral(text);
  const list = Array.isArray(literal) ? (literal as readonly unknown[]) : [];
  const ids = list.filter((entry): entry is number => Number.isSafeInteger(entry));
  if (ids.length === list.length && ids.length > 1) return ids;
  throw new LabError('file-invalid', `Sample ${index + 1}: candidate_item_id is no list of whole numbers.`, {
    row: index + 1,
    column: 'candidate_item_id',
  });
}

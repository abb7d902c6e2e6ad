/** @file Samples in the CSV columns of MACRec: lists are Python literals, an unnamed index column may come first. */
import Papa from 'papaparse';
import type { Database } from '../../../core/database.ts';
import type { Dataset } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import { isRanking, itemOfTask, type LabelledTask } from '../../../core/task.ts';
import { parsePythonLiteral } from '../../../data/import/python-literal.ts';
import { chronologies, type Split } from '../../../data/split/splits.ts';
import type { TaskSample } from '../../../data/split/slice.ts';
import { historyLine, itemsAttributes, personProfile } from '../../../tools/records/attributes.ts';
import { csvLines, type CsvField } from '../../../core/text/csv-lines.ts';

const COLUMNS = [
  'user_id',
  'item_id',
  'rating',
  'timestamp',
  'summary',
  'neg_item_id',
  'position',
  'history_item_id',
  'history_rating',
  'history_summary',
  'history',
  'user_profile',
  'target_item_attributes',
  'candidate_item_id',
  'candidate_item_attributes',
] as const;
type Column = (typeof COLUMNS)[number];
/** Of headings, which MACRec's files of Beauty have and those of MovieLens have not. */
const OF_HEADINGS: readonly Column[] = ['summary', 'history_summary'];

export const sampleColumns = (hasHeadings: boolean): readonly Column[] =>
  hasHeadings ? COLUMNS : COLUMNS.filter((column) => !OF_HEADINGS.includes(column));

const python = (values: readonly number[]): string =>
  `[${values.map((value) => (Number.isNaN(value) ? 'None' : value)).join(', ')}]`;
const pythonTexts = (texts: readonly string[]): string => `[${texts.map(pythonText).join(', ')}]`;
function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return `${quote}${escaped.replaceAll(quote, `\\${quote}`)}${quote}`;
}
const orNone = (text: string): string => (text === '' ? 'None' : text);

/** The tasks as MACRec's rows, with their truths. @param database of the split's training interactions */
export function writeSamples(
  tasks: readonly LabelledTask[],
  dataset: Dataset,
  split: Split,
  database: Database,
): string {
  const { item, rating, time, summary } = dataset.interactions;
  const columns = sampleColumns(summary !== undefined);
  const histories = chronologies(dataset);
  const held = new Set(split.heldOut);
  const attributesOf = (ids: readonly number[]): string[] => {
    const known = itemsAttributes(database, ids);
    return ids.map((id) => known.get(id) ?? 'None');
  };
  const lines = tasks.flatMap(({ task, truth }): (readonly CsvField[])[] => {
    const target = truth?.type === 'choice' ? truth.item : itemOfTask(task);
    const own = histories.get(task.user.id) ?? [];
    const at = own.find((position) => item[position] === target?.id);
    if (target === null || at === undefined) return [];
    const before = own.filter((position) => !held.has(position));
    const items = before.map((position) => item[position] ?? 0);
    const ratings = before.map((position) => rating[position] ?? Number.NaN);
    const headings = before.map((position) => summary?.[position] ?? null);
    const history = attributesOf(items).map((attributes, index) => {
      const given = ratings[index] ?? Number.NaN;
      return historyLine({ attributes, rating: Number.isNaN(given) ? null : given, heading: headings[index] ?? null });
    });
    const candidates = isRanking(task) ? task.candidates.map(({ id }) => id) : [];
    const told = attributesOf(candidates).map((line, index) => `${candidates[index] ?? ''}: ${line}`);
    const row: Readonly<Record<Column, CsvField>> = {
      user_id: task.user.id,
      item_id: target.id,
      rating: rating[at] ?? null,
      timestamp: time[at] ?? null,
      summary: summary?.[at] ?? null,
      neg_item_id: python(candidates.filter((id) => id !== target.id)),
      position: before.length,
      history_item_id: python(items),
      history_rating: python(ratings),
      history_summary: pythonTexts(headings.map((heading) => heading ?? '')),
      history: orNone(history.join('\n')),
      user_profile: personProfile(database, task.user.id) ?? 'None',
      target_item_attributes: attributesOf([target.id])[0] ?? 'None',
      candidate_item_id: python(candidates),
      candidate_item_attributes: orNone(told.join('\n')),
    };
    return [columns.map((column) => row[column])];
  });
  return csvLines([columns, ...lines]);
}

/** The samples of a CSV file. @throws LabError `file-invalid` naming the row and the column */
export function readSamples(text: string): TaskSample[] {
  const { data, meta } = Papa.parse<Readonly<Record<string, string>>>(text, { header: true, skipEmptyLines: true });
  const columns = meta.fields ?? [];
  const missing = ['user_id', 'item_id'].find((name) => !columns.includes(name));
  if (missing !== undefined) {
    throw new LabError(
      'file-invalid',
      `The samples have no column ${missing}; MACRec's have ${sampleColumns(false).join(', ')}.`,
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

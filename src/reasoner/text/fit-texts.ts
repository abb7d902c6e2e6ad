/**
 * @file Fits the reasoner's rules for texts to training data: how much closer to what people wrote a text comes by what each
 * query finds.
 */
import type { Database } from '../../core/database.ts';
import { isTextType, type LabelledTask, type TextTask } from '../../core/task.ts';
import type { TextCalibration } from '../calibration.ts';
import type { Finding } from '../finding.ts';
import { mapTasks, slipTargets, type FitOptions } from '../fit.ts';
import { aboutSubject, type Query, type Subject } from '../../tools/queries/query.ts';
import { foundIn } from '../../core/found.ts';
import { EXAMPLES } from './explain.ts';
import { TEXT_QUERIES, writeText } from './text-family.ts';

/** What fitting of texts is done with. */
export interface TextFittingTools {
  /** Holds neither the texts of the tasks nor any later one of the same people. */
  readonly database: Database;
  /** What the tool for summaries says of an item's reviews; null where there are none. */
  readonly summaryOf: (item: number) => string | null;
  /** How close a text is to what was written, 0 to 1. */
  readonly closeness: (text: string, written: string) => number;
}

/** What a query finds for a task; null where it finds nothing. */
function findingOf(query: Query, task: TextTask, { database, summaryOf }: TextFittingTools): Finding | null {
  const asked: Subject = { user: task.user.id, item: task.item, items: [] };
  const finding = { id: query.name, query, asked };
  if (query.tool === 'summarize') {
    const summary = summaryOf(task.item.id);
    if (summary === null) return null;
    const rows = foundIn(query.name, aboutSubject(asked), { columns: ['review'], rows: [[summary]] });
    return { ...finding, found: { ...rows, value: summary } };
  }
  const { columns, rows } = database.query(query.sql(asked));
  return rows.length === 0 ? null : { ...finding, found: foundIn(query.name, aboutSubject(asked), { columns, rows }) };
}

/**
 * Fits a kind of text. Without a task every query is worth the same.
 * @param tasks about training interactions, with examples
 * @throws LabError `aborted` once the signal is
 */
export async function fitTexts(
  type: TextTask['type'],
  tasks: readonly LabelledTask[],
  tools: TextFittingTools,
  options: FitOptions,
): Promise<TextCalibration> {
  const queries = TEXT_QUERIES[type].filter(({ kind }) => kind === 'evidence');
  const names = [...queries.map(({ name }) => name), EXAMPLES];
  const rows = await mapTasks(tasks, options, ({ task: given, truth }): (number | null)[] | null => {
    if (!isTextType(given.type) || truth?.type !== 'text') return null;
    const withExamples = given as TextTask;
    const task: TextTask = { ...withExamples, examples: [] };
    const closenessOf = (of: TextTask, findings: readonly Finding[]): number =>
      tools.closeness(
        writeText(of, findings, () => 1),
        truth.text,
      );
    // That nothing was found explains nothing, whatever words it is said in; a review can be headed without a finding.
    const without = type === 'explanation-generation' ? 0 : closenessOf(task, []);
    const gained = queries.map((query) => {
      const finding = findingOf(query, task, tools);
      return finding === null ? null : closenessOf(task, [finding]) - without;
    });
    const shown = withExamples.examples.some(({ user }) => user.id === task.user.id);
    return [...gained, shown ? closenessOf(withExamples, []) - without : null];
  });
  const evidence = names.flatMap((name, at) => {
    if (rows.length === 0) return [{ name, worth: 1 }];
    const gained = rows.flatMap((row) => row[at] ?? []);
    const worth = Math.max(0, gained.reduce((sum, one) => sum + one, 0) / rows.length);
    return gained.length === 0 ? [] : [{ name, worth }];
  });
  return { rows: rows.length, slips: slipTargets(tasks.map(({ task }) => task)), evidence };
}

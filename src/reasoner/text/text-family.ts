/**
 * @file What the reasoner believes about a text that is asked for: what each query is worth, and what can be written from
 * what was found.
 */
import { isTextType, type Task, type TextTask, type SummarizationTask, type LabelledTask } from '../../core/task.ts';
import { LabError } from '../../core/errors.ts';
import type { Belief, Family, Finding } from '../finding.ts';
import type { TextCalibration } from '../calibration.ts';
import { type Query, aboutSubject, type Subject } from '../../tools/queries/query.ts';
import { EXPLANATION_QUERIES, HEADING_QUERIES } from '../../tools/queries/texts.ts';
import { explain, clausesOf, contentWords, EXAMPLES } from './explain.ts';
import { largest } from '../../core/numbers/extremes.ts';
import type { Database } from '../../core/database.ts';
import { mapTasks, slipTargets, type FitOptions } from '../fit.ts';
import { foundIn } from '../../core/found.ts';

/** Where no heading was found. */
const USUAL_WORDS = 6;

const FEWEST_WORDS = 2;

/** A word that stands in a heading counts as often as this in the review. */
const HEADING_WEIGHT = 2;

/** Words that a short piece is held back by, as if it had that many more. */
const DAMPING = 3;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The headings that were found or shown, each once. */
function headingsOf({ examples }: SummarizationTask, findings: readonly Finding[]): string[] {
  const found = findings.flatMap(({ found }) => found?.rows.flat() ?? []);
  const shown = examples.map(({ heading }) => heading);
  return [...new Set([...shown, ...found].filter((text): text is string => typeof text === 'string' && text !== ''))];
}

function head(task: SummarizationTask, findings: readonly Finding[]): string {
  const headings = headingsOf(task, findings);
  const counts = new Map<string, number>();
  const note = (text: string, weight: number): void => {
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  note(task.review, 1);
  for (const heading of headings) note(heading, HEADING_WEIGHT);
  const clauses = clausesOf(task.review);
  const scores = clauses.map((clause) => {
    const own = contentWords(clause);
    return own.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / (own.length + DAMPING);
  });
  const best = clauses[scores.indexOf(largest(scores))] ?? task.review;
  const mean = headings.reduce((sum, heading) => sum + wordsOf(heading).length, 0) / headings.length;
  const length = headings.length === 0 ? USUAL_WORDS : Math.max(FEWEST_WORDS, Math.round(mean));
  const cut = wordsOf(best).slice(0, length).join(' ');
  return cut.charAt(0).toUpperCase() + cut.slice(1);
}

export const TEXT_QUERIES: Readonly<Record<TextTask['type'], readonly Query[]>> = {
  'explanation-generation': EXPLANATION_QUERIES,
  'review-summarization': HEADING_QUERIES,
};

/** The text for a task from what was found, by rules. */
export function writeText(task: TextTask, findings: readonly Finding[], worthOf: (name: string) => number): string {
  return task.type === 'explanation-generation' ? explain(task, findings, worthOf) : head(task, findings);
}

function asText(task: Task): TextTask {
  if (isTextType(task.type)) return task as TextTask;
  throw new LabError('internal', `The rules for texts cannot answer ${task.type}.`);
}

function believe(calibration: TextCalibration, task: TextTask, findings: readonly Finding[]): Belief {
  const worths = new Map(calibration.evidence.map(({ name, worth }) => [name, worth]));
  const worthOf = (name: string): number => worths.get(name) ?? 0;
  const all = calibration.evidence.reduce((sum, { worth }) => sum + worth, 0);
  const known = new Set(findings.flatMap(({ query, found }) => (found === null ? [] : [query.name])));
  return {
    gain: (name) => (known.has(name) || all <= 0 ? 0 : worthOf(name) / all),
    trust({ query, found }) {
      if (found === null || found.support === 0) return 0;
      return query.kind === 'retrieval' ? 1 : found.support / (found.support + 1);
    },
    answer: () => ({ recommendation: { type: 'text', text: writeText(task, findings, worthOf) }, reason: '' }),
    order: () => [],
  };
}

export function textFamily(type: TextTask['type'], calibration: TextCalibration): Family {
  return {
    queries: TEXT_QUERIES[type],
    slips: calibration.slips,
    offered: new Set(calibration.evidence.map(({ name }) => name)),
    believe: (task, findings) => believe(calibration, asText(task), findings),
  };
}

/** What fitting of texts is done with. */
interface TextFittingTools {
  /** Holds neither the texts of the tasks nor any later one of the same people. */
  readonly database: Database;
  /** What the tool for summaries says of an item's reviews; null without reviews. */
  readonly summaryOf: (item: number) => string | null;
  /** How close a text is to what was written, 0 to 1. */
  readonly closeness: (text: string, written: string) => number;
}

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

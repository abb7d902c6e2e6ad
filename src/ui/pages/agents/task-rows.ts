/** @file The tasks of a run as rows: who and what was asked about, what was answered, what is true, and what it took. */
import { csvLines } from '../../../core/text/csv-lines.ts';
import { taskOf } from '../../../core/node-data.ts';
import { isRanking, itemOfTask, type Recommendation, type Truth } from '../../../core/task.ts';
import { answerAt, costAt } from '../../../trace/trace-ink.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import { answerInWords } from '../../../trace/answer-words.ts';
import { rating } from '../../../core/text/words.ts';

/** One task. Texts are empty where nothing is known yet. */
export interface TaskRow {
  readonly index: number;
  readonly person: string;
  /** The item asked about; of a choice how many it was among. */
  readonly about: string;
  readonly answer: string;
  readonly truth: string;
  /** How far off it was: `0.83 too low`, `not in its top 8`. */
  readonly verdict: string;
  readonly failure: string;
  readonly metrics: readonly { readonly name: string; readonly value: number }[];
  readonly modelCalls: number;
}

function answerWords(recommendation: Recommendation, names: (item: number) => string): string {
  if (recommendation.type === 'rating') return rating(recommendation.rating);
  return recommendation.type === 'text' ? recommendation.text : recommendation.items.map(names).join('; ');
}

function truthWords(truth: Truth): string {
  if (truth.type === 'rating') return rating(truth.rating);
  return truth.type === 'text' ? truth.text : truth.item.title;
}

/** The rows of a run's tasks, as far as event `position`. */
export function taskRows(
  tasks: readonly TraceNode[],
  nodes: ReadonlyMap<string, TraceNode>,
  position: number,
): readonly TaskRow[] {
  const within = new Map<TraceNode, TraceNode[]>(tasks.map((node) => [node, [node]]));
  for (const node of nodes.values()) if (node.task !== null && node.task !== node) within.get(node.task)?.push(node);
  return tasks.flatMap((node, index): TaskRow[] => {
    const task = taskOf(node);
    if (task === null || node.start.seq > position) return [];
    const answer = answerAt(node, 'kept', position);
    const truth = node.truth !== null && node.truth.seq <= position ? node.truth.truth : null;
    const titles = new Map(isRanking(task) ? task.candidates.map(({ id, title }) => [id, title]) : []);
    return [
      {
        index,
        person: task.user.name,
        about: isRanking(task) ? `${String(task.candidates.length)} candidates` : (itemOfTask(task)?.title ?? ''),
        answer:
          answer === null ? '' : answerWords(answer.recommendation, (id) => titles.get(id) ?? `item ${String(id)}`),
        truth: truth === null ? '' : truthWords(truth),
        verdict: answer === null ? '' : verdictOf(answer.recommendation, truth),
        failure: node.errors.findLast(({ seq }) => seq <= position)?.error.message ?? '',
        metrics: answer?.metrics ?? [],
        modelCalls: costAt(within.get(node) ?? [], position).modelCalls,
      },
    ];
  });
}

/** How an answer compares with the truth; empty as long as that is not known, and for texts. */
function verdictOf(recommendation: Recommendation, truth: Truth | null): string {
  if (truth === null || recommendation.type === 'text') return '';
  const { answer, verdict } = answerInWords(recommendation, truth);
  return recommendation.type === 'rating' ? verdict : `${answer}, ${verdict}`;
}

export function taskRowsAsCsv(rows: readonly TaskRow[]): string {
  const names = [...new Set(rows.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const head = ['person', 'about', 'answer', 'truth', 'error', ...names, 'model calls', 'failure'];
  return csvLines([
    head,
    ...rows.map((row) => [
      row.person,
      row.about,
      row.answer,
      row.truth,
      row.verdict,
      ...names.map((name) => row.metrics.find((metric) => metric.name === name)?.value ?? null),
      row.modelCalls,
      row.failure,
    ]),
  ]);
}

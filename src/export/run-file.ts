/** @file A run as a file, by the extension of its name. */
import type { TraceEvent } from '../core/trace.ts';
import { formatTrace } from '../trace/trace-file.ts';
import type { RunFormat } from './service.ts';
import { runHtml } from './run-html.ts';
import { runSvg } from './tree-svg.ts';
import { csvLines } from '../core/text/csv-lines.ts';
import type { Recommendation } from '../core/task.ts';
import { traceTree } from '../trace/trace-tree.ts';

/** In the order of the file, which has them whether there are rows or not. */
const COLUMNS = [
  ...(['task', 'node', 'parent', 'status', 'thought', 'tool', 'arguments', 'observation', 'verdict'] as const),
  ...(['votes', 'kept', 'editedByHand', 'modelCalls', 'tokens'] as const),
] as const;

type StateRow = Readonly<Record<(typeof COLUMNS)[number], string | number | boolean>>;

const TEXTS = { parent: '', tool: '', arguments: '', verdict: '' } as const;
const NOTHING = { ...TEXTS, votes: 0, editedByHand: false, modelCalls: 0, tokens: 0 } as const;

export function stateRows(events: readonly TraceEvent[]): readonly StateRow[] {
  const states = [...traceTree(events).nodes.values()].filter(({ kind }) => kind === 'state');
  return states.map((node) => ({
    task: node.task?.label ?? '',
    node: node.id,
    parent: node.parent?.id ?? '',
    status: node.prune === null ? (node.end?.status ?? 'running') : 'pruned',
    thought: node.state?.thought ?? '',
    tool: node.state?.action?.tool ?? '',
    arguments: node.state?.action ? JSON.stringify(node.state.action.arguments) : '',
    observation: node.state?.observation ?? '',
    verdict: node.verdict?.verdict ?? '',
    votes: node.votes.reduce((sum, { votes }) => sum + votes, 0),
    kept: node.task?.answers.some(({ from, states: given }) => from === 'kept' && given.has(node.id)) === true,
    editedByHand: node.edits.length > 0,
    modelCalls: node.calls.length,
    tokens: node.calls.reduce(
      (sum, { result }) => sum + (result ? result.usage.inputTokens + result.usage.outputTokens : 0),
      0,
    ),
  }));
}

function answerRows(events: readonly TraceEvent[]): readonly StateRow[] {
  return traceTree(events).tasks.flatMap(({ id, label, answers }) =>
    answers.map(({ from, recommendation, reason }) => ({
      ...NOTHING,
      task: label,
      node: id,
      status: `answer from what was ${from}`,
      thought: reason,
      observation: answerText(recommendation),
      kept: from === 'kept',
    })),
  );
}

const answerText = (recommendation: Recommendation): string => {
  if (recommendation.type === 'rating') return String(recommendation.rating);
  return recommendation.type === 'text' ? recommendation.text : recommendation.items.join(' ');
};

/** As CSV (RFC 4180), with a header. Texts that a spreadsheet would take for formulas get an apostrophe before them. */
export function runCsv(events: readonly TraceEvent[]): string {
  const rows = [...stateRows(events), ...answerRows(events)];
  return csvLines([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]);
}

export function runFile(events: readonly TraceEvent[], format: RunFormat, title: string): string {
  switch (format) {
    case 'html':
      return runHtml(events, title);
    case 'svg':
      return runSvg(events, title);
    case 'csv':
      return runCsv(events);
    case 'jsonl':
      return formatTrace(events);
  }
}

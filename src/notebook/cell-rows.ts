/** @file The rows that an output gives: what tables show and charts draw. */
import type { CellOutput, RunOutput, TaskOutput } from './cell-output.ts';
import type { Costs } from '../core/costs.ts';
import type { SqlValue } from '../core/database.ts';
import type { Interval } from '../core/evaluation.ts';
import { trainingCells } from '../core/simulation.ts';
import { type Cell, isSimulation, type CellTrainingSpec } from './notebook.ts';
import { isRunning, methodOf, policyTitle, runsOf } from './runs-of.ts';
import { columnText } from '../core/numbers/number-columns.ts';

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

type Row = Readonly<Record<string, SqlValue>>;

function table(rows: readonly Row[]): Rows {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

const answerOf = ({ answer, exploredAnswer }: TaskOutput): Row => ({
  ...(answer?.type === 'rating' && { answer: answer.rating }),
  ...(exploredAnswer?.type === 'rating' && { 'answer (explored)': exploredAnswer.rating }),
});
const truthOf = ({ truth }: TaskOutput): Row => (truth?.type === 'rating' ? { truth: truth.rating } : {});

function taskRow(task: TaskOutput): Row {
  const { label, metrics, error, modelCalls, toolCalls, tokens } = task;
  const failed = error === null ? {} : { failed: error.code };
  return { task: label, ...answerOf(task), ...truthOf(task), ...metrics, modelCalls, toolCalls, tokens, ...failed };
}

function factorsOf(cell: Cell, at: number): Row {
  if (!isRunning(cell) || cell.type === 'run') return {};
  const spec = runsOf(cell)[at]?.spec;
  if (spec === undefined) return {};
  if (cell.type === 'simulation') return cell.spec.kind === 'training' ? trainingFactors(cell.spec, at) : {};
  if (isSimulation(spec)) return {};
  const method = methodOf(spec.recommender);
  if (cell.type === 'comparison') return { planner: method };
  const { shots } = spec.tasks.options;
  return { method, model: spec.model.name, shots: typeof shots === 'number' ? shots : null, seed: spec.seed };
}

function trainingFactors(spec: CellTrainingSpec, at: number): Row {
  const { policy, seed } = trainingCells(spec)[at]!;
  return { policy: policyTitle(spec.policies[policy]!), ...(spec.seeds.length > 1 && { seed }) };
}

export function costsOf({ summary, tasks }: RunOutput): Pick<Costs, 'modelCalls' | 'toolCalls' | 'tokens'> {
  const { modelCalls, toolCalls, tokens } = summary;
  const besides = tasks.flatMap((task) => task.besides ?? []);
  return {
    modelCalls: besides.reduce((left, second) => left - second.modelCalls, modelCalls),
    toolCalls,
    tokens: besides.reduce((left, second) => left - second.tokens, tokens),
  };
}

function runRow(run: RunOutput, factors: Row): Row {
  const { summary, tasks } = run;
  const [only] = tasks.length === 1 ? tasks : [];
  const alone = only === undefined ? {} : { ...answerOf(only), ...truthOf(only) };
  const failed = tasks.filter(({ error }) => error !== null).length;
  return { ...factors, ...alone, ...summary.metrics, ...costsOf(run), tasks: tasks.length, failed };
}

function turnRow({ turn, modelCalls, toolCalls, tokens, error }: TaskOutput, at: number): Row {
  const { said = '', reply = '', named = 0 } = turn ?? {};
  const failed = error === null ? {} : { failed: error.code };
  return { turn: at + 1, said, reply, named, modelCalls, toolCalls, tokens, ...failed };
}

export function rowsOf(cell: Cell, output: CellOutput): Rows {
  if (output.kind === 'rows') return { columns: output.columns, rows: output.rows };
  const [first] = output.runs;
  if (cell.type === 'run') return table((first?.tasks ?? []).map(taskRow));
  if (cell.type === 'simulation' && cell.spec.kind === 'conversation') return table((first?.tasks ?? []).map(turnRow));
  return table(output.runs.map((run, at) => runRow(run, factorsOf(cell, at))));
}

export function intervalsOf(cell: Cell, output: CellOutput): readonly Readonly<Record<string, Interval>>[] {
  if (output.kind === 'rows') return [];
  if (cell.type !== 'comparison' && cell.type !== 'evaluation') return [];
  return output.runs.map(({ intervals = {} }) => intervals);
}

const PLACE = /\{\{([^{}\n]{1,200})\}\}/g;
/** The cell, the column, and what singles out a row; a value may hold commas: `method = macrec, analyst`. */
const PARTS = /^([^,]+),([^,]+)(?:,(.+))?$/;
const NEXT_PAIR = /,(?=[^,=]+=)/;
const NOT_YET = '…';

function rowWith({ columns, rows }: Rows, wanted: readonly string[]): Rows['rows'][number] | undefined {
  const pairs = wanted.map((pair) => pair.split('=').map((part) => part.trim()));
  const found = rows.filter((row) =>
    pairs.every(([column = '', value]) => String(row[columns.indexOf(column)] ?? '') === value),
  );
  return found.length === 1 ? found[0] : undefined;
}

function numberIn(rows: Rows, column: string, wanted: readonly string[]): string | null {
  const at = rows.columns.indexOf(column);
  const value = rowWith(rows, wanted)?.[at];
  return typeof value === 'number'
    ? columnText(
        column,
        rows.rows.map((row) => row[at] ?? null),
      )(value)
    : null;
}

/** An ellipsis for a cell that has not run; what names no single value stays. Texts of the data are never put in. */
export function filledText(text: string, cells: readonly Cell[], outputs: ReadonlyMap<string, CellOutput>): string {
  const tables = new Map<string, Rows>();
  const tableOf = (cell: Cell, output: CellOutput): Rows => {
    const rows = tables.get(cell.id) ?? rowsOf(cell, output);
    tables.set(cell.id, rows);
    return rows;
  };
  return text.replaceAll(PLACE, (written, inside: string) => {
    const [, id = '', column = '', values] = (PARTS.exec(inside) ?? []).map((part: string | undefined) => part?.trim());
    const cell = cells.find((one) => one.id === id);
    const output = outputs.get(id);
    if (cell === undefined) return written;
    const wanted = values?.split(NEXT_PAIR) ?? [];
    return output === undefined ? NOT_YET : (numberIn(tableOf(cell, output), column, wanted) ?? written);
  });
}

/** @file What a cell is when it is added: something that can be run as it is. */
import type { LabDescription } from '../../../client/lab.ts';
import type { CellOutput } from '../../../notebook/cell-output.ts';
import { LabError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { Cell, Notebook } from '../../../notebook/notebook.ts';
import { isNumberColumn } from '../../../core/numbers/number-columns.ts';
import { rowsOf, type Rows } from '../../../notebook/cell-rows.ts';
import type { SimulationKind } from '../../../notebook/notebook.ts';
import { hasOutput } from '../../../notebook/runs-of.ts';
import { newCellId, withCellAt } from '../../../notebook/edit-cells.ts';

/** The kinds of cells that can be added, with what they are called, and what their ids begin with. */
export const CELL_KINDS = [
  ['text', 'Text', 'text'],
  ['dataset', 'Dataset', 'data'],
  ['run', 'Run', 'run'],
  ['comparison', 'Comparison', 'compare'],
  ['evaluation', 'Evaluation', 'grid'],
  ['sql', 'SQL', 'sql'],
  ['chart', 'Chart', 'chart'],
  ['simulation', 'Simulation', 'talk'],
] as const;
export type CellKind = (typeof CELL_KINDS)[number][0];

export const NEW_SIMULATIONS: Readonly<Record<SimulationKind, { readonly [key: string]: Json }>> = {
  conversation: {
    kind: 'conversation',
    turns: ['I loved Alien. Something like it?', 'Newer ones, please', 'No horror'],
  },
  training: { kind: 'training', policies: ['random', 'popularity', 'lin-ucb', 'oracle'].map((name) => ({ name })) },
};

const QUERY = `SELECT title, ratings, round(mean_rating, 2) AS mean
FROM items JOIN item_statistics USING (item_id)
ORDER BY ratings DESC
LIMIT 10`;

type Outputs = ReadonlyMap<string, CellOutput>;

const above = ({ cells }: Notebook, at: number): readonly Cell[] => cells.slice(0, at).reverse();

function contentOf(kind: CellKind, { notebook, at, description, outputs }: Place): object {
  const known = notebook.cells.find((cell) => cell.type === 'dataset');
  const name = known?.type === 'dataset' ? known.dataset.name : description.defaultDataset;
  const one = { dataset: { name }, tasks: { name: 'rating-prediction', options: { count: 1, shots: 3 } }, seed: 7 };
  const paper = description.planners
    .filter(({ reference }) => reference?.startsWith('RecMind') === true)
    .map((planner) => planner.name);
  switch (kind) {
    case 'text':
      return { text: '' };
    case 'dataset':
      return { dataset: { name } };
    case 'run':
      return { spec: one };
    case 'comparison':
      return { spec: one, planners: paper };
    case 'evaluation': {
      const some = { dataset: { name }, tasks: { name: 'rating-prediction', options: { count: 5 } } };
      const recommenders = ['chain-of-thought', 'self-inspiring'].map((planner) => ({
        name: 'recmind',
        options: { planner },
      }));
      return { spec: some, recommenders, shots: [0, 3] };
    }
    case 'simulation':
      return { spec: { ...NEW_SIMULATIONS.conversation, dataset: { name } } };
    case 'sql':
      return { source: sourceOf(notebook, at, ({ type }) => type === 'dataset'), query: QUERY };
    case 'chart':
      return chartOf(notebook, at, outputs);
  }
}

function sourceOf(notebook: Notebook, at: number, isSource: (cell: Cell) => boolean): string {
  const source = above(notebook, at).find(isSource) ?? notebook.cells.find(isSource);
  if (source !== undefined) return source.id;
  throw new LabError('spec-invalid', 'A chart draws the rows of another cell; add one that gives rows first.');
}

/** Names and a number of rows that are known: the first column that is not a number, and the first that is. */
function chartOfRows({ columns, rows }: Rows): { readonly x: string; readonly y: string } | null {
  const isNumber = columns.map((_, at) => isNumberColumn(rows.map((row) => row[at] ?? null)));
  const y = columns.find((_, at) => isNumber[at] === true);
  const x = columns.find((_, at) => isNumber[at] === false) ?? columns.find((column) => column !== y);
  return x === undefined || y === undefined ? null : { x, y };
}

/** What is drawn of a source that has not run, by its kind. */
const AXES: Readonly<Record<string, readonly [x: string, y: string]>> = {
  dataset: ['rating', 'count'],
  run: ['task', 'modelCalls'],
  sql: ['title', 'ratings'],
  comparison: ['planner', 'modelCalls'],
  evaluation: ['method', 'modelCalls'],
  conversation: ['turn', 'toolCalls'],
  training: ['policy', 'Average rating'],
};

function chartOf(notebook: Notebook, at: number, outputs: Outputs): object {
  const source = sourceOf(notebook, at, hasOutput);
  const cell = notebook.cells.find(({ id }) => id === source);
  const output = outputs.get(source);
  const known = cell?.type === 'sql' && output !== undefined ? chartOfRows(rowsOf(cell, output)) : null;
  const [x, y] = AXES[cell?.type === 'simulation' ? cell.spec.kind : (cell?.type ?? 'run')]!;
  return { source, kind: 'bar', x, y, ...known };
}

interface Place {
  readonly notebook: Notebook;
  readonly at: number;
  readonly description: LabDescription;
  readonly outputs: Outputs;
}

/**
 * The notebook with a new cell at a place; an SQL cell brings the dataset with it that it needs.
 * @param outputs of the cells that have run
 * @returns the id of the new cell beside it
 * @throws LabError where there is nothing for it to rest on, or no room
 */
export function withNewCell(kind: CellKind, place: Place): { readonly notebook: Notebook; readonly id: string } {
  const { notebook, at, outputs } = place;
  if (kind === 'sql' && !notebook.cells.some(({ type }) => type === 'dataset')) {
    const first = withNewCell('dataset', place);
    return withNewCell(kind, { ...place, notebook: first.notebook, at: at + 1 });
  }
  const stem = CELL_KINDS.find(([one]) => one === kind)?.[2] ?? kind;
  const id = newCellId(notebook, stem, [...outputs.keys()]);
  const cell = { id, type: kind, ...contentOf(kind, place) };
  return { notebook: withCellAt(notebook, cell, at), id };
}

/** @file What a cell is when it is added: something that can be run as it is. */
import type { LabDescription } from '../../client/lab.ts';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { SimulationKind } from '../../notebook/simulation-shape.ts';
import type { Cell, Notebook } from '../../core/notebook.ts';
import { isRunning } from '../../notebook/runs-of.ts';
import { newCellId, withCellAt } from '../../notebook/edit-cells.ts';

/** The kinds of cells that can be added, with what they are called. */
export const CELL_KINDS = [
  ['text', 'Text'],
  ['dataset', 'Dataset'],
  ['run', 'Run'],
  ['comparison', 'Comparison'],
  ['evaluation', 'Evaluation'],
  ['sql', 'SQL'],
  ['chart', 'Chart'],
  ['simulation', 'Simulation'],
] as const;
/** A kind of cell that can be added. */
export type CellKind = (typeof CELL_KINDS)[number][0];

const STEMS: Readonly<Record<CellKind, string>> = {
  text: 'text',
  dataset: 'data',
  run: 'run',
  comparison: 'compare',
  evaluation: 'grid',
  simulation: 'talk',
  sql: 'sql',
  chart: 'chart',
};

/** What a simulation is when it is added, by kind. */
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

/** Above a place, the nearest first. */
const above = ({ cells }: Notebook, at: number): readonly Cell[] => cells.slice(0, at).reverse();
/** True for a cell whose output a chart can draw. */
export const givesRows = (cell: Cell): boolean => isRunning(cell) || cell.type === 'dataset' || cell.type === 'sql';

function contentOf(kind: CellKind, notebook: Notebook, at: number, description: LabDescription): object {
  const known = notebook.cells.find((cell) => cell.type === 'dataset');
  const name = known?.type === 'dataset' ? known.dataset.name : description.defaultDataset;
  const one = { dataset: { name }, tasks: { name: 'rating-prediction', options: { count: 1, shots: 3 } }, seed: 7 };
  const paper = description.planners.filter(({ reference }) => reference !== null).map((planner) => planner.name);
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
      return chartOf(notebook, at);
  }
}

function sourceOf(notebook: Notebook, at: number, isSource: (cell: Cell) => boolean): string {
  const source = above(notebook, at).find(isSource) ?? notebook.cells.find(isSource);
  if (source !== undefined) return source.id;
  throw new LabError('spec-invalid', 'A chart draws the rows of another cell; add one that gives rows first.');
}

function chartOf(notebook: Notebook, at: number): object {
  const source = sourceOf(notebook, at, givesRows);
  const type = notebook.cells.find(({ id }) => id === source)?.type;
  if (type === 'dataset') return { source, kind: 'bar', x: 'rating', y: 'count' };
  if (type === 'run') return { source, kind: 'bar', x: 'task', y: 'modelCalls' };
  if (type === 'sql') return { source, kind: 'bar', x: 'title', y: 'ratings' };
  if (type === 'simulation') return chartOfSimulation(notebook, source);
  return { source, kind: 'bar', x: type === 'evaluation' ? 'method' : 'planner', y: 'modelCalls' };
}

function chartOfSimulation({ cells }: Notebook, source: string): object {
  const cell = cells.find(({ id }) => id === source);
  const learns = cell?.type === 'simulation' && cell.spec.kind === 'training';
  return { source, kind: 'bar', x: learns ? 'policy' : 'turn', y: learns ? 'Average rating' : 'toolCalls' };
}

/**
 * The notebook with a new cell at a place; an SQL cell brings the dataset with it that it needs.
 * @param outputs as in `newCellId`
 * @returns the id of the new cell beside it
 * @throws LabError where there is nothing for it to rest on, or no room
 */
export function withNewCell(
  notebook: Notebook,
  kind: CellKind,
  at: number,
  description: LabDescription,
  outputs: readonly string[],
): { readonly notebook: Notebook; readonly id: string } {
  if (kind === 'sql' && !notebook.cells.some(({ type }) => type === 'dataset')) {
    const first = withNewCell(notebook, 'dataset', at, description, outputs);
    return withNewCell(first.notebook, kind, at + 1, description, outputs);
  }
  const id = newCellId(notebook, STEMS[kind], outputs);
  const cell = { id, type: kind, ...contentOf(kind, notebook, at, description) };
  return { notebook: withCellAt(notebook, cell, at), id };
}

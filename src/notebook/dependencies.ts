/**
 * @file Which cells rest on which, and so what a change makes stale.
 */
import { asJson, canonicalJson } from '../core/json.ts';
import type { Cell, Notebook } from './notebook.ts';
import { isRunning } from './runs-of.ts';

/** The ids of the cells that each cell rests on, directly. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

/** Charts and SQL rest on their source, runs on the dataset cells of the dataset that they name. */
export function dependenciesOf({ cells }: Notebook): Dependencies {
  const sources = (cell: Cell): readonly string[] => {
    if (cell.type === 'sql' || cell.type === 'chart') return [cell.source];
    if (!isRunning(cell)) return [];
    const { name } = cell.spec.dataset;
    return cells.filter((other) => other.type === 'dataset' && other.dataset.name === name).map(({ id }) => id);
  };
  return new Map(cells.map((cell) => [cell.id, new Set(sources(cell))]));
}

/** The changed cells and all that rest on them, directly or not. */
export function restingOn(dependencies: Dependencies, changed: Iterable<string>): ReadonlySet<string> {
  const stale = new Set(changed);
  let before = -1;
  while (before !== stale.size) {
    before = stale.size;
    for (const [id, sources] of dependencies) if ([...sources].some((source) => stale.has(source))) stale.add(id);
  }
  return stale;
}

/** The ids of cells whose outputs no longer fit, after an edit: changed or new cells, and all that rest on those or on removed ones. */
export function staleAfter(before: Notebook, after: Notebook): ReadonlySet<string> {
  const written = (cells: readonly Cell[]): Map<string, string> =>
    new Map(cells.map((cell) => [cell.id, canonicalJson(asJson(cell))]));
  const [old, present] = [written(before.cells), written(after.cells)];
  const changed = [...present].filter(([id, text]) => old.get(id) !== text).map(([id]) => id);
  // What rested on a removed cell is found by what it used to rest on.
  const removed = [...old.keys()].filter((id) => !present.has(id));
  const orphans = [...restingOn(dependenciesOf(before), removed)];
  const stale = restingOn(dependenciesOf(after), [...changed, ...orphans]);
  return new Set([...stale].filter((id) => present.has(id)));
}

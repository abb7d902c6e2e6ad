/** @file What an output was made of, as a digest: where that is the same again, the output is not stale any more. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CellOutput } from './cell-output.ts';
import { asJson, canonicalJson } from '../core/json.ts';
import type { Notebook, Cell } from './notebook.ts';
import { fingerprint } from './fingerprints.ts';
import { isRunning } from './runs-of.ts';

type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

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

/** The digests of the cells of a notebook with all that each rests on, by id; charts have none. */
export function basesOf(notebook: Notebook): ReadonlyMap<string, string> {
  const dependencies = dependenciesOf(notebook);
  const written = new Map(notebook.cells.map((cell) => [cell.id, canonicalJson(asJson(cell))]));
  const gathered = (id: string, seen: Set<string>): Set<string> => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const source of dependencies.get(id) ?? []) gathered(source, seen);
    return seen;
  };
  const order = new Map([...written].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([id], at) => [id, at]));
  const place = (id: string): number => order.get(id) ?? 0;
  const basis = (id: string): string => {
    const parts = [...gathered(id, new Set())].sort((a, b) => place(a) - place(b));
    const text = parts.map((part) => written.get(part) ?? '').join('\n');
    return fingerprint(bytesToHex(sha256(utf8ToBytes(text))));
  };
  // A chart draws what another cell came to, and comes to nothing of its own.
  const bearing = notebook.cells.filter(({ type }) => type !== 'chart');
  return new Map(bearing.map(({ id }) => [id, basis(id)]));
}

/** The ids of cells whose output was made of something else than the notebook holds now, or rests on such an output. */
export function staleCells(notebook: Notebook, outputs: ReadonlyMap<string, CellOutput>): ReadonlySet<string> {
  const bases = basesOf(notebook);
  const changed = [...outputs.values()].filter(({ cell, basis }) => bases.has(cell) && bases.get(cell) !== basis);
  const stale = new Set(changed.map(({ cell }) => cell));
  for (const cell of notebook.cells) if (cell.type === 'chart' && stale.has(cell.source)) stale.add(cell.id);
  return stale;
}

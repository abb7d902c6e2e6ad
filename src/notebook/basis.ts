/** @file What an output was made of, as a digest: where that is the same again, the output is not stale any more. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CellOutput } from './cell-output.ts';
import { asJson, canonicalJson } from '../core/json.ts';
import type { Notebook, Cell } from './notebook.ts';
import { fingerprint } from './fingerprints.ts';
import { isRunning } from './runs-of.ts';

/** What a cell rests on: SQL and charts on their source, runs on the dataset cells of the dataset that they name. */
function sourcesOf(cell: Cell, { cells }: Notebook): readonly Cell[] {
  if (cell.type === 'sql' || cell.type === 'chart') return cells.filter(({ id }) => id === cell.source);
  if (!isRunning(cell)) return [];
  const { name } = cell.spec.dataset;
  return cells.filter((other) => other.type === 'dataset' && other.dataset.name === name);
}

/** The digests of the cells of a notebook with all that each rests on, by id; charts have none. */
export function basesOf(notebook: Notebook): ReadonlyMap<string, string> {
  // A chart draws what another cell came to, and comes to nothing of its own.
  const bearing = notebook.cells.filter(({ type }) => type !== 'chart');
  return new Map(
    bearing.map((cell) => {
      // What a cell rests on is a dataset cell, which rests on nothing else.
      const parts = [cell, ...sourcesOf(cell, notebook)].map((part) => canonicalJson(asJson(part))).sort();
      return [cell.id, fingerprint(bytesToHex(sha256(utf8ToBytes(parts.join('\n')))))];
    }),
  );
}

/** The ids of cells whose output was made of something else than the notebook holds now, or rests on such an output. */
export function staleCells(notebook: Notebook, outputs: ReadonlyMap<string, CellOutput>): ReadonlySet<string> {
  const bases = basesOf(notebook);
  const changed = [...outputs.values()].filter(({ cell, basis }) => bases.has(cell) && bases.get(cell) !== basis);
  const stale = new Set(changed.map(({ cell }) => cell));
  for (const cell of notebook.cells) if (cell.type === 'chart' && stale.has(cell.source)) stale.add(cell.id);
  return stale;
}

/**
 * @file What an output was made of, as a digest: where the cell and all that it rests on are the same again, after an undo or
 * in another tab, the output is not stale any more.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CellOutput } from '../core/cell-output.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import type { Notebook } from '../core/notebook.ts';
import { dependenciesOf } from './dependencies.ts';
import { fingerprint } from './fingerprints.ts';

/** The digests of all cells of a notebook with all that each rests on, by id. */
export function basesOf(notebook: Notebook): ReadonlyMap<string, string> {
  const dependencies = dependenciesOf(notebook);
  const written = new Map(notebook.cells.map((cell) => [cell.id, canonicalJson(cell as unknown as Json)]));
  const gathered = (id: string, seen: Set<string>): Set<string> => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const source of dependencies.get(id) ?? []) gathered(source, seen);
    return seen;
  };
  const basis = (id: string): string => {
    const parts = [...gathered(id, new Set())].map((part) => written.get(part) ?? '').sort();
    return fingerprint(bytesToHex(sha256(utf8ToBytes(parts.join('\n')))));
  };
  return new Map(notebook.cells.map(({ id }) => [id, basis(id)]));
}

/** The ids of cells whose output was made of something else than the notebook holds now, or rests on such an output. */
export function staleCells(notebook: Notebook, outputs: ReadonlyMap<string, CellOutput>): ReadonlySet<string> {
  const bases = basesOf(notebook);
  const changed = [...outputs.values()].filter(({ cell, basis }) => bases.has(cell) && bases.get(cell) !== basis);
  const stale = new Set(changed.map(({ cell }) => cell));
  // A chart has no output of its own: it draws that of its source.
  for (const cell of notebook.cells) if (cell.type === 'chart' && stale.has(cell.source)) stale.add(cell.id);
  return stale;
}

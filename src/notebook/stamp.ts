/**
 * @file A notebook with what its cells came to: fingerprints of what went in, and digests of what came out.
 */
import type { CellOutput } from './cell-output.ts';
import type { ExpectedResults, Notebook, RunningCell } from './notebook.ts';
import { isRunning, runsOf } from './runs-of.ts';

/** What a cell's output says of its runs; null where it is not all there, or not of the cell as it is. */
function stampOf(cell: RunningCell, output: CellOutput | undefined): ExpectedResults | null {
  if (output?.kind !== 'runs' || output.problem !== null) return null;
  const { runs, app } = output;
  if (runs.length !== runsOf(cell).length || runs.some(({ summary }) => summary.outcome !== 'done')) return null;
  return { app, runs: runs.map(({ fingerprints }) => fingerprints) };
}

/**
 * The notebook with the digests of all outputs that are complete and not stale; cells without one keep what they had.
 * @param stale ids of cells whose outputs are of something else by now
 */
export function stamped(
  notebook: Notebook,
  outputs: ReadonlyMap<string, CellOutput>,
  stale: ReadonlySet<string>,
): Notebook {
  const { expected: before = {}, ...rest } = notebook;
  const expected = Object.fromEntries(
    notebook.cells.filter(isRunning).flatMap((cell): [string, ExpectedResults][] => {
      const results = stale.has(cell.id) ? null : stampOf(cell, outputs.get(cell.id));
      const kept = results ?? before[cell.id] ?? null;
      return kept === null ? [] : [[cell.id, kept]];
    }),
  );
  return Object.keys(expected).length === 0 ? rest : { ...rest, expected };
}

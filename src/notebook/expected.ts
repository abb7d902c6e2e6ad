/** @file The digests of specs that a notebook expects results of: left out where the spec is still the cell's own. */
import type { Notebook, RunFingerprints, RunningCell, ExpectedResults } from './notebook.ts';
import type { JsonObject } from '../core/json.ts';
import { shortenNotebook } from './completion.ts';
import { specDigest } from './fingerprints.ts';
import { invalid } from './plain-json.ts';
import { isRunning, runsOf } from './runs-of.ts';
import type { CellOutput } from './cell-output.ts';

type ShortFingerprints = Omit<RunFingerprints, 'spec'> & { readonly spec?: string };

type Rewrite = (run: ShortFingerprints, digest: string | null, path: readonly (string | number)[]) => ShortFingerprints;

function rewritten(notebook: Notebook, rewrite: Rewrite): Notebook {
  if (notebook.expected === undefined) return notebook;
  const cells = new Map(notebook.cells.filter(isRunning).map((cell) => [cell.id, cell]));
  const entries = Object.entries(notebook.expected).map(([id, results]) => {
    const digests = digestsOf(cells.get(id));
    const path = (at: number): (string | number)[] => ['expected', id, 'runs', at];
    return [id, { ...results, runs: results.runs.map((run, at) => rewrite(run, digests[at] ?? null, path(at))) }];
  });
  return { ...notebook, expected: Object.fromEntries(entries) as NonNullable<Notebook['expected']> };
}

const digestsOf = (cell: RunningCell | undefined): readonly string[] =>
  cell === undefined ? [] : runsOf(cell).map(({ spec }) => specDigest(spec));

/** Fills in the digests that are left out. @throws LabError `spec-invalid` where the cell has no such run */
export const completeExpected = (notebook: Notebook): Notebook =>
  rewritten(notebook, (run, digest, path) => {
    if (run.spec !== undefined) return run;
    if (digest === null) throw invalid(path, 'its cell has no such run');
    return { ...run, spec: digest };
  });

const shortenExpected = (notebook: Notebook): Notebook =>
  rewritten(notebook, ({ spec, ...run }, digest) => (spec === undefined || spec === digest ? run : { ...run, spec }));

export const fileOf = (notebook: Notebook): JsonObject => shortenNotebook(shortenExpected(notebook));

function stampOf(cell: RunningCell, output: CellOutput | undefined): ExpectedResults | null {
  if (output?.kind !== 'runs' || output.problem !== null) return null;
  const { runs, app } = output;
  if (runs.length !== runsOf(cell).length || runs.some(({ summary }) => summary.outcome !== 'done')) return null;
  return { app, runs: runs.map(({ fingerprints }) => fingerprints) };
}

/** Cells without a complete output keep what they had. @param stale ids of cells whose outputs are outdated */
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

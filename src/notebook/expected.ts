/**
 * @file The digests of specs that a notebook expects results of: left out where the spec is still the cell's own, as it is in
 * every notebook that was not edited since.
 */
import type { Notebook, RunFingerprints, RunningCell } from './notebook.ts';
import { specDigest } from './fingerprints.ts';
import { invalid } from './plain-json.ts';
import { isRunning, runsOf } from './runs-of.ts';

/** Fingerprints that may leave out the spec's. */
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

/** Leaves out what `completeExpected` fills in. */
export const shortenExpected = (notebook: Notebook): Notebook =>
  rewritten(notebook, ({ spec, ...run }, digest) => (spec === undefined || spec === digest ? run : { ...run, spec }));

/**
 * @file Writes into the ready notebooks what their cells come to: `node --import tsx test/make-ready-notebooks.ts [NAME…]`. The exercise of
 * each expects the results of its answer (test/ui/ready-answers.ts), so that *Reproduce* says whether it is solved.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ExpectedResults } from '../src/notebook/notebook.ts';
import { validateNotebook } from '../src/notebook/validate.ts';
import { specDigest } from '../src/notebook/fingerprints.ts';
import { isRunning, runsOf } from '../src/notebook/runs-of.ts';
import { READY } from '../src/ui/pages/learn/ready-notebooks.ts';
import { solved } from './ui/ready-answers.ts';

const ROOT = resolve(import.meta.dirname, '..');
const EXERCISE = 'exercise';
const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'espalier-ready-'));

type Expected = Readonly<Record<string, ExpectedResults>>;

/** Without the digests of specs that are the cell's own; of an exercise they are the answer's. */
function shortened(expected: Expected): object {
  const entries = Object.entries(expected).map(([id, { app, runs }]) => {
    const short = runs.map(({ spec, ...run }) => (id === EXERCISE ? { ...run, spec } : run));
    return [id, { app, runs: short }] as const;
  });
  return Object.fromEntries(entries);
}

try {
  for (const { name } of READY.filter((one) => wanted.length === 0 || wanted.includes(one.name))) {
    const path = join(ROOT, 'public/notebooks', `${name}.espalier.json`);
    const { expected: _, ...file } = JSON.parse(readFileSync(path, 'utf8')) as Parameters<typeof solved>[1];
    const answered = solved(name, file);
    const [right, out] = [join(folder, `${name}.json`), join(folder, `${name}.stamped.json`)];
    writeFileSync(right, JSON.stringify(answered));
    const command = ['--import', 'tsx', 'src/cli/main.ts', 'reproduce', right, '--stamp', out];
    execFileSync(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    const { expected } = JSON.parse(readFileSync(out, 'utf8')) as { expected: Expected };
    const exercise = validateNotebook(answered).cells.find(({ id }) => id === EXERCISE);
    if (exercise === undefined || !isRunning(exercise)) throw new Error(`${name} has no exercise that runs.`);
    const [run] = runsOf(exercise);
    if (run === undefined || expected[EXERCISE]?.runs[0]?.spec !== specDigest(run.spec)) {
      throw new Error(`The exercise of ${name} was stamped as another cell.`);
    }
    writeFileSync(path, `${JSON.stringify({ ...file, expected: shortened(expected) }, null, 2)}\n`);
    console.log(`${name}: ${String(Object.keys(expected).length)} cells`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @file How long a grid takes: six methods, 200 tasks, three seeds, with the built-in reasoner, on all cores. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Benchmark } from './benchmark.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SPEC = 'docs/examples/planners-and-baselines.evaluation.json';
const GOAL = 60;

/** Seconds that the evaluation takes in the terminal. */
function evaluate(out: string, files: string): Promise<number> {
  const started = performance.now();
  const args = ['--import', 'tsx', 'src/cli/main.ts', 'run', SPEC, '--out', out, '--files', files];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: ROOT }, (error) => {
      if (error === null) done((performance.now() - started) / 1000);
      else fail(new Error(`The evaluation failed: ${error.message}`));
    });
  });
}

/** The evaluation bench in the terminal. The goal is for two idle cores, so the load is told with it. */
export const evaluation: Benchmark = {
  name: 'evaluation',
  title: 'A grid of 6 methods × 200 tasks × 3 seeds, built-in reasoner',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-grid-'));
    try {
      const load = loadavg()[0] ?? NaN;
      const first = await evaluate(join(folder, 'first'), join(folder, 'files'));
      const second = await evaluate(join(folder, 'second'), join(folder, 'files'));
      const row = (name: string, seconds: number) => ({
        name: `${name}, load ${load.toFixed(1)} before it`,
        value: `${seconds.toFixed(1)} s`,
        goal: `≤ ${GOAL} s`,
        met: seconds <= GOAL,
      });
      return [row('with the database and the reasoner to be made', first), row('with both at hand', second)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** @file What it costs when data grow: each size in a process of its own, and imports on the built page. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser, openSite } from '../e2e/site.ts';
import type { BenchmarkRow } from './benchmark.ts';
import { grownRatings, SIZES, type Size } from './grown-ratings.ts';
import type { Growth } from './growth-process.ts';
import { longestTask, stallRow } from './longest-task.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MINUTES = 60_000;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
const row = (name: string, value: string): BenchmarkRow => ({ name, value, goal: '', met: null });

async function rowsOf({ name }: Size): Promise<BenchmarkRow[]> {
  const args = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'growth-process.ts'), name];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  const { rows, importing, held, peak, fits } = JSON.parse(stdout) as Growth;
  const speed = Math.round(rows / importing / 1000);
  return [
    row(`${name} ratings: import`, `${speed} K rows/s, holds ${megabytes(held)}, process at most ${megabytes(peak)}`),
    ...fits.map(({ title, fit, predict }) =>
      row(`${name} ratings: ${title}`, `fit ${fit.toFixed(2)} s, 600 × 100 scores ${predict.toFixed(2)} s`),
    ),
  ];
}

/** Imports each size on the built page; tasks of 50 ms and more are what browsers report. */
async function pageRows(): Promise<BenchmarkRow[]> {
  if (!existsSync(resolve(ROOT, 'dist/index.html'))) return [row('import on the page', 'not measured: no build')];
  const folder = await mkdtemp(join(tmpdir(), 'espalier-growth-'));
  const [site, browser] = await Promise.all([openSite(), openBrowser()]);
  const rows: BenchmarkRow[] = [];
  try {
    for (const size of SIZES) {
      const paths = await Promise.all(
        grownRatings(size).map(async ([name, bytes]) => {
          await writeFile(join(folder, name), bytes);
          return join(folder, name);
        }),
      );
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site.url}#library`);
      await page.getByTestId('dataset-facts').waitFor({ timeout: 2 * MINUTES });
      const started = performance.now();
      const longest = await longestTask(page, async () => {
        await page.getByLabel('Choose files').setInputFiles(paths);
        const people = new Intl.NumberFormat('en').format(size.users);
        await page
          .getByTestId('facts')
          .filter({ hasText: people })
          .first()
          .waitFor({ timeout: 10 * MINUTES });
      });
      const seconds = (performance.now() - started) / 1000;
      const until = `${seconds.toFixed(1)} s until it is open`;
      rows.push(stallRow(`${size.name} ratings: import on the page, ${until}; longest stall`, longest));
      await page.context().close();
    }
  } finally {
    await Promise.all([browser.close(), site.close(), rm(folder, { recursive: true })]);
  }
  return rows;
}

/** A line for each size and baseline. */
export async function growthRows(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const size of SIZES) rows.push(...(await rowsOf(size)));
  return [...rows, ...(await pageRows())];
}

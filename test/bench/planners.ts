/** @file How fast planners go with the built-in reasoner, in Node and in Chromium, on the same tasks. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createServer } from 'vite';
import { loadSqlEngine } from '../../src/data/database/engine.ts';
import { importDataset } from '../../src/data/import/import-dataset.ts';
import { sourceFromBytes } from '../../src/data/import/source-files.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import { openWorkbench } from '../../src/lab/run/workbench.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { sharedFile } from '../shared.ts';
import { openBrowser } from '../e2e/site.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import type { Speed } from './in-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RATINGS = 'data/ml-latest-small.zip';
const NEVER = new AbortController().signal;
const PLANNERS = ['chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];
const TASKS = 150;

const specOf = (planner: string): object => ({
  dataset: { name: 'ml-latest-small' },
  tasks: { name: 'rating-prediction', options: { count: TASKS, shots: 3 } },
  recommender: { name: 'recmind', options: { planner } },
  seed: 1,
});

async function speedInNode(zip: Uint8Array): Promise<Map<string, Speed>> {
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const engine = await loadSqlEngine(new Uint8Array(await readFile(wasm)));
  const dataset = await importDataset(sourceFromBytes('ml-latest-small.zip', zip), { signal: NEVER });
  const bench = openWorkbench(engine, dataset, { files: new MemoryFileStore(), onProgress: () => undefined });
  await bench.prepare(parseRunSpec(specOf('self-inspiring')), NEVER);
  const speeds = new Map<string, Speed>();
  for (const planner of PLANNERS) {
    let states = 0;
    const started = performance.now();
    await bench.run(parseRunSpec(specOf(planner)), {
      write(event) {
        if (event.type === 'node-end' && event.result !== null) states += 1;
      },
      signal: NEVER,
    });
    speeds.set(planner, { states, milliseconds: performance.now() - started });
  }
  bench.close();
  return speeds;
}

async function speedInChromium(zip: Uint8Array): Promise<Map<string, Speed>> {
  const server = await createServer({ root: ROOT, logLevel: 'error', server: { port: 0 } });
  await server.listen();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls?.local[0] ?? ''}LICENSE`);
    const specs = PLANNERS.map((planner): [string, object] => [planner, specOf(planner)]);
    const input = JSON.stringify({ zip: Buffer.from(zip).toString('base64'), specs });
    const measured: unknown = await page.evaluate(`import('/test/bench/in-page.ts').then((m) => m.measure(${input}))`);
    return new Map(measured as [string, Speed][]);
  } finally {
    await browser.close();
    await server.close();
  }
}

const rate = ({ states, milliseconds }: Speed): number => (1000 * states) / milliseconds;

/** Planner states per second with the reasoner on ml-latest-small. */
export const planners: Benchmark = {
  name: 'planners',
  title: `Planner states per second, built-in reasoner, rating prediction, ${String(TASKS)} people of ml-latest-small`,
  async run() {
    if (!existsSync(sharedFile(RATINGS)))
      return [{ name: `${RATINGS} is not here`, value: 'skipped', goal: '', met: null }];
    const zip = new Uint8Array(await readFile(sharedFile(RATINGS)));
    const node = await speedInNode(zip);
    const chromium = await speedInChromium(zip);
    return PLANNERS.flatMap((planner): BenchmarkRow[] => {
      const here = node.get(planner);
      const there = chromium.get(planner);
      if (here === undefined || there === undefined) return [];
      const ratio = rate(there) / rate(here);
      return [
        {
          name: `${planner}, Node`,
          value: `${rate(here).toFixed(0)} states/s`,
          goal: '≥ 1000 states/s',
          met: rate(here) >= 1000,
        },
        { name: `${planner}, Chromium / Node`, value: ratio.toFixed(2), goal: '≥ 0.50', met: ratio >= 0.5 },
      ];
    });
  },
};

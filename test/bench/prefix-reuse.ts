/** @file What the tree of kept prompts is worth in a run: Self-Inspiring with the small model, with the tree and without it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createModelOpener } from '../../src/cli/open-model.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { loadSqlEngine } from '../../src/data/database/engine.ts';
import { run } from '../lab/run/run-written.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { SMOL } from '../models/transformers/small-chat-model.ts';
import { sharedFile } from '../shared.ts';
import type { BenchmarkRow } from './benchmark.ts';
import { mlLatestSmall } from './ml-latest-small.ts';

const TASKS = 2;
const STEPS = 5;
const { signal } = new AbortController();

const specOf = (cacheMegabytes: number): object => ({
  dataset: { name: 'ml-latest-small' },
  tasks: { name: 'rating-prediction', options: { count: TASKS } },
  recommender: {
    name: 'recmind',
    options: { planner: 'self-inspiring', steps: STEPS, actions: 'offered', tools: [{ name: 'database' }] },
  },
  model: { name: `transformers/${SMOL}`, options: { cacheMegabytes } },
});

interface Cost {
  /** Of the processor. */
  readonly seconds: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
}

/** Two rows: the share of prompt tokens computed anew, and the time against that without the tree. */
export async function prefixReuseRows(): Promise<readonly BenchmarkRow[]> {
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const sql = await loadSqlEngine(new Uint8Array(await readFile(wasm)));
  const opener = createModelOpener(
    { models: sharedFile('models'), endpoint: null, endpointOptions: {}, searched: [] },
    () => undefined,
  );
  const session = openSession(sql, await mlLatestSmall(), opener);
  const costOf = async (cacheMegabytes: number): Promise<Cost> => {
    const events: TraceEvent[] = [];
    const host = { ...session, now: () => performance.now(), write: (event: TraceEvent) => events.push(event), signal };
    // The first run builds the database and loads the model.
    await run({ ...specOf(cacheMegabytes), tasks: { name: 'rating-prediction', options: { count: 1 } } }, host);
    events.length = 0;
    const before = process.cpuUsage();
    await run(specOf(cacheMegabytes), host);
    const { user, system } = process.cpuUsage(before);
    const usages = events.flatMap((event) => (event.type === 'model-result' ? [event.usage] : []));
    return {
      seconds: (user + system) / 1e6,
      promptTokens: usages.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      cachedTokens: usages.reduce((sum, { cachedTokens = 0 }) => sum + cachedTokens, 0),
    };
  };
  const kept = await costOf(512);
  const none = await costOf(0);
  session.close();
  const anew = 1 - kept.cachedTokens / kept.promptTokens;
  const ratio = kept.seconds / none.seconds;
  const name = `Self-Inspiring, ${TASKS} tasks of ${STEPS} steps`;
  return [
    {
      name: `${name}: prompt tokens computed anew`,
      value: `${(100 * anew).toFixed(0)} % of ${kept.promptTokens}`,
      goal: '≤ 35 %',
      met: anew <= 0.35,
    },
    {
      name: `${name}: time with kept prompts / without`,
      value: `${ratio.toFixed(2)} × (${kept.seconds.toFixed(0)} / ${none.seconds.toFixed(0)} s)`,
      goal: '< 0.5 ×',
      met: ratio < 0.5,
    },
  ];
}

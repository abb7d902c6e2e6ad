/**
 * @file `npm run bench [-- NAME …]`: measures, and prints ratios within one run. Nothing here is a test: machines differ.
 */
import { cpus } from 'node:os';
import type { Benchmark } from './benchmark.ts';
import { printRows } from './benchmark.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  planners: async () => (await import('./planners.ts')).planners,
  chat: async () => (await import('./chat.ts')).chat,
  baselines: async () => (await import('./baselines.ts')).baselines,
  evaluation: async () => (await import('./evaluation.ts')).evaluation,
  models: async () => (await import('./models.ts')).models,
  'first-tree': async () => (await import('./first-tree.ts')).firstTreeOfPage,
  policies: async () => (await import('./policies.ts')).policies,
  embeddings: async () => (await import('./embeddings.ts')).embeddings,
  elementary: async () => (await import('./elementary.ts')).elementary,
  'language-model': async () => (await import('./language-model.ts')).languageModel,
  faults: async () => (await import('./faults.ts')).faults,
};

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in BENCHMARKS));
  if (unknown.length > 0) {
    console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`);
    return 2;
  }
  console.log(`Node ${process.version}, ${String(cpus().length)} cores\n`);
  for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS).filter((one) => one !== 'language-model')) {
    const benchmark = await BENCHMARKS[name]?.();
    if (benchmark === undefined) continue;
    console.log(`${benchmark.title}\n${printRows(await benchmark.run())}\n`);
  }
  return 0;
}

// Options belong to the benchmark that is named before them.
const options = process.argv.findIndex((one) => one.startsWith('--'));
process.exit(await main(process.argv.slice(2, options < 0 ? undefined : options)));

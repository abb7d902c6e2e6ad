/**
 * @file What was measured on this machine: the latest benchmark of each model, in one file.
 */
import { z } from 'zod/mini';
import type { FileStore } from '../../core/file-store.ts';
import type { Benchmark } from '../service/model-library.ts';

// Beside the models' folder, since it is worth more than their files and stays when those are removed.
const PATH = 'benchmarks.json';

const figure = z.nullable(z.number());
const schema = z.array(
  z.strictObject({
    name: z.string(),
    dtype: z.nullable(z.string()),
    device: z.nullable(z.string()),
    measuredAt: z.number(),
    threads: z.int(),
    loadMilliseconds: z.number(),
    prefillTokensPerSecond: figure,
    decodeTokensPerSecond: figure,
    textsPerSecond: figure,
    runs: z.int(),
  }),
);

/** All that are kept; none where the file cannot be read. */
export async function readBenchmarks(files: FileStore): Promise<readonly Benchmark[]> {
  const bytes = await files.read(PATH);
  if (bytes === null) return [];
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return [];
  }
}

/** Keeps one in place of the model's last. */
export async function keepBenchmark(files: FileStore, benchmark: Benchmark): Promise<void> {
  const others = (await readBenchmarks(files)).filter(({ name }) => name !== benchmark.name);
  await files.write(PATH, new TextEncoder().encode(JSON.stringify([...others, benchmark])));
}

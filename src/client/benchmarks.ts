/** @file What was measured on this machine: the latest speed of each model, in this browser's settings. */
import { nameInSite } from '../core/platform/site-scope.ts';

/** How fast a model is on this machine, measured. */
export interface Benchmark {
  readonly name: string;
  readonly dtype: string | null;
  readonly device: string | null;
  /** Milliseconds since 1970. */
  readonly measuredAt: number;
  readonly threads: number;
  readonly loadMilliseconds: number;
  /** Medians over `runs`; null for an embedding model, or where the model ended too early to tell. */
  readonly prefillTokensPerSecond: number | null;
  readonly decodeTokensPerSecond: number | null;
  /** Titles at batch 32; null for a language model. */
  readonly textsPerSecond: number | null;
  readonly runs: number;
}

const KEY = nameInSite('benchmarks');

const isBenchmark = (value: unknown): value is Benchmark => {
  const { name, measuredAt, loadMilliseconds, runs } = (value ?? {}) as Partial<Benchmark>;
  return typeof name === 'string' && [measuredAt, loadMilliseconds, runs].every((one) => typeof one === 'number');
};

/** All that are kept; none where the settings cannot be read. */
export function readBenchmarks(): readonly Benchmark[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isBenchmark) : [];
  } catch {
    return [];
  }
}

/** Keeps one in place of the model's last. @returns all of them */
export function keepBenchmark(benchmark: Benchmark): readonly Benchmark[] {
  const all = [...readBenchmarks().filter(({ name }) => name !== benchmark.name), benchmark];
  localStorage.setItem(KEY, JSON.stringify(all));
  return all;
}

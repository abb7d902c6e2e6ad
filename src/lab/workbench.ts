/**
 * @file One open dataset: who has a task in it, and runs about it.
 */
import { now } from '../core/clock.ts';
import type { Dataset } from '../core/dataset.ts';
import type { FileStore } from '../core/file-store.ts';
import type { RunSummary } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import { leaveLastOut } from '../data/split/leave-last-out.ts';
import { taskSubjects, type TaskSubject } from '../data/split/task-source.ts';
import { createSplit } from '../runs/registry.ts';
import { parseRunSpec } from '../runs/run-spec.ts';
import { run } from '../runs/run.ts';
import { openSession, type SessionProgress } from '../runs/session.ts';

/** One open dataset. */
export interface Workbench {
  readonly dataset: Dataset;
  readonly subjects: readonly TaskSubject[];
  /** Makes what a run of this spec needs, so that the run itself begins at once. */
  prepare(spec: unknown, signal: AbortSignal): Promise<void>;
  /** Runs a spec; see `run`. */
  run(spec: unknown, write: (event: TraceEvent) => void, signal: AbortSignal): Promise<RunSummary>;
  close(): void;
}

/** Puts a dataset on a workbench. */
export function openWorkbench(
  engine: SqlEngine,
  dataset: Dataset,
  options: { readonly files: FileStore; readonly onProgress: SessionProgress },
): Workbench {
  const session = openSession(engine, dataset, options);
  return {
    dataset,
    subjects: taskSubjects(dataset, leaveLastOut(dataset)),
    async prepare(input, signal) {
      const spec = parseRunSpec(input);
      const split = createSplit(spec, dataset);
      await session.database(split, signal);
      await session.createModel(spec, split, signal);
    },
    run: (spec, write, signal) => run(spec, { ...session, files: options.files, now, write, signal }),
    close: () => session.close(),
  };
}

/** @file A kind of what can be started, and what the lab lends it. */
import type { FileStore } from '../core/file-store.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import type { SessionOptions } from './run/session.ts';
import type { DatasetShelf, ExampleShelf } from './datasets/dataset-shelf.ts';
import type { Experiments, NewExperiment } from './experiments/experiments.ts';
import type { ModelShelf } from './models/model-shelf.ts';
import type { Keeping, Queries } from './queries.ts';
import type { CompleteRunSpec } from './run/run-spec.ts';
import type { Workbench } from './run/workbench.ts';
import type { Going, Slow } from './service.ts';

export interface LabParts {
  readonly models: ModelShelf;
  readonly examples: ExampleShelf;
  readonly threads: Pick<SessionOptions, 'startStatements' | 'startPrograms'>;
  readonly engine: () => Promise<SqlEngine>;
  readonly files: () => Promise<FileStore>;
  readonly datasets: () => Promise<DatasetShelf>;
  readonly experiments: () => Promise<Experiments>;
  /** @throws LabError where no dataset is open */
  workbench(): Workbench;
  /** Checks that a run can begin on what is open. @throws LabError `spec-invalid`, `name-unknown`, `network-off` */
  check(spec: CompleteRunSpec, signal: AbortSignal): Promise<void>;
  /** Sends what is told of slow work to this listener, until the returned function is called. */
  listen(onPhase: (phase: string, done: number) => void): () => void;
}

/** What is under way, and where its events are kept. */
export interface Work extends Going {
  readonly lab: LabParts;
  readonly id: string | null;
  /** Puts it into the list, unless it is there and goes on. */
  readonly begin: (made: NewExperiment) => Promise<void>;
  /** Keeps events behind those that are kept already, and passes them on. @param part of those that come apart @throws LabError */
  readonly keep: <Result>(
    act: (write: (event: TraceEvent) => void, before: readonly TraceEvent[]) => Promise<Result>,
    part?: string,
  ) => Promise<Result>;
}

export interface Kind<Spec, End> {
  /** Whether it goes on where the disk is full: its events are kept as far as there is room. */
  readonly isLenient?: true;
  /** Checks a spec and fills in its defaults. @throws LabError naming the first wrong field */
  parse(input: unknown): Spec;
  /** The models that it asks, which are loaded first. */
  needs(spec: Spec): readonly ComponentSpec[] | Promise<readonly ComponentSpec[]>;
  /** Goes on behind the events that are kept of it. @throws LabError */
  run(spec: Spec, work: Work): Promise<End>;
}

type Asking = Partial<Slow> & Pick<Slow, 'signal'>;

type Answer<Verb> = Verb extends (asked: infer Asked) => infer Told
  ? (asked: Asked, asking: Asking) => Told | Promise<Told>
  : never;

export type Answers<What extends keyof Queries> = { readonly [One in What]: Answer<Queries[One]> };
export type Keepers<What extends keyof Keeping> = { readonly [One in What]: Answer<Keeping[One]> };

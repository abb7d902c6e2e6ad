/** @file What a run needs of its host: the lab, the terminal, a test. */
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { NetworkAsk } from '../../core/network-asks.ts';
import type { Recommender } from '../../core/recommender.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { Split } from '../../data/split/splits.ts';
import type { ProgramRunner } from '../../programs/program-runner.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import type { BaselineSpec } from './baseline-spec.ts';
import type { EmbeddingHost } from './create-retrieval.ts';
import type { ExampleDatasets } from './example-datasets.ts';
import type { CompleteRunSpec } from './run-spec.ts';

export interface RunHost {
  readonly dataset: Dataset;
  readonly examples?: ExampleDatasets;
  database(split: Split, signal: AbortSignal): Promise<Database>;
  /** The spec's engine, fitted to training interactions alone. @throws LabError `name-unknown`, `spec-invalid`, `model-failed` */
  createModel(spec: CompleteRunSpec, split: Split, signal: AbortSignal): Promise<LanguageModel>;
  /** Fitted to training interactions alone. @throws LabError `aborted`, `task-impossible` */
  createBaseline(spec: BaselineSpec, seed: number, split: Split, signal: AbortSignal): Promise<Recommender>;
  /** @throws LabError `aborted`, `task-impossible` */
  /** @throws LabError `spec-invalid`, `model-missing`, `aborted` */
  createRetrieval(embedding: ComponentSpec, signal: AbortSignal): Promise<SoftRetrieval>;
  readonly embeddings: EmbeddingHost;
  readonly programs?: ProgramRunner;
  /** Milliseconds; only for the times of events. */
  now(): number;
  write(event: TraceEvent): void;
  isWanted?(id: string): boolean;
  readonly signal: AbortSignal;
  /** What the run may ask over the network; nothing where it is left out. @throws LabError `network-off` */
  readonly requireAgreed?: (asks: readonly NetworkAsk[]) => void;
  /** False where nobody reads the digest: it takes a quarter of the time of a fast run, and is empty then. */
  readonly wantsDigest?: boolean;
  /** The events of a run that was kept, for a fork of it; null where it is not here any more. */
  parent?(run: string): Promise<readonly TraceEvent[] | null>;
  readonly files?: FileStore;
}

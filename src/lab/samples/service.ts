/** @file Samples of other programs' files, on both sides of the worker border. Types only. */
import type { ItemId, UserId } from '../../core/dataset.ts';
import type { RunSpec } from '../../core/run.ts';

export interface SampleOfFile {
  readonly user: UserId;
  readonly item: ItemId;
  readonly candidates?: readonly ItemId[];
}

export interface SampleFile {
  /** With the folders below the chosen one; of a file that was chosen itself, its name. */
  readonly path: string;
  readonly content: Blob;
}

/** Samples of the open dataset. Every method rejects with a `LabError`. */
export interface SamplesService {
  write(spec: RunSpec, signal: AbortSignal): Promise<string>;
  /** Reads a CSV file, candidates of S³-Rec or P5, or AgentRecBench's tasks with their ground truth. */
  read(files: readonly SampleFile[]): Promise<readonly SampleOfFile[]>;
}

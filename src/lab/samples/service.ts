/**
 * @file Samples of other programs' files, on both sides of the worker border. Types only.
 */
import type { ItemId, UserId } from '../../core/dataset.ts';
import type { RunSpec } from '../../core/run.ts';

/** What a sample asks about, as `tasks.options.samples` of a spec has it. */
export interface SampleOfFile {
  readonly user: UserId;
  readonly item: ItemId;
  readonly candidates?: readonly ItemId[];
}

/** A file as it was chosen. */
export interface SampleFile {
  /** With the folders below the chosen one; of a file that was chosen itself, its name. */
  readonly path: string;
  readonly content: Blob;
}

/** Samples of the open dataset. Every method rejects with a `LabError`. */
export interface SamplesService {
  /** The tasks of a spec as a CSV file, with their truths and the histories before them. */
  write(spec: RunSpec, signal: AbortSignal): Promise<string>;
  /**
   * The samples of a CSV file, of S³-Rec's or P5's candidates, or of AgentRecBench's tasks with their ground truth, which may lie in folders among
   * other files.
   */
  read(files: readonly SampleFile[]): Promise<readonly SampleOfFile[]>;
}

/**
 * @file Samples in MACRec's CSV columns, on both sides of the worker border. Types only.
 */
import type { ItemId, UserId } from '../../core/dataset.ts';
import type { RunSpec } from '../../core/run.ts';

/** What a sample asks about, as `tasks.options.samples` of a spec has it. */
export interface SampleOfFile {
  readonly user: UserId;
  readonly item: ItemId;
  readonly candidates?: readonly ItemId[];
}

/** Samples of the open dataset. Every method rejects with a `LabError`. */
export interface SamplesService {
  /** The tasks of a spec as a CSV file, with their truths and the histories before them. */
  write(spec: RunSpec, signal: AbortSignal): Promise<string>;
  /** The samples of a CSV file, or of S³-Rec's or P5's candidates for the open dataset; whether the dataset has them shows when a spec with them is checked. */
  read(text: string): Promise<readonly SampleOfFile[]>;
}

/**
 * @file What the lab does for the cells of a notebook, on both sides of the worker border. Types only.
 */
import type { EventDifference, RowsOutput, RunOutput } from '../../notebook/cell-output.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { CellSpec } from '../../notebook/notebook.ts';
import type { AskingModels } from '../../rpc/transfer-handlers.ts';

/** A run of a cell. */
export interface NotebookRun {
  /** What tells it from the cell's other runs. */
  readonly label: string;
  /** About the open dataset. */
  readonly spec: CellSpec;
  /** The notebook's id, and the name of the file that the events go to. */
  readonly notebook: string;
  readonly trace: string;
  /** Recorded replies that travel with the notebook. */
  readonly recordings: { readonly [name: string]: string };
  /** The name of such a file with events to compare with; null for none. */
  readonly compareWith: string | null;
}

/** How far a run of a cell is. */
export interface NotebookRunProgress {
  readonly done: number;
  readonly tasks: number;
  readonly events: number;
}

/** What a run of a cell came to. */
export interface NotebookRunEnd {
  readonly output: RunOutput;
  /** Against the events to compare with; null where all is the same, undefined where there were none. */
  readonly difference?: EventDifference | null;
  /** The recording that the run made or replayed; null where it did neither. */
  readonly recording: string | null;
}

/** A look at the open dataset, or at a part of it. */
export interface NotebookQuestion {
  readonly dataset: ComponentSpec;
  /** A statement on its tables; null asks for the dataset itself: how many ratings there are of each value. */
  readonly query: string | null;
  readonly notebook: string;
  readonly trace: string;
}

/** What the run of a cell takes. */
export interface RunningCell extends AskingModels {
  readonly onProgress: (progress: NotebookRunProgress) => void;
}

/** Cells of notebooks, on the open dataset. Every method rejects with a `LabError`. */
export interface NotebookRuns {
  /** Checks a notebook down to the names and options in its specs. @throws LabError naming the first place that is wrong */
  check(notebook: unknown): Promise<void>;
  /** Keeps the events as they happen. After an abort it resolves with an aborted summary. */
  run(run: NotebookRun, running: RunningCell): Promise<NotebookRunEnd>;
  /** Keeps the question and what came back as events. What is wrong with a statement is part of the output. */
  ask(question: NotebookQuestion, signal: AbortSignal): Promise<RowsOutput>;
}

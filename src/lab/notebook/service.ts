/** @file What the lab does for the cells of a notebook, on both sides of the worker border. Types only. */
import type { EventDifference, RunOutput, CellOutput } from '../../notebook/cell-output.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { CellSpec } from '../../notebook/notebook.ts';
import type { Json } from '../../core/json.ts';

export interface NotebookOrigin {
  readonly kind: 'link' | 'file' | 'ready';
  readonly name: string;
}

export interface NotebookContent {
  readonly title: string;
  readonly cells: number;
  readonly origin: NotebookOrigin | null;
  readonly notebook: Json;
}

export interface OpenedNotebook extends NotebookContent {
  readonly outputs: readonly CellOutput[];
}

export interface NotebookRun {
  readonly label: string;
  readonly spec: CellSpec;
  /** The part of the notebook that the events are. */
  readonly trace: string;
  /** Recorded replies that travel with the notebook. */
  readonly recordings: { readonly [name: string]: string };
  /** Such a part with events to compare with; null for none. */
  readonly compareWith: string | null;
}

export interface NotebookRunEnd {
  readonly output: RunOutput;
  /** Against the events to compare with; null where all is the same, undefined where there were none. */
  readonly difference?: EventDifference | null;
  /** The recording that the run made or replayed; null where it did neither. */
  readonly recording: string | null;
}

export interface NotebookQuestion {
  readonly dataset: ComponentSpec;
  /** A statement on its tables; null asks for the dataset itself: how many ratings there are of each value. */
  readonly query: string | null;
  readonly trace: string;
}

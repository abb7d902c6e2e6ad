/**
 * @file What the notebook worker offers to the page: notebooks that are kept in this browser and what their
 * cells came to. Types only.
 */
import type { CellOutput } from '../../notebook/cell-output.ts';
import type { Json } from '../../core/json.ts';
import type { KeptTrace } from '../../trace/trace-file.ts';

/** Where a notebook came from; null for one that was begun here. */
export interface NotebookOrigin {
  /** `link`, `file`, `address`, `ready` or `copy`. */
  readonly kind: 'link' | 'file' | 'address' | 'ready' | 'copy';
  /** A file's name, an address, a title; empty for a link. */
  readonly name: string;
  /** Of the notebook as it came: the payload of its link. */
  readonly digest: string;
}

/** A notebook as it is kept: complete, and what is being written and not yet right. */
export interface NotebookContent {
  readonly title: string;
  readonly cells: number;
  readonly origin: NotebookOrigin | null;
  /** The notebook as its file has it. */
  readonly notebook: Json;
  /** Texts of cells that are no valid cells yet, by id. */
  readonly drafts: { readonly [cell: string]: string };
}

/** A kept notebook in a list. */
export interface KeptNotebook {
  readonly id: string;
  readonly title: string;
  readonly cells: number;
  readonly origin: NotebookOrigin | null;
  /** In milliseconds since 1970. */
  readonly savedAt: number;
}

/** A notebook with all that is kept of it but its events. */
export interface OpenedNotebook extends NotebookContent {
  /** Goes up with each save. */
  readonly revision: number;
  readonly savedAt: number;
  readonly outputs: readonly CellOutput[];
}

/** The notebooks that are kept here. Every method rejects with a `LabError`. */
export interface NotebookShelf {
  /** The last saved first. */
  notebooks(): Promise<readonly KeptNotebook[]>;
  /** @throws LabError `name-unknown`, `file-damaged` */
  openNotebook(id: string): Promise<OpenedNotebook>;
  /**
   * Keeps a notebook.
   * @param revision the one that was read or saved last; 0 for a new notebook
   * @returns the new revision
   */
  saveNotebook(id: string, revision: number, content: NotebookContent): Promise<number>;
  removeNotebook(id: string): Promise<void>;
  /** A copy with its outputs, under another id and title. */
  copyNotebook(id: string, copy: string, title: string): Promise<void>;
  /** Keeps what a cell came to, in place of what it came to before. */
  keepOutput(id: string, output: CellOutput): Promise<void>;
  /** What can be read of the events of a run or a look. @throws LabError `name-unknown` */
  readEvents(id: string, trace: string): Promise<KeptTrace>;
}

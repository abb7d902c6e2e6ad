/** @file Messages between the page and its workers about where files are kept. Types only. */
import type { LabErrorData } from '../../core/errors.ts';

/** The first message to each worker that keeps files, with a port that was transferred. */
export interface StorageOffer {
  /** The worker sends `StorageReport`s on it, and gets `TabFiles` where it asks for them. */
  readonly storage: MessagePort;
  /** True where another worker of the tab could not use the browser's storage: this one does not try. */
  readonly isInTab: boolean;
}

export type StorageReport =
  | { readonly type: 'browser' }
  /** The browser gives none: the worker asks for the files of the tab. @see TabFiles */
  | { readonly type: 'tab' }
  /** Something could not be written. */
  | { readonly type: 'failed'; readonly error: LabErrorData }
  /** The first that could be written after that. */
  | { readonly type: 'works' };

/** The port behind which the files of the tab are, which are gone with it; to a worker that asked. */
export interface TabFiles {
  readonly files: MessagePort;
}

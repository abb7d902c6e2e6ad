/** @file Brings the Notebook page when it is first opened. Its state stays while other places are open: cells go on running. */
import type { Session } from '../../session.svelte.ts';
import type NotebookPage from './NotebookPage.svelte';
import type { Notebooks } from './notebooks.svelte.ts';

/** The page and its state. */
export interface OpenedNotebooks {
  readonly Page: typeof NotebookPage;
  readonly notebooks: Notebooks;
}

/** Opens the page. */
export function notebookPage(session: Session): () => Promise<OpenedNotebooks> {
  let notebooks: Notebooks | null = null;
  return async () => {
    const [{ default: Page }, state] = await Promise.all([
      import('./NotebookPage.svelte'),
      import('./notebooks.svelte.ts'),
    ]);
    notebooks ??= new state.Notebooks(session);
    return { Page, notebooks };
  };
}

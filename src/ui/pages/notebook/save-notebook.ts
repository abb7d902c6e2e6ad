/** @file A notebook as a file for the person. */
import type { Notebook } from '../../../notebook/notebook.ts';
import { fileOf } from '../../../notebook/expected.ts';
import { download, fileName } from '../../browser.ts';

/** Saves it where the browser saves files, with everything in it. */
export function saveNotebook(notebook: Notebook): void {
  const text = `${JSON.stringify(fileOf(notebook), null, 2)}\n`;
  download(new Blob([text], { type: 'application/json' }), `${fileName(notebook.title) || 'notebook'}.espalier.json`);
}

/** A page that a link opens as it is. */
export interface SharedPage {
  /** What stands before the notebook in the address: `plan&from=kept&axis=steps&`. */
  readonly address: string;
  /** What the link holds, in a sentence that loads when it is asked for. */
  readonly holds: () => Promise<string>;
}

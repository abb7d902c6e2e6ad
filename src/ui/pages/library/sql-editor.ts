/** @file A SQL editor. It comes in a part of the page of its own, since most visits need none. */
import { sql, SQLite } from '@codemirror/lang-sql';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { EDITOR_COLOURS, EDITOR_THEME, TYPE_OVER } from './editor-look.ts';

/** What the editor is given. */
export interface SqlEditorOptions {
  readonly text: string;
  /** Tables and their columns, as the database describes them, for completion. */
  readonly schema: string;
  readonly onChange: (text: string) => void;
  /** Ctrl+Enter or Command+Enter. */
  readonly onRun: () => void;
}

/**
 * Opens an editor in a place of the page.
 * @returns the editor, to be destroyed when the place goes away
 */
export function openSqlEditor(place: HTMLElement, { text, schema, onChange, onRun }: SqlEditorOptions): EditorView {
  // The policy refuses styles that are written into the page; into a shadow root the editor brings them as a sheet.
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const run = keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        onRun();
        return true;
      },
    },
  ]);
  const state = EditorState.create({
    doc: text,
    extensions: [
      Prec.highest(run),
      basicSetup,
      sql({ dialect: SQLite, schema: columnsOf(schema) }),
      placeholder('SELECT …'),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'SQL; press Escape, then Tab, to leave' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      TYPE_OVER,
      EDITOR_THEME,
      syntaxHighlighting(EDITOR_COLOURS),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

/** Columns by table, from lines that begin like `items(item_id, title, year)`. */
function columnsOf(schema: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [, table = '', columns = ''] of schema.matchAll(/^[-* ]*(\w+)\s*\(([^)]*)\)/gm)) {
    found[table] = columns.split(',').flatMap((column) => column.trim().match(/^\w+/) ?? []);
  }
  return found;
}

/** @file A SQL editor. It comes in a part of the page of its own, since most visits need none. */
import { sql, SQLite } from '@codemirror/lang-sql';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { EDITOR_COLOURS, EDITOR_THEME } from './editor-look.ts';
import { TYPE_OVER } from './type-over.ts';

/** What the editor is given. */
export interface SqlEditorOptions {
  readonly text: string;
  /** Columns by table, for completion. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (text: string) => void;
  /** Ctrl+Enter or Command+Enter. */
  readonly onRun: () => void;
}

/**
 * Opens an editor in a place of the page.
 * @returns the editor, to be destroyed when the place goes away
 */
export function openSqlEditor(place: HTMLElement, { text, tables, onChange, onRun }: SqlEditorOptions): EditorView {
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
      sql({
        dialect: SQLite,
        schema: Object.fromEntries(Object.entries(tables).map(([name, own]) => [name, [...own]])),
      }),
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

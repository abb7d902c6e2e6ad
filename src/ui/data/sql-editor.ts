/** @file A SQL editor. It comes in a part of the page of its own, since most visits need none. */
import { sql, SQLite } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';

/** What the editor is given. */
export interface SqlEditorOptions {
  readonly text: string;
  /** Columns by table, for completion. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (text: string) => void;
  /** Ctrl+Enter or Command+Enter. */
  readonly onRun: () => void;
}

const THEME = EditorView.theme({
  '&': { border: '1px solid var(--ghost)', borderRadius: '3px', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--leaf)', outlineOffset: '1px' },
  '.cm-scroller': { font: '0.9rem/1.55 var(--mono)', minHeight: '6.5em', maxHeight: '22em' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--leaf) 7%, transparent)' },
  // A statement has nothing to fold.
  '.cm-gutter.cm-foldGutter': { display: 'none !important' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--leaf)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ochre)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sky)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--plum)' },
  { tag: tags.comment, color: 'var(--faint)' },
]);

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
      THEME,
      syntaxHighlighting(COLOURS),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

/** @file An editor of planners' programs. It comes in a part of the page of its own, since most visits need none. */
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { tags } from '@lezer/highlight';

const EDITOR_THEME = EditorView.theme({
  '&': { border: '1px solid var(--ghost)', borderRadius: '3px', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--leaf)', outlineOffset: '1px' },
  '.cm-scroller': { font: '0.9rem/1.55 var(--mono)', minHeight: '6.5em', maxHeight: '22em' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--leaf) 7%, transparent)' },
  // What is written here is too short to fold.
  '.cm-gutter.cm-foldGutter': { display: 'none !important' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--clay) 1px' },
  // No colour of a theme that the page does not have.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '0.9rem/1.5 var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--leaf-wash)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '4px 8px', font: '0.9rem/1.5 var(--sans)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)' },
});

const EDITOR_COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--leaf)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ochre)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sky)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--plum)' },
  { tag: tags.comment, color: 'var(--faint)' },
]);

/**
 * Puts what is typed over a selection into the document itself. Chromium would keep the style of what was there in the style
 * attribute of an element, which the page's policy refuses, and say so in the console.
 */
const TYPE_OVER = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const text = event.inputType === 'insertText' ? event.data : null;
    if (text === null || empty || event.isComposing || view.state.readOnly) return false;
    const typed = () => view.state.update({ ...view.state.replaceSelection(text), userEvent: 'input.type' });
    // A bracket goes around what is selected, for one.
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, typed)))
      view.dispatch(typed());
    event.preventDefault();
    return true;
  },
});

const SYNTAX_WRONG = 'The syntax is wrong here, or just before.';

function syntaxProblems(source: string): Diagnostic[] {
  const problems: Diagnostic[] = [];
  javascriptLanguage.parser.parse(source).iterate({
    enter({ from, to, type }) {
      if (type.isError && problems.length === 0)
        problems.push({ from, to: Math.max(to, from + 1), severity: 'error', message: SYNTAX_WRONG });
    },
  });
  return problems;
}

export interface ProgramEditorOptions {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

export function openProgramEditor(place: HTMLElement, options: ProgramEditorOptions): EditorView {
  // The policy refuses styles that are written into the page; into a shadow root the editor brings them as a sheet.
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const run = keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        options.onRun();
        return true;
      },
    },
  ]);
  const problems = linter(({ state }) => syntaxProblems(state.doc.toString()), { delay: 300 });
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      Prec.highest(run),
      basicSetup,
      javascript(),
      problems,
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'The planner’s program; press Escape, then Tab, to leave' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onChange(update.state.doc.toString());
      }),
      TYPE_OVER,
      EDITOR_THEME,
      syntaxHighlighting(EDITOR_COLOURS),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

/** Writes another text in the place of the one that the editor holds; it can be undone. */
export function replaceText(editor: EditorView, text: string): void {
  if (editor.state.doc.toString() === text) return;
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
}

/** Marks where a run failed until something is typed. @param line from 1 @param column from 1 */
export function markFailure(editor: EditorView, line: number, column: number, message: string): void {
  const { doc } = editor.state;
  if (line > doc.lines) return;
  const { from, to } = doc.line(line);
  const start = Math.min(from + column - 1, to);
  editor.dispatch(setDiagnostics(editor.state, [{ from: start, to, severity: 'error', message }]));
}

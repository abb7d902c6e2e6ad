/** @file An editor of planners' programs. It comes in a part of the page of its own, since most visits need none. */
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { EDITOR_COLOURS, EDITOR_THEME, TYPE_OVER } from '../library/editor-look.ts';

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

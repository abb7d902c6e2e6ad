/** @file How the page's editors look. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const EDITOR_THEME = EditorView.theme({
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

export const EDITOR_COLOURS = HighlightStyle.define([
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
export const TYPE_OVER = EditorView.domEventHandlers({
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

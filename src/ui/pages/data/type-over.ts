/** @file What is typed over a selection. */
import { EditorView } from '@codemirror/view';

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

/** @file Fields of one line that show all of it: a line may be longer than its column is wide. */
import type { Attachment } from 'svelte/attachments';

/**
 * Keeps the text of a `textarea` one line, on as many lines of the page as it takes: Enter does what it does in an `input` (it sends the
 * form, and tells of a change), and line breaks of what is pasted become blanks. `textarea.one-line` in app.css sizes it.
 */
export const oneLine: Attachment<HTMLTextAreaElement> = (field) => {
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.form?.requestSubmit();
  };
  const onbeforeinput = (event: InputEvent): void => {
    const pasted = event.dataTransfer?.getData('text/plain') ?? event.data ?? '';
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    const line = pasted
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .join(' ');
    field.setRangeText(line, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  field.addEventListener('keydown', onkeydown);
  field.addEventListener('beforeinput', onbeforeinput);
  return () => {
    field.removeEventListener('keydown', onkeydown);
    field.removeEventListener('beforeinput', onbeforeinput);
  };
};

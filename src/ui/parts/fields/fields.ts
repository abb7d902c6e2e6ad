/** @file What several kinds of fields share. */
import type { Attachment } from 'svelte/attachments';

type Field = HTMLSelectElement | HTMLInputElement;

/** Beside the words, in pixels: a field's padding, and room for the caret. */
const BESIDE = 4;

const saidBy = (field: Field): string =>
  field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.label.trim() ?? '') : field.value;

/**
 * Does it where the style sheet cannot.
 * @param said what the field's words depend on: they are measured anew when it changes
 */
export const fitWidth =
  (said: unknown): Attachment<Field> =>
  (field) => {
    if (CSS.supports('field-sizing', 'content')) return;
    const fit = (): void => {
      // A text beside the field, in its letters: a canvas of WebKit does not read a field's font.
      const words = document.createElement('span');
      words.textContent = saidBy(field);
      const { fontFamily, fontSize, fontStyle, fontWeight, letterSpacing } = getComputedStyle(field);
      const letters = { fontFamily, fontSize, fontStyle, fontWeight, letterSpacing };
      Object.assign(words.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre', ...letters });
      field.after(words);
      field.style.width = `${String(Math.ceil(words.getBoundingClientRect().width) + BESIDE)}px`;
      words.remove();
    };
    void said;
    // Once the field holds the new value, and again once its font is there.
    queueMicrotask(fit);
    void document.fonts.ready.then(fit);
    field.addEventListener('input', fit);
    return () => field.removeEventListener('input', fit);
  };

/** A value, what it is called and, where it cannot be chosen, why. */
export type Choice = readonly [value: string, title: string, lacking?: string | undefined];

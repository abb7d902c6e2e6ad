/** @file Fields of a sentence as wide as what they say. `field-sizing` does it in CSS, which Safari has had since version 26.2 only. */
import type { Attachment } from 'svelte/attachments';

type Field = HTMLSelectElement | HTMLInputElement;

/** Beside the words, in pixels: a field's padding, and room for the caret. */
const BESIDE = 6;

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
    const brush = document.createElement('canvas').getContext('2d');
    if (brush === null) return;
    const fit = (): void => {
      brush.font = getComputedStyle(field).font;
      field.style.width = `${String(Math.ceil(brush.measureText(saidBy(field)).width) + BESIDE)}px`;
    };
    void said;
    // Once the field holds the new value, and again once its font is there.
    queueMicrotask(fit);
    void document.fonts.ready.then(fit);
    field.addEventListener('input', fit);
    return () => field.removeEventListener('input', fit);
  };

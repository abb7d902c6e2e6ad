/** @file Fences of Markdown that models put around a reply. */

const LINE = /^[ \t]{0,8}```[\w-]{0,20}[ \t]{0,8}$/gm;

/** A text without the lines that are fences. */
export const withoutFences = (text: string): string => text.replaceAll(LINE, '').trim();

/** What stands between the two fences around JSON, wherever their lines end; any other text as it is. */
export const unfenced = (text: string): string =>
  text
    .trim()
    .replace(/^```(?:json)?|```$/g, '')
    .trim();

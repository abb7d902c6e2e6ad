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

/** True where a text ends within a fence. */
export const opensFence = (text: string): boolean => (text.match(LINE)?.length ?? 0) % 2 === 1;

/** The text before the first line that is a fence; the whole text where there is none. */
export function beforeFence(text: string): string {
  const at = text.search(LINE);
  return at < 0 ? text : text.slice(0, at);
}

/** @file Texts of models and data within a sentence. */

/** A text in quotes and in one line, cut to what can be read aloud. @param longest in characters */
export function quoted(text: string, longest = 240): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}”`;
}

/** @file Short texts in sentences and tables: counts, quotes, numbers, titles. */

/** `1 step`, `2 steps`, `3 people`. @param nouns the plural, with an s where it is not given */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;

/** A text in quotes and in one line, cut to what can be read aloud. @param longest in characters */
export function quoted(text: string, longest = 240): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}”`;
}

/** Titles that a shop fills in where nobody wrote one. RecMind leaves them out (section 4.4), and so does the lab. */
const FILLED_IN = /^(?:one|two|three|four|five) stars?\W*$/i;

export function writtenHeading(heading: string | null | undefined): string | null {
  const text = heading?.trim() ?? '';
  return text === '' || FILLED_IN.test(text) ? null : text;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `Heat (1995)`; the title alone where no year is known. */
export function titleWithYear({ title, year }: { readonly title: string; readonly year: number | null }): string {
  return year === null ? title : `${title} (${String(year)})`;
}

export const undated = (title: string): string => title.replace(/ \(\d{4}\)$/u, '');

/** `1,234,567`: a whole number, 0 or more, with its digits in threes. */
export function grouped(value: number): string {
  const digits = String(Math.trunc(value));
  const threes: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) threes.unshift(digits.slice(Math.max(0, end - 3), end));
  return threes.join(',');
}

export const short = (value: number): string => value.toFixed(2);

/** A rating that somebody gave: `4.0`, `4.5`, `3.97`. */
export const rating = (value: number): string => value.toFixed(2).replace(/0$/, '');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

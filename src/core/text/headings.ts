/** @file Which headings of reviews somebody wrote. */

/** Titles that a shop fills in where nobody wrote one. RecMind leaves them out (section 4.4), and so does the lab. */
const FILLED_IN = /^(?:one|two|three|four|five) stars?\W*$/i;

/** A heading, trimmed; null where there is none, or only one that a shop filled in. */
export function writtenHeading(heading: string | null | undefined): string | null {
  const text = heading?.trim() ?? '';
  return text === '' || FILLED_IN.test(text) ? null : text;
}

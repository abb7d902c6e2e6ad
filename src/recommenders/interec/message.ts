/** @file Messages of people as the recommender reads them: hostile texts are texts, and long ones are cut. */
export const ALL_FORGOTTEN = 'All forgotten';

export const startsOver = (reply: string): boolean => reply.toLowerCase().startsWith(ALL_FORGOTTEN.toLowerCase());

/** Longer messages are read up to here, which is said. */
export const LONGEST_MESSAGE = 2000;

export interface CleanMessage {
  readonly text: string;
  readonly isCut: boolean;
}

/** Straight quotes, single spaces, no control or invisible characters, at most `LONGEST_MESSAGE` characters. */
export function cleanMessage(raw: string): CleanMessage {
  const text = raw
    .slice(0, 4 * LONGEST_MESSAGE)
    .normalize('NFC')
    .replaceAll(/[\u201C\u201D\u201E\u00AB\u00BB]/gu, '"')
    .replaceAll(/[\u2018\u2019\u201A\u02BC]/gu, "'")
    .replaceAll(/[\u2013\u2014]/gu, '-')
    .replaceAll(/[\r\n\u2028\u2029]+/gu, '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (character) =>
      character === '\n' || character === '\t' ? character : '',
    )
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n[ \n]*/gu, '\n')
    .trim();
  return {
    text: text.slice(0, LONGEST_MESSAGE),
    isCut:
      raw.length > text.length + 4 * LONGEST_MESSAGE ||
      text.length > LONGEST_MESSAGE ||
      raw.length > 4 * LONGEST_MESSAGE,
  };
}

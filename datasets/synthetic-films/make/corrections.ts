/** @file Corrections of titles that no rule can find. */

/**
 * Latin-1 letters that were once read as Mac Roman: the source says `Fabuleux destin d'AmÈlie`. No title of the source
 * means the letter on the left.
 */
export const REPAIRED_CHARACTERS: Readonly<Record<string, string>> = {
  È: 'é',
  Ë: 'è',
  Í: 'ê',
  Î: 'ë',
  Û: 'ó',
  Ù: 'ô',
  Ö: '…',
  Ω: '½',
  '‡': 'à',
  '·': 'á',
  '‰': 'ä',
  '˘': 'ù',
};

/** Titles misspelt, or with letters lost or replaced for show, so that nobody could search for them. */
export const TITLE_CORRECTIONS: Readonly<Record<string, string>> = {
  'Ri¢hie Ri¢h': 'Richie Rich',
  'The Forgotton': 'The Forgotten',
  "What the #$'! Do We Know": 'What the #$*! Do We Know!?',
};

/** Older films that did open at the end of the year that the source names, so that their year must not move on. */
export const YEAR_END_RELEASES: ReadonlySet<string> = new Set(['The Deer Hunter', 'Witchboard']);

/** @file Why an item was named, in words: what each step of its plan found of it. */

/** Steps as they are recorded, each with its words; what a list was cut to says nothing of an item. */
const STEPS: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [
    /^filter: \d+ candidates satisfy: (.+?)(?:, of which the (\d+) best known stay)?(?:\. Not known: .+)?, one of (\d+)$/u,
    (_, conditions = '', known, of = '') =>
      `one of the ${of} ${known === undefined ? '' : 'best known '}with ${conditions}`,
  ],
  [
    /^rank: \d+ candidates in order by (.+), place (\d+) of (\d+)$/u,
    (_, by = '', place = '', of = '') => `place ${place} of ${of} by ${by}`,
  ],
  [
    /^similar: \d+ candidates are most like (.+) by ([^,]+), place (\d+) of (\d+)$/u,
    (_, titles = '', by = '', place = '', of = '') => `place ${place} of the ${of} nearest to ${titles} by ${by}`,
  ],
  [/^map: /u, () => ''],
];

/** One step in words; as it is recorded where it is none of these. */
function inWords(step: string): string {
  for (const [pattern, words] of STEPS) {
    const parts = pattern.exec(step);
    if (parts !== null) return words(...parts);
  }
  return step;
}

/** "Babel (2006): Rated 3.7 on average by 48 people; place 1 of 788 by …" @param passed what the item passed, step by step */
export const reasonOf = (title: string, passed: readonly string[]): string =>
  `${title}: ${passed
    .map(inWords)
    .filter((words) => words !== '')
    .join('; ')}.`;

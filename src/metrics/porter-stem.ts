/**
 * @file Porter's stemmer (Porter 1980, "An algorithm for suffix stripping", steps 1a to 5b) with the additions of NLTK, which
 * rouge-score uses. The package `stemmer` leaves those additions out, so that words such as `dies` or `enjoy` come out
 * otherwise.
 */

const IRREGULAR: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  skies: 'sky',
  sky: 'sky',
  dying: 'die',
  lying: 'lie',
  tying: 'tie',
  news: 'news',
  innings: 'inning',
  inning: 'inning',
  outings: 'outing',
  outing: 'outing',
  cannings: 'canning',
  canning: 'canning',
  howe: 'howe',
  proceed: 'proceed',
  exceed: 'exceed',
  succeed: 'succeed',
});

/** By letter: a vowel, which `y` is after a consonant. */
function vowels(word: string): boolean[] {
  const flags: boolean[] = [];
  for (const [index, letter] of [...word].entries())
    flags.push('aeiou'.includes(letter) || (letter === 'y' && index > 0 && flags[index - 1] === false));
  return flags;
}

/** Porter's m: how often a consonant follows a vowel. */
function measure(word: string): number {
  const flags = vowels(word);
  return flags.filter((vowel, index) => !vowel && flags[index - 1] === true).length;
}

/** Consonant, vowel, consonant at the end, the last not w, x or y; NLTK adds a word of just a vowel and a consonant. */
function endsShort(word: string): boolean {
  const [first, second, third] = [undefined, undefined, undefined, ...vowels(word)].slice(-3);
  if (second !== true || third !== false) return false;
  return word.length === 2 || (first === false && !/[wxy]$/.test(word));
}

/** A suffix, what it becomes, and what the rest must fulfil. The first suffix that fits decides. */
type Rule = readonly [suffix: string, replacement: string, applies?: (rest: string) => boolean];

function applyFirst(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const [suffix, replacement, applies = () => true] = rule;
  const rest = word.slice(0, word.length - suffix.length);
  return applies(rest) ? rest + replacement : word;
}

const hasMeasure = (rest: string): boolean => measure(rest) > 0;
const hasMeasure2 = (rest: string): boolean => measure(rest) > 1;
const rulesOf = (pairs: string, applies: (rest: string) => boolean): Rule[] =>
  pairs.split(' ').map((pair) => {
    const [suffix = '', replacement = ''] = pair.split('>');
    return [suffix, replacement, applies];
  });

const PLURAL: readonly Rule[] = [
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
];
const STEP_2: readonly Rule[] = [
  ...rulesOf(
    'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ' +
      'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful',
    hasMeasure,
  ),
  ['logi', 'log', (rest) => hasMeasure(`${rest}l`)],
];
const STEP_3 = rulesOf('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>', hasMeasure);
const STEP_4: readonly Rule[] = [
  ...rulesOf('al ance ence er ic able ible ant ement ment ent', hasMeasure2),
  ['ion', '', (rest) => hasMeasure2(rest) && /[st]$/.test(rest)],
  ...rulesOf('ou ism ate iti ous ive ize', hasMeasure2),
];

function withoutPlural(word: string): string {
  return word.length === 4 && word.endsWith('ies') ? word.slice(0, -1) : applyFirst(word, PLURAL);
}

function withoutPast(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('eed')) return hasMeasure(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const rest = word.replace(/(ed|ing)$/, '');
  if (rest === word || !vowels(rest).includes(true)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (rest.at(-1) === rest.at(-2) && vowels(rest).at(-1) === false)
    return /[lsz]$/.test(rest) ? rest : rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function step2(word: string): string {
  if (word.endsWith('alli') && hasMeasure(word.slice(0, -4))) return step2(word.slice(0, -2));
  return applyFirst(word, STEP_2);
}

function withoutFinalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const rest = word.slice(0, -1);
  return measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest)) ? rest : word;
}

/**
 * The stem of a word.
 * @param word lower-case letters and digits; of one or two characters it is its own stem
 */
export function porterStem(word: string): string {
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  if (word.length <= 2) return word;
  let stem = withoutPast(withoutPlural(word));
  if (stem.length > 2 && stem.endsWith('y') && vowels(stem).at(-2) === false) stem = `${stem.slice(0, -1)}i`;
  stem = applyFirst(applyFirst(step2(stem), STEP_3), STEP_4);
  stem = withoutFinalE(stem);
  return stem.endsWith('ll') && hasMeasure2(stem.slice(0, -1)) ? stem.slice(0, -1) : stem;
}

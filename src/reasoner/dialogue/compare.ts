/** @file Questions that set items side by side: which came out first, which is better rated, what is the difference. */
import type { Mention } from '../../core/dialogue.ts';
import type { ItemReference } from '../../core/task.ts';
import type { ItemQuestion } from './questions.ts';
import { Scan } from './scan.ts';
import { TitleReader } from './titles.ts';

const RELATION =
  '(?:came out first|(?:was )?(?:released|made) (?:first|earlier|later)|came first|(?:is |was )?(?:the )?(?:older|newer|longer|shorter|cheaper|more expensive|earlier|later|oldest|newest|longest|shortest|earliest|better[- ]rated|best[- ]rated|higher[- ]rated|highest[- ]rated|more popular|most popular)|has (?:the )?(?:better|higher|best|highest) rating)';
const WHICH = new RegExp(
  `(?:which|what)(?: one)?(?: of (?:them|these|those|the (?:two|three|four|five)))?(?: (?:film|movie))?\\s+${RELATION}(?!\\p{L})[,:]?\\s*`,
  'iu',
);
const SIDE_BY_SIDE =
  /^\W*(?:(?:can|could) you )?(?:please )?(?:compare|what(?:'s| is| are) the differences? between|how (?:does|do|did))\s+/iu;
const THAN =
  /^\W*(?:is|was)\s+(.{1,100}?)\s+(?:older|newer|longer|shorter|cheaper|more expensive|better(?: rated)?|more popular|better known)\s+than\s+(.{1,100}?)\W*$/iu;

const FACTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/first|earl|later|older|newer|oldest|newest|released/iu, ['year']],
  [/longer|shorter|longest|shortest/iu, ['running_time']],
  [/rat(?:ed|ing)|better/iu, ['rating', 'ratings']],
  [/cheap|expensive/iu, ['price']],
  [/popular|known/iu, ['ratings']],
];
const factsOf = (words: string): readonly string[] => FACTS.find(([pattern]) => pattern.test(words))?.[1] ?? ['year'];
const SIDES = ['year', 'genre', 'director', 'running_time', 'rating', 'ratings'];

/**
 * What items are compared, and by what; null where nothing is.
 * @param shown the items of the last list
 * @param about the titles that "it" may mean
 * @param known the attributes that the catalogue has, to compare by nothing else where no attribute is named
 */
export function readComparisonQuestion(
  text: string,
  mentions: readonly Mention[],
  shown: readonly ItemReference[],
  known: readonly string[],
  about: readonly string[],
): ItemQuestion | null {
  const titlesFrom = (start: number): string[] =>
    new TitleReader(new Scan(text), mentions).list(start).map((title) => title.text);
  const which = WHICH.exec(text);
  if (which !== null) {
    const facts = factsOf(which[0]);
    const titles = titlesFrom(which.index + which[0].length);
    if (titles.length > 1) return { titles, facts };
    const isOfShown = /of (?:them|these|those|the)|^\W*(?:and )?which(?: one)? /iu.test(text);
    return isOfShown && titles.length === 0 && shown.length > 1
      ? { titles: shown.map(({ title }) => title), facts }
      : null;
  }
  const than = THAN.exec(text);
  if (than !== null) {
    const titles = [than[1] ?? '', than[2] ?? ''].map((title) =>
      /^(?:it|that|this)(?: one)?$/iu.test(title) ? (about[0] ?? title) : title,
    );
    return titles.some((title) =>
      mentions.some((one) => one.titles.length > 0 && text.slice(one.start, one.end) === title),
    )
      ? { titles, facts: factsOf(text) }
      : null;
  }
  const side = SIDE_BY_SIDE.exec(text);
  if (side === null) return null;
  const titles = titlesFrom(side[0].length);
  if (titles.length < 2) return null;
  return { titles, facts: SIDES.filter((name) => ['year', 'rating', 'ratings', ...known].includes(name)) };
}

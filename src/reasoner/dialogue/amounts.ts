/** @file Amounts: numbers with a unit or a name, and what bounds them. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { bounded, INVERSE, joined, sideOf, type Bounds } from './bounds.ts';
import { numberOf } from './lexicon.ts';
import type { Sentence, Taken } from './sentence.ts';
import { grammar, rule } from './vocabulary.ts';

/** What is measured: the words of a unit, the attribute, how much one is, and what a bare number bounds. */
const UNITS: readonly (readonly [string, string, number, 'from' | 'to'])[] = [
  ['minutes|minute|mins|min', 'running_time', 1, 'to'],
  ['hours|hour|hrs|hr|h', 'running_time', 60, 'to'],
  ['pages|page|pgs', 'pages', 1, 'to'],
  ['dollars|dollar|bucks|usd|quid|pounds|pound|euros|euro', 'price', 1, 'to'],
  ['ratings|rating|votes|people|users|viewers|reviews|readers|customers', 'ratings', 1, 'from'],
];
/** What is named before its number. */
const NAMED: readonly (readonly [string, string])[] = [
  ['imdb (rating|score)?|rating on imdb', 'imdb_rating'],
  ['rotten tomatoes (rating|score)?|tomatometer', 'rotten_tomatoes'],
  ['rated|scoring|rating|ratings|score|scored|scores|mean|average|mean rating|average rating', 'rating'],
  ['priced|costing|price|cost|costs|budget', 'price'],
];
const AMOUNT = '{n:<number>|<year>|a hundred|hundred|fifty|thirty|twenty|ten|an|a|one|two|three|four}';
const TAIL = '({more:<ormore>}|{less:<orless>})?';
const NO = '({no:<refused>} <plain>{0,3})?';

interface Measure {
  readonly pattern: RegExp;
  readonly attribute: string;
  readonly scale: number;
  readonly usual: 'from' | 'to';
}
const measure = (words: string, attribute: string, usual: Measure['usual'], scale = 1): Measure => ({
  pattern: rule(`${NO} ${words}`),
  attribute,
  scale,
  usual,
});
const OF_STARS = '(/|out of)* {of:<number>}? (star|stars';
const MEASURES: readonly Measure[] = [
  measure(`<bound>? ${AMOUNT} percent? (on|at|from|by) imdb`, 'imdb_rating', 'from'),
  measure(`<bound>? ${AMOUNT} percent? (on|at|from|by) (the)? rotten tomatoes`, 'rotten_tomatoes', 'from'),
  ...UNITS.map(([unit, attribute, scale, usual]) =>
    measure(
      `(rated by|seen by|watched by|with|for|has|have|of|a|an|the|running time|runtime|length|duration|page count|costing|cost|costs|priced|price)* (${attribute === 'ratings' ? '<bound>' : '<bound>?'}) (exactly)? (the)? {low:<number> (${unit}|dollars)? (and|to|-)+}? ${AMOUNT} ${TAIL} {half:and a half}? (${attribute === 'price' ? `dollars|${unit}` : unit}) ${TAIL.replaceAll('{more', '{more2').replaceAll('{less', '{less2')} {half2:and a half}? (long|thick)?`,
      attribute,
      usual,
      scale,
    ),
  ),
  measure(
    `(between|from|costing|cost|costs|priced|at|for)* <bound>? (exactly|precisely)? dollars {low:<number> (dollars)? (and|to|-)+}? (dollars)? ${AMOUNT} ${TAIL}`,
    'price',
    'to',
  ),
  ...NAMED.map(([name, attribute]) =>
    measure(
      `(with|an?|a|an|the|my|our|mean|average)* (${name}) (of|is|are|at|by)? <bound>? {n:<number>|<year>} ${OF_STARS}|percent)? ${TAIL} (?!(people|users|ratings|times))`,
      attribute,
      attribute === 'price' ? 'to' : 'from',
    ),
  ),
  measure(`<bound>? ${AMOUNT} ${TAIL} ${OF_STARS}) {more2:<ormore>}?`, 'rating', 'from'),
];

/** What is complained of is a bound: "100 is too much". */
const TOO_MUCH = measure(
  "dollars? {n:<number>} dollars? {before:(is|are|'s) (way|far|a bit|a little)* too (much|expensive|dear)}",
  'price',
  'to',
);

/** "Around 50 dollars" is as much less or more. */
const AROUND = 0.25;
const UNITLESS: Measure = {
  ...measure('', 'price', 'to'),
  pattern: rule(`(<bound> ${AMOUNT}|for {n2:<number>}) (each|or so)* (?=<stop>|please|then|in|$)`),
};

const tenths = (value: number): number => Math.round(value * 10) / 10;

function measured({ attribute, scale, usual }: Measure, taken: Taken, catalogue: CatalogueOutline): Bounds {
  const written = taken.part('n') ?? taken.part('n2') ?? '';
  const half = taken.part('half') ?? taken.part('half2');
  const number =
    [...taken.tokens('n'), ...taken.tokens('n2')][0]?.number ?? (/^an?$/u.test(written) ? 1 : numberOf(written));
  const said = scale * (number + (half === undefined ? 0 : 0.5));
  const { max } = catalogue.scale;
  const most = taken.tokens('of')[0]?.number ?? (attribute === 'rating' && said > max ? 10 : max);
  const isScaled = attribute === 'rating' && most !== max;
  const value = isScaled ? tenths((said / most) * max) : said;
  const notes = isScaled
    ? [
        `${String(said)} out of ${String(most)} is ${String(value)} on this catalogue's scale, which ends at ${String(max)}.`,
      ]
    : [];
  const of = (bounds: Omit<Condition, 'attribute'>): Bounds => ({ conditions: [{ attribute, ...bounds }], notes });
  const [low] = taken.tokens('low');
  if (low?.number !== undefined) return of({ from: scale * low.number, to: value });
  if (/(?:^| )(?:exactly|precisely) /u.test(taken.words)) return of({ from: value, to: value });
  const bound = sideOf(taken);
  if (bound === 'about' && attribute === 'price') return of({ from: value * (1 - AROUND), to: value * (1 + AROUND) });
  const isMore = (taken.part('more') ?? taken.part('more2')) !== undefined;
  const isLess = (taken.part('less') ?? taken.part('less2')) !== undefined;
  const side = isMore ? 'from' : isLess ? 'to' : bound === 'about' || bound === undefined ? usual : bound;
  return of({ [taken.part('no') === undefined ? side : INVERSE[side]]: value });
}

/** What a message says of amounts. */
export function readAmounts(sentence: Sentence, catalogue: CatalogueOutline): Bounds {
  const isPriced = catalogue.attributes.some(({ name }) => name === 'price');
  if (isPriced) sentence.takeAll(RULES.complaint);
  const read = [...(isPriced ? [TOO_MUCH] : []), ...MEASURES, ...(isPriced ? [UNITLESS] : [])].flatMap((measure) =>
    sentence.takeAll(measure.pattern).map((taken) => measured(measure, taken, catalogue)),
  );
  // "65 is too much, under 30": of two on the same side the later one.
  const sides = ({ attribute, ...bounds }: Condition): string => `${attribute} ${Object.keys(bounds).join()}`;
  const { conditions, notes } = joined(read);
  return { notes, conditions: [...new Map(conditions.map((one) => [sides(one), one])).values()] };
}

const RULES = grammar(`
  // What is priced may be bounded without a unit; "over 300? no" complains.
  complaint := (over|above|more than) dollars? <number> dollars? <stop>+ (no|nope|nah)
  // "Sorry, $50, not $100", "not 100 dollars but 50".
  corrected := dollars? {n:<number>} <word>? ,* and? (not|instead of|rather than) dollars? {old:<number>}|not dollars? {old2:<number>} <word>? ,* but dollars? {n2:<number>}
  otherSide := ^(<stop>|and|ok|what about|how about|anything)* ({before:before|earlier}|after|later) (that|then|it)? <stop>*$
  anotherBound := ^(<stop>|no|rather|and|but|only|ok|then|,)* <bound> (dollars)? {n:<number>} (instead|then|please|dollars)* <stop>* $
`);

/** The condition that held a number, with another in its place; what was about the number is about the other. Null where none held it. */
function corrected(before: readonly Condition[], old: number, meant: number): Condition | null {
  const SIDES = ['from', 'to', 'after', 'before'] as const;
  for (const condition of before.filter(({ attribute }) => attribute !== 'year')) {
    const bounds = SIDES.flatMap((side) => {
      const bound = condition[side];
      return typeof bound === 'number' ? [[side, bound] as const] : [];
    });
    const isAbout = bounds.length === 2 && bounds.reduce((sum, [, bound]) => sum + bound, 0) === 2 * old;
    const own = bounds.filter(([, bound]) => isAbout || bound === old);
    if (own.length > 0)
      return {
        ...condition,
        ...Object.fromEntries(own.map(([side, bound]) => [side, bound === old ? meant : (bound * meant) / old])),
      };
  }
  return null;
}

/** "No, over 100", "$50, not $100": another bound of the number that was bounded before; null where the message is more than that. */
export function readBound(sentence: Sentence, before: readonly Condition[]): Condition | null {
  const other = sentence.find(RULES.corrected);
  const [old, meant] = ['old', 'n'].map(
    (name) => [name, `${name}2`].flatMap((one) => other?.tokens(one) ?? [])[0]?.number,
  );
  if (old !== undefined && meant !== undefined) return corrected(before, old, meant);
  const year = before.find(({ attribute, is, not }) => attribute === 'year' && is === undefined && not === undefined);
  const end = year?.from ?? year?.to ?? year?.after ?? year?.before;
  // "And before?", after what came out after 2000.
  const otherSide = sentence.find(RULES.otherSide);
  if (otherSide !== null && end !== undefined)
    return { attribute: 'year', [otherSide.part('before') === undefined ? 'after' : 'before']: end };
  const said = sentence.find(RULES.anotherBound);
  const bound = before.find(({ attribute, is, not }) => is === undefined && not === undefined && attribute !== 'year');
  const value = said?.tokens('n')[0]?.number;
  if (said === null || bound === undefined || value === undefined) return null;
  return { attribute: bound.attribute, ...bounded(sideOf(said) ?? 'to', [value, value]) };
}

/** @file Amounts: numbers with a unit or a name, and what bounds them. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { bounded, INVERSE, sideOf, type Bounds } from './bounds.ts';
import { numberOf } from './lexicon.ts';
import type { Sentence, Taken } from './sentence.ts';
import { rule } from './vocabulary.ts';

/** What is measured: the words of a unit, the attribute, how much one is, and what a bare number bounds. */
const UNITS: readonly (readonly [string, string, number, 'from' | 'to'])[] = [
  ['minutes|minute|mins|min', 'running_time', 1, 'to'],
  ['hours|hour|hrs|hr|h', 'running_time', 60, 'to'],
  ['pages|page|pgs', 'pages', 1, 'to'],
  ['dollars|dollar|bucks|usd', 'price', 1, 'to'],
  ['ratings|rating|votes|people|users|viewers|reviews|readers|customers', 'ratings', 1, 'from'],
];
/** What is named before its number. */
const NAMED: readonly (readonly [string, string])[] = [
  ['imdb (rating|score)?|rating on imdb', 'imdb_rating'],
  ['rotten tomatoes (rating|score)?|tomatometer', 'rotten_tomatoes'],
  ['rated|scoring|rating|ratings|score|scored|scores|mean|average|mean rating|average rating', 'rating'],
  ['priced|costing|price|cost|costs|budget', 'price'],
];
const AMOUNT = '{n:<number>|<year>|an|a|one|two|three|four}';
const TAIL = '({more:<ormore>}|{less:<orless>})?';
const NO = '({no:<refused>} <plain>{0,3})?';

interface Measure {
  readonly pattern: RegExp;
  readonly attribute: string;
  readonly scale: number;
  readonly usual: 'from' | 'to';
}
const MEASURES: readonly Measure[] = [
  ...['imdb', '(the)? rotten tomatoes'].map((name) => ({
    pattern: rule(`${NO} <bound>? ${AMOUNT} percent? (on|at|from|by) ${name}`),
    attribute: name === 'imdb' ? 'imdb_rating' : 'rotten_tomatoes',
    scale: 1,
    usual: 'from' as const,
  })),
  ...UNITS.map(([unit, attribute, scale, usual]) => ({
    pattern: rule(
      `${NO} (rated by|seen by|watched by|with|for|has|have|of|a|an|the|running time|runtime|length|duration|page count|costing|cost|costs|priced|price)* (${attribute === 'ratings' ? '<bound>' : '<bound>?'}) (exactly)? (the)? {low:<number> (${unit}|dollars)? (and|to|-)+}? ${AMOUNT} ${TAIL} {half:and a half}? (${attribute === 'price' ? `dollars|${unit}` : unit}) ${TAIL.replaceAll('{more', '{more2').replaceAll('{less', '{less2')} {half2:and a half}? (long|thick)?`,
    ),
    attribute,
    scale,
    usual,
  })),
  {
    pattern: rule(
      `${NO} (between|from|costing|cost|costs|priced|at|for)* <bound>? (exactly|precisely)? dollars {low:<number> (dollars)? (and|to|-)+}? (dollars)? ${AMOUNT} ${TAIL}`,
    ),
    attribute: 'price',
    scale: 1,
    usual: 'to' as const,
  },
  ...NAMED.map(([name, attribute]) => ({
    pattern: rule(
      `${NO} (with|an?|a|an|the|my|our|mean|average)* (${name}) (of|is|are|at|by)? <bound>? ${AMOUNT} (/|out of)* {of:<number>}? (star|stars|percent)? ${TAIL} (?!(people|users|ratings|times))`,
    ),
    attribute,
    scale: 1,
    usual: attribute === 'price' ? ('to' as const) : ('from' as const),
  })),
  {
    pattern: rule(`${NO} <bound>? ${AMOUNT} ${TAIL} (/|out of)* {of:<number>}? (star|stars) {more2:<ormore>}?`),
    attribute: 'rating',
    scale: 1,
    usual: 'from' as const,
  },
];

/** "Around 50 dollars" is as much less or more. */
const AROUND = 0.25;
/** What is priced may be bounded without a unit; "over 300? no" complains. */
const COMPLAINT = rule('(over|above|more than) dollars? <number> dollars? <stop>+ (no|nope|nah)');
const UNITLESS: Measure = {
  pattern: rule('<bound> {n:<number>} (?=<stop>|please|$)'),
  attribute: 'price',
  scale: 1,
  usual: 'to',
};

const tenths = (value: number): number => Math.round(value * 10) / 10;

function measured({ attribute, scale, usual }: Measure, taken: Taken, catalogue: CatalogueOutline): Bounds {
  const [token] = taken.tokens('n');
  const written = taken.part('n') ?? '';
  const half = taken.part('half') ?? taken.part('half2');
  let value =
    scale * ((token?.number ?? (/^an?$/u.test(written) ? 1 : numberOf(written))) + (half === undefined ? 0 : 0.5));
  const notes: string[] = [];
  const { max } = catalogue.scale;
  const most = taken.tokens('of')[0]?.number ?? (attribute === 'rating' && value > max ? 10 : max);
  if (attribute === 'rating' && most !== max) {
    const own = tenths((value / most) * max);
    notes.push(
      `${String(value)} out of ${String(most)} is ${String(own)} on this catalogue's scale, which ends at ${String(max)}.`,
    );
    value = own;
  }
  const [low] = taken.tokens('low');
  if (low?.number !== undefined) return { conditions: [{ attribute, from: scale * low.number, to: value }], notes };
  if (/(?:^| )(?:exactly|precisely) /u.test(taken.words))
    return { conditions: [{ attribute, from: value, to: value }], notes };
  if (sideOf(taken) === 'about' && attribute === 'price')
    return { conditions: [{ attribute, from: value * (1 - AROUND), to: value * (1 + AROUND) }], notes };
  const isMore = taken.part('more') ?? taken.part('more2');
  const isLess = taken.part('less') ?? taken.part('less2');
  const bound = sideOf(taken);
  const own = bound === 'about' || bound === undefined ? usual : bound;
  const side = isMore !== undefined ? 'from' : isLess !== undefined ? 'to' : own;
  return { conditions: [{ attribute, [taken.part('no') === undefined ? side : INVERSE[side]]: value }], notes };
}

/** What a message says of amounts. */
export function readAmounts(sentence: Sentence, catalogue: CatalogueOutline): Bounds {
  const isPriced = catalogue.attributes.some(({ name }) => name === 'price');
  if (isPriced) sentence.takeAll(COMPLAINT);
  const all: Bounds[] = [...MEASURES, ...(isPriced ? [UNITLESS] : [])].flatMap((measure) =>
    sentence.takeAll(measure.pattern).map((taken) => measured(measure, taken, catalogue)),
  );
  return { conditions: all.flatMap(({ conditions }) => conditions), notes: all.flatMap(({ notes }) => notes) };
}

const ANOTHER_BOUND = rule(
  '^(<stop>|no|rather|and|but|only|ok|then|,)* <bound> (dollars)? {n:<number>} (instead|then|please|dollars)* <stop>* $',
);

/** "No, over 100": another bound of the number that was bounded before; null where the message is more than that. */
export function readBound(sentence: Sentence, before: readonly Condition[]): Condition | null {
  const said = sentence.find(ANOTHER_BOUND);
  const old = before.find(({ attribute, is, not }) => is === undefined && not === undefined && attribute !== 'year');
  const value = said?.tokens('n')[0]?.number;
  if (said === null || old === undefined || value === undefined) return null;
  return bounded(old.attribute, sideOf(said) ?? 'to', [value, value]);
}

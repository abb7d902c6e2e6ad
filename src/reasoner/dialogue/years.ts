/** @file Years and decades, and words for ages, which are told how they were read. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { bounded, INVERSE, isRefused, sideOf, type Bounds } from './bounds.ts';
import { numberOf } from './lexicon.ts';
import type { Sentence, Taken, Token } from './sentence.ts';
import { rules } from './vocabulary.ts';

type Span = readonly [first: number, last: number];
/** A year is its own first and last. */
const spanOf = ({ code, number = 0 }: Token): Span => (code.startsWith('D') ? [number, number + 9] : [number, number]);
const spanned = ([first, last]: Span): string => (first === last ? String(first) : `${String(first)}-${String(last)}`);

const DATE = '(the)? (year)? {at:<year>|<decade>}';
const SEVERAL = '{all:(<year>|<decade>) ((,|or|nor|and|to|-|/)+ (from|in|the|maybe)* (<year>|<decade>))*}';

/** What is said of a date, the closest first. */
const DATES = rules<'span' | 'bound' | 'latest' | 'refused' | 'part' | 'last' | 'this' | 'in'>(`
  span := (between|from)? (the)? (year)? {low:<year>|<decade>} (to|until|till|through|up to|-|(?<=between (the)? (year)? (<year>|<decade>) )and|and (?=<year>)) (the)? (year)? {high:<year>|<decade>}
  bound := ({no:<refused>|do not want} <plain>{0,3})? (made|released|published|came out|out|from)? <bound> ${DATE} (or|and)? (maybe)?
  bound := (from|since|starting|as)? (from|in|with|of)? ${DATE} ({more:<ormore>}|{less:<orless>}) (?!than|the|year|<year>|<decade>)
  latest := no later than ${DATE}
  refused := ({no:<refused>} <plain>{0,3}) (from|in|of)? (the)? ${SEVERAL}
  part := (from|in|of|during|the)* {part:early|mid|middle|late} (of)? (the)? {at:<decade>}
  last := (from|in|of)? the (20th|twentieth|last) century
  this := (from|in|of)? (the|this) (21st|twenty first)? century
  in := (from|in|of|during|out|of|made|released|published|by|year|the)* ${SEVERAL}
`);
/** First and last years of early, middle and late decades. */
const PARTS: Readonly<Record<string, Span>> = { early: [0, 3], late: [7, 9] };

/** The years of what was taken by a rule of that name. */
function datedBy(name: (typeof DATES)[number][0], taken: Taken): Omit<Condition, 'attribute'> {
  const spans = ['low', 'high', 'at', 'all'].flatMap((part) => taken.tokens(part)).map(spanOf);
  const [[from, to] = [0, 0], second] = [...spans].sort(([one], [other]) => one - other);
  const side = sideOf(taken) ?? (name === 'latest' || taken.part('less') !== undefined ? 'to' : 'from');
  switch (name) {
    case 'span':
      return { from, to: second![1] };
    case 'refused':
      return { not: spans.map(spanned) };
    case 'part': {
      const [first, last] = PARTS[taken.part('part') ?? ''] ?? [4, 6];
      return { from: from + first, to: from + last };
    }
    case 'last':
      return { from: 1901, to: 2000 };
    case 'this':
      return { from: 2001 };
    case 'in': {
      const isNext = spans.length === 2 && second![0] === to + 1 && to > from;
      return second === undefined || isNext ? { from, to: second?.[1] ?? to } : { is: spans.map(spanned) };
    }
    default:
      return bounded(taken.part('no') === undefined ? side : INVERSE[side], [from, to]);
  }
}

/** The years that a condition leaves out. */
const inverted = ({ from, to }: Omit<Condition, 'attribute'>): Omit<Condition, 'attribute'> =>
  from === undefined
    ? { after: to! }
    : to === undefined
      ? { before: from }
      : { not: [spanned([Number(from), Number(to)])] };

/**
 * Words for ages: the side, how many years before the catalogue's last one where none are named, and whether that one counts as one of
 * them.
 */
const AGES = rules(`
  from 10 1 := (in|of|from|over|within|the)* (last|past) ({years:<count>} (years|yrs)|few (years|yrs)|decade)
  from 10 1 := (in|from|of) recent years|(?<!(more|most|less|so|as|that|too) )(recent|modern|contemporary|current)|recently released|brand new|latest|newest|up to date|newish|new (?=(release|releases|<kind>))
  from 0 0 := (not|no|nothing|at most|less|under) (more|older)? than {age:<count>} years (old|ago)?
  before 0 0 := (more|older)? than {age:<count>} years (old|ago)?
  from 30 1 := (not|nothing) (too|so|that|very|really)? (old|old fashioned|ancient|dated)
  to 30 0 := (?<!(year|years|how|more|less|so|as|that|too) )(old school|old fashioned|old|oldies|oldie|classic|classics|vintage|golden age)
`);

/** One condition of all bounds where they fit together: `after 1990` and `before 2000`; what is refused stays apart. */
function together(conditions: readonly Condition[]): readonly Condition[] {
  const bounds = conditions.filter(({ not }) => not === undefined);
  const names = bounds.flatMap((one) => Object.keys(one).filter((name) => name !== 'attribute'));
  if (bounds.length < 2 || new Set(names).size < names.length) return conditions;
  return [Object.assign({}, ...bounds) as Condition, ...conditions.filter(({ not }) => not !== undefined)];
}

/** What a message says of years. */
export function readYears(sentence: Sentence, { years }: CatalogueOutline): Bounds {
  const conditions: Condition[] = [];
  const notes: string[] = [];
  const add = (bounds: Omit<Condition, 'attribute'>, taken: Taken): Condition => {
    const condition = { attribute: 'year', ...(isRefused(sentence, taken) ? inverted(bounds) : bounds) };
    conditions.push(condition);
    return condition;
  };
  for (const [name, pattern] of DATES) for (const taken of sentence.takeAll(pattern)) add(datedBy(name, taken), taken);
  for (const [name, pattern] of years === null || conditions.length > 0 ? [] : AGES) {
    const taken = sentence.take(pattern);
    if (taken === null) continue;
    const [side = '', usual, isCounted] = name.split(' ');
    const [part = String(usual)] = [taken.part('age') ?? taken.part('years')];
    const number = [...taken.tokens('age'), ...taken.tokens('years')][0]?.number ?? numberOf(part);
    const { last } = years!;
    const { from, to, before, after } = add({ [side]: last - number + Number(isCounted) }, taken);
    if (from === undefined && to === undefined) {
      notes.push(
        `By "${sentence.written(taken).trim()}" I take what is ${before === undefined ? `after ${String(after)}` : `before ${String(before)}`}.`,
      );
      continue;
    }
    const bound = from === undefined ? `${String(to)} or earlier` : `${String(from)} or later`;
    const end = from === undefined ? '' : `; the catalogue ends in ${String(last)}`;
    const isAge = taken.part('age') !== undefined;
    notes.push(
      isAge
        ? `I count years from ${String(last)}, where the catalogue ends.`
        : `By "${sentence.written(taken).trim()}" I take ${bound}${end}.`,
    );
  }
  // "Old ones, from the 50s": the years say how old.
  if (conditions.length > 0) sentence.takeAll(AGES.at(-1)![1]);
  return { conditions: together(conditions), notes };
}

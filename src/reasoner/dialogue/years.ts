/** @file Years and decades, and words for ages, which are told how they were read. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { bounded, INVERSE, isRefused, sideOf, type Bounds } from './bounds.ts';
import { numberOf } from './lexicon.ts';
import type { Sentence, Taken, Token } from './sentence.ts';
import { rules } from './vocabulary.ts';
import { merged } from './year-spans.ts';

/** Year rules may hold a span: a year is its own first and last. */
const spanOf = ({ code, number = 0 }: Token): readonly [number, number] =>
  code.startsWith('D') ? [number, number + 9] : [number, number];
const year = (bounds: Omit<Condition, 'attribute'>): Condition => ({ attribute: 'year', ...bounds });
const spanned = ([first, last]: readonly [number, number]): string =>
  first === last ? String(first) : `${String(first)}-${String(last)}`;

const DATE = '(the)? (year)? {at:<year>|<decade>}';
const SEVERAL = '{all:(<year>|<decade>) ((,|or|nor|and|to|-|/)+ (from|in|the|maybe)* (<year>|<decade>))*}';

/** What is said of a date, the closest first. */
const DATES = rules<'span' | 'bound' | 'open' | 'latest' | 'refused' | 'part' | 'last' | 'this' | 'in'>(`
  span := (between|from)? (the)? (year)? {low:<year>|<decade>} (to|until|till|through|up to|-|(?<=between (the)? (year)? (<year>|<decade>) )and|and (?=<year>)) (the)? (year)? {high:<year>|<decade>}
  bound := ({no:<refused>|do not want} <plain>{0,3})? (made|released|published|came out|out|from)? <bound> ${DATE} (or|and)? (maybe)?
  open := (from|since|starting|as)? (from|in|with|of)? ${DATE} ({more:<ormore>}|{less:<orless>}) (?!than|the|year|<year>|<decade>)
  latest := no later than ${DATE}
  refused := ({no:<refused>} <plain>{0,3}) (from|in|of)? (the)? ${SEVERAL}
  part := (from|in|of|during|the)* {part:early|mid|middle|late} (of)? (the)? {at:<decade>}
  last := (from|in|of)? (the)? (20th|twentieth|last) century
  this := (from|in|of)? (the|this) (21st|twenty first)? century
  in := (from|in|of|during|out|of|made|released|published|by|year|the)* ${SEVERAL}
`);
/** First and last years of early, middle and late decades. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = { early: [0, 3], late: [7, 9] };

/** The years of what was taken by a rule of that name. */
function datedBy(name: (typeof DATES)[number][0], taken: Taken): Condition {
  const all = [...taken.tokens('low'), ...taken.tokens('high'), ...taken.tokens('at'), ...taken.tokens('all')];
  const spans = all.map(spanOf).sort(([one], [other]) => one - other);
  const [[from, to], second] = [spans[0] ?? [0, 0], spans[1]];
  const side = sideOf(taken) ?? 'from';
  switch (name) {
    case 'span':
      return year({ from, to: second![1] });
    case 'bound':
      return bounded('year', taken.part('no') === undefined ? side : INVERSE[side], [from, to]);
    case 'open':
      return bounded('year', taken.part('more') === undefined ? 'to' : 'from', [from, to]);
    case 'latest':
      return bounded('year', 'to', [from, to]);
    case 'refused':
      return year({ not: all.map((token) => spanned(spanOf(token))) });
    case 'part': {
      const [first, last] = PARTS[taken.part('part') ?? ''] ?? [4, 6];
      return year({ from: from + first, to: from + last });
    }
    case 'last':
      return year({ from: 1901, to: 2000 });
    case 'this':
      return year({ from: 2001 });
    case 'in': {
      const isNext = spans.length === 2 && second![0] === to + 1 && to > from;
      return second === undefined || isNext
        ? year({ from, to: second?.[1] ?? to })
        : year({ is: all.map((token) => spanned(spanOf(token))) });
    }
  }
}

/** The years that a condition leaves out. */
function inverted({ attribute, from, to }: Condition): Condition {
  if (from !== undefined && to !== undefined) return { attribute, not: [`${String(from)}-${String(to)}`] };
  return from !== undefined ? { attribute, before: from } : { attribute, ...(to !== undefined && { after: to }) };
}

const RECENT_SPAN = 10;
const OLD_AGE = 30;
const AGE_WORDS = 'five|ten|twenty|thirty|fifty';

/** Words for ages; those of `than` count from the catalogue's last year. */
const AGES = rules<'lately' | 'recent' | 'within' | 'beyond' | 'young' | 'old'>(`
  lately := (in|of|from|over|within)? the (last|past) ({years:<count>|few} years|decade)
  recent := (in|from|of) recent years|(?<!(more|most|less|so|as|that|too) )(recent|modern|contemporary|current)|recently released|brand new|latest|newest|up to date|newish|new (?=(release|releases|<kind>))
  within := (not|no|nothing|at most|less|under) (more|older)? than {years:<number>|${AGE_WORDS}} years (old|ago)?
  beyond := (more|older)? than {years:<number>|${AGE_WORDS}} years (old|ago)?
  young := (not|nothing) (too|so|that|very|really)? (old|old fashioned|ancient|dated)
  old := (?<!(year|years|how|more|less|so|as|that|too) )(old school|old fashioned|old|oldies|oldie|classic|classics|vintage|golden age)
`);

/** The years that words for an age are read as. @param last of the catalogue */
function agedBy(name: (typeof AGES)[number][0], taken: Taken, last: number): Omit<Condition, 'attribute'> {
  if (name === 'within') return { from: last - yearsOf(taken, 0) };
  if (name === 'beyond') return { before: last - yearsOf(taken, 0) };
  if (name === 'old') return { to: last - OLD_AGE };
  return { from: last - (name === 'young' ? OLD_AGE : yearsOf(taken, RECENT_SPAN)) + 1 };
}

const yearsOf = (taken: Taken, usual: number): number => {
  const written = taken.part('years');
  const [token] = taken.tokens('years');
  return token?.number ?? (written === undefined ? usual : written === 'few' ? 5 : numberOf(written));
};

/** What a message says of years. */
export function readYears(sentence: Sentence, { years }: CatalogueOutline): Bounds {
  const conditions: Condition[] = [];
  const notes: string[] = [];
  for (const [name, pattern] of DATES)
    for (const taken of sentence.takeAll(pattern)) {
      const condition = datedBy(name, taken);
      conditions.push(/century/u.test(taken.words) && isRefused(sentence, taken) ? inverted(condition) : condition);
    }
  if (years === null || conditions.length > 0) return { conditions: merged(conditions), notes };
  for (const [name, pattern] of AGES) {
    const taken = sentence.take(pattern);
    if (taken === null) continue;
    const condition = year(agedBy(name, taken, years.last));
    conditions.push(isRefused(sentence, taken) ? inverted(condition) : condition);
    const bound =
      condition.from === undefined ? `${String(condition.to)} or earlier` : `${String(condition.from)} or later`;
    const end = condition.from === undefined ? '' : `; the catalogue ends in ${String(years.last)}`;
    notes.push(
      name === 'within' || name === 'beyond'
        ? `I count years from ${String(years.last)}, where the catalogue ends.`
        : `By "${sentence.written(taken).trim()}" I take ${bound}${end}.`,
    );
  }
  return { conditions: merged(conditions), notes };
}

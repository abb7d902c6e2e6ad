/** @file Years and decades, and words for ages, which are told how they were read. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { bounded, INVERSE, isRefused, sideOf, type Bounds } from './bounds.ts';
import { numberOf } from './lexicon.ts';
import type { Sentence, Taken, Token } from './sentence.ts';
import { rule } from './vocabulary.ts';
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
const DATES: readonly (readonly [RegExp, (taken: Taken) => Condition])[] = [
  [
    rule(
      '(between|from)? (the)? (year)? {low:<year>|<decade>} (to|until|till|through|up to|-|(?<=between (the)? (year)? (<year>|<decade>) )and|and (?=<year>)) (the)? (year)? {high:<year>|<decade>}',
    ),
    (taken) => {
      const [low = [0, 0], high = [0, 0]] = [...taken.tokens('low'), ...taken.tokens('high')].map(spanOf);
      return year({ from: Math.min(low[0], high[0]), to: Math.max(low[1], high[1]) });
    },
  ],
  [
    rule(
      `({no:<refused>|do not want} <plain>{0,3})? (made|released|published|came out|out|from)? <bound> ${DATE} (or|and)? (maybe)?`,
    ),
    (taken) => {
      const side = sideOf(taken) ?? 'from';
      return bounded('year', taken.part('no') === undefined ? side : INVERSE[side], spanOf(taken.tokens('at')[0]!));
    },
  ],
  [
    rule(
      `(from|since|starting|as)? (from|in|with|of)? ${DATE} ({more:<ormore>}|{less:<orless>}) (?!than|the|year|<year>|<decade>)`,
    ),
    (taken) => bounded('year', taken.part('more') === undefined ? 'to' : 'from', spanOf(taken.tokens('at')[0]!)),
  ],
  [rule(`no later than ${DATE}`), (taken) => bounded('year', 'to', spanOf(taken.tokens('at')[0]!))],
  [
    rule(`({no:<refused>} <plain>{0,3}) (from|in|of)? (the)? ${SEVERAL}`),
    (taken) => year({ not: taken.tokens('all').map((token) => spanned(spanOf(token))) }),
  ],
  [
    rule('(from|in|of|during|the)* {part:early|mid|middle|late} (of)? (the)? {at:<decade>}'),
    (taken) => {
      const start = taken.tokens('at')[0]?.number ?? 0;
      const part = taken.part('part');
      const [from, to] = part === 'early' ? [0, 3] : part === 'late' ? [7, 9] : [4, 6];
      return year({ from: start + from, to: start + to });
    },
  ],
  [rule('(from|in|of)? (the)? (20th|twentieth|last) century'), () => year({ from: 1901, to: 2000 })],
  [rule('(from|in|of)? (the|this) (21st|twenty first)? century'), () => year({ from: 2001 })],
  [
    rule(`(from|in|of|during|out|of|made|released|published|by|year|the)* ${SEVERAL}`),
    (taken) => {
      const spans = taken.tokens('all').map(spanOf);
      const [first, second] = [...spans].sort(([one], [other]) => one - other);
      if (first === undefined || second === undefined) return year({ from: spans[0]![0], to: spans[0]![1] });
      const isNext = spans.length === 2 && second[0] === first[1] + 1 && first[1] > first[0];
      return isNext ? year({ from: first[0], to: second[1] }) : year({ is: spans.map(spanned) });
    },
  ],
];

/** The years that a condition leaves out. */
function inverted({ attribute, from, to }: Condition): Condition {
  if (from !== undefined && to !== undefined) return { attribute, not: [`${String(from)}-${String(to)}`] };
  return from !== undefined ? { attribute, before: from } : { attribute, ...(to !== undefined && { after: to }) };
}

const RECENT_SPAN = 10;
const OLD_AGE = 30;
const AGE_WORDS = 'five|ten|twenty|thirty|fifty';

/** Words for ages, as the years that they are read as, counted from the catalogue's last. */
const AGES: readonly (readonly [
  RegExp,
  (taken: Taken, last: number) => Omit<Condition, 'attribute'>,
  'as read' | 'counted',
])[] = [
  [
    rule(`(in|of|from|over|within)? the (last|past) ({years:<count>|few} years|decade)`),
    (taken, last) => ({ from: last - yearsOf(taken, RECENT_SPAN) + 1 }),
    'as read',
  ],
  [
    rule(
      `(in|from|of) recent years|recent|recently released|modern|contemporary|brand new|latest|newest|current|up to date|newish|new (?=(release|releases|<kind>))`,
    ),
    (_, last) => ({ from: last - RECENT_SPAN + 1 }),
    'as read',
  ],
  [
    rule(`(not|no|nothing|at most|less|under) (more|older)? than {years:<number>|${AGE_WORDS}} years (old|ago)?`),
    (taken, last) => ({ from: last - yearsOf(taken, 0) }),
    'counted',
  ],
  [
    rule(`(more|older)? than {years:<number>|${AGE_WORDS}} years (old|ago)?`),
    (taken, last) => ({ before: last - yearsOf(taken, 0) }),
    'counted',
  ],
  [
    rule('(not|nothing) (too|so|that|very|really)? (old|old fashioned|ancient|dated)'),
    (_, last) => ({ from: last - OLD_AGE + 1 }),
    'as read',
  ],
  [
    rule('(?<!(year|years) )(old school|old fashioned|old|oldies|oldie|classic|classics|vintage|golden age)'),
    (_, last) => ({ to: last - OLD_AGE }),
    'as read',
  ],
];

const yearsOf = (taken: Taken, usual: number): number => {
  const written = taken.part('years');
  const [token] = taken.tokens('years');
  return token?.number ?? (written === undefined ? usual : written === 'few' ? 5 : numberOf(written));
};

/** What a message says of years. */
export function readYears(sentence: Sentence, { years }: CatalogueOutline): Bounds {
  const conditions: Condition[] = [];
  const notes: string[] = [];
  for (const [pattern, read] of DATES)
    for (const taken of sentence.takeAll(pattern)) {
      const condition = read(taken);
      conditions.push(/century/u.test(taken.words) && isRefused(sentence, taken) ? inverted(condition) : condition);
    }
  if (years === null || conditions.length > 0) return { conditions: merged(conditions), notes };
  for (const [pattern, read, how] of AGES) {
    const taken = sentence.take(pattern);
    if (taken === null) continue;
    const condition = year(read(taken, years.last));
    conditions.push(isRefused(sentence, taken) ? inverted(condition) : condition);
    const bound =
      condition.from === undefined ? `${String(condition.to)} or earlier` : `${String(condition.from)} or later`;
    const end = condition.from === undefined ? '' : `; the catalogue ends in ${String(years.last)}`;
    notes.push(
      how === 'counted'
        ? `I count years from ${String(years.last)}, where the catalogue ends.`
        : `By "${sentence.written(taken).trim()}" I take ${bound}${end}.`,
    );
  }
  return { conditions: merged(conditions), notes };
}

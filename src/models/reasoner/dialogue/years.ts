/** @file When items are of: decades, years, spans, and words such as "recent", which are told how they were read. */
import type { Condition } from '../../../core/dialogue.ts';
import type { Scan } from './scan.ts';
import { merged } from './year-spans.ts';

/** What was said of years. */
export interface YearReading {
  readonly conditions: readonly Condition[];
  /** How vague words were read. */
  readonly notes: readonly string[];
}

const DECADES: Readonly<Record<string, number>> = {
  twenties: 1920,
  thirties: 1930,
  forties: 1940,
  fourties: 1940,
  fifties: 1950,
  sixties: 1960,
  seventies: 1970,
  eighties: 1980,
  nineties: 1990,
  noughties: 2000,
  'two thousands': 2000,
};
const DECADE_WORDS = Object.keys(DECADES).join('|');
const DECADE = `(?:(?:the\\s+)?(?:(?:19|20)?\\d0['’]?s|['’]\\d0s|${DECADE_WORDS}))`;
const YEAR = '(?:18\\d\\d|19\\d\\d|20\\d\\d)';
const RECENT_SPAN = 9;
const OLD_AGE = 30;

function decadeStart(text: string): number {
  const word = Object.keys(DECADES).find((name) => text.includes(name));
  if (word !== undefined) return DECADES[word] ?? 0;
  const digits = Number(/\d+/u.exec(text)?.[0] ?? 0);
  if (digits >= 1000) return digits;
  return digits <= 10 ? 2000 + digits : 1900 + digits;
}

const REFUSING =
  /(?<!\p{L})(?:no(?:t|thing|ne)?|never|without|avoid(?:ing)?|except|anything but|don'?t want)(?:\s+(?:films?|movies?|ones?|anything|any|too|so|very|from|of|made|in|the|that|is|are))*\s*$/u;
/** Whether what stands at a position is not wanted, by what stands before it. */
const isRefused = (scan: Scan, start: number): boolean =>
  REFUSING.test(scan.rest.slice(Math.max(0, start - 60), start));

/** The years that a condition leaves out. */
function inverted({ attribute, from, to }: Condition): Condition {
  if (from !== undefined && to !== undefined) return { attribute, not: [`${String(from)}-${String(to)}`] };
  return from !== undefined ? { attribute, before: from } : { attribute, ...(to !== undefined && { after: to }) };
}

/** Early, middle and late parts of a decade. */
function partOf(start: number, part: string | undefined): Condition {
  if (part?.startsWith('early') === true) return { attribute: 'year', from: start, to: start + 3 };
  if (part?.startsWith('mid') === true) return { attribute: 'year', from: start + 4, to: start + 6 };
  if (part?.startsWith('late') === true) return { attribute: 'year', from: start + 7, to: start + 9 };
  return { attribute: 'year', from: start, to: start + 9 };
}

/** As conditions write a span of years. */
const rangeOf = (start: number): string => `${String(start)}-${String(start + 9)}`;

type Rule = readonly [RegExp, (match: RegExpMatchArray) => Condition];
const n = (text: string | undefined): number => Number(text);
const year = (bounds: Omit<Condition, 'attribute'>): Condition => ({ attribute: 'year', ...bounds });

const NO = "(?:no(?:t|thing|ne)?|never|don'?t want (?:anything|any)|avoid anything|n't)\\s+(?:\\w+\\s+){0,3}?";
/** "Not a drama from 1999" says no to dramas; "nothing made in 1999" to the year. */
const ANY_KIND = '(?:(?:films?|movies?|ones?|anything|something|stuff|made|released|out|any|those|the)\\s+){0,3}?';
const LATER = '(?:after|past|post|newer than|later than|more recent than|younger than|since after)';
const EARLIER = '(?:before|older than|earlier than|prior to|pre|previous to)';
const OF = `(?:the\\s+)?(?:year\\s+)?`;
/** "1980 and before 1990" says two things: what comes before another date is no "or earlier". */
const ALONE = `(?!\\p{L}|\\s+(?:than|the|year|▮|['’]?\\d|${DECADE_WORDS}))`;
const REFUSED = '(?:not|no|nothing|none|neither|nor|except|excluding|other than|anything but|avoid(?:ing)?)';
/** "Not from the 80s or the 90s" refuses both. */
const listOf = (one: string): string => `${one}(?:\\s+(?:or|nor|and)\\s+(?:from\\s+|in\\s+)?(?:the\\s+)?${one})*`;
const allOf = (one: string, text = ''): string[] => [...text.matchAll(new RegExp(one, 'gu'))].map(([found]) => found);

/** Ordered: what is said more closely comes first. */
const RULES: readonly Rule[] = [
  [
    new RegExp(`(?:between|from)\\s+${OF}(${YEAR})\\s+(?:and|to|until|till|through|up to|-)\\s+${OF}(${YEAR})`, 'u'),
    ([, a, b]) => year({ from: Math.min(n(a), n(b)), to: Math.max(n(a), n(b)) }),
  ],
  [new RegExp(`\\b(${YEAR})\\s*(?:-|–|to|until)\\s*(${YEAR})\\b`, 'u'), ([, a, b]) => year({ from: n(a), to: n(b) })],
  [
    new RegExp(`${REFUSED}\\s+${ANY_KIND}(?:from|in|of)?\\s*(${listOf(DECADE)})(?!\\p{L})`, 'u'),
    ([, all]) => year({ not: allOf(DECADE, all).map((one) => rangeOf(decadeStart(one))) }),
  ],
  [
    new RegExp(`(?<!\\p{L})${REFUSED}\\s+(?:${ANY_KIND}(?:from|in|of)\\s+)?(${listOf(YEAR)})(?!\\d)`, 'u'),
    ([, all]) => year({ not: allOf(YEAR, all) }),
  ],
  [
    new RegExp(`(?:from\\s+|in\\s+)?(${DECADE})\\s*(?:and|or|,)\\s*(?:from\\s+|in\\s+)?(${DECADE})`, 'u'),
    ([, a = '', b = '']) => {
      const [one, other] = [decadeStart(a), decadeStart(b)];
      const isNext = Math.abs(one - other) === 10;
      return isNext
        ? year({ from: Math.min(one, other), to: Math.max(one, other) + 9 })
        : year({ is: [rangeOf(one), rangeOf(other)] });
    },
  ],
  [
    new RegExp(
      `(?:between\\s+|from\\s+)?(${DECADE})\\s+(?:and|or|to|through|until|-|–|,)\\s+(?:from\\s+|in\\s+)?(${DECADE})`,
      'u',
    ),
    ([, a = '', b = '']) => {
      const [one, other] = [decadeStart(a), decadeStart(b)];
      return year({ from: Math.min(one, other), to: Math.max(one, other) + 9 });
    },
  ],
  [new RegExp(`${NO}${EARLIER}[\\s-]+${OF}(${YEAR})`, 'u'), ([, a]) => year({ from: n(a) })],
  [new RegExp(`${NO}${LATER}[\\s-]+${OF}(${YEAR})`, 'u'), ([, a]) => year({ to: n(a) })],
  [new RegExp(`${NO}${EARLIER}[\\s-]+(${DECADE})`, 'u'), ([, a = '']) => year({ from: decadeStart(a) })],
  [new RegExp(`${NO}${LATER}[\\s-]+(${DECADE})`, 'u'), ([, a = '']) => year({ to: decadeStart(a) + 9 })],
  [new RegExp(`${LATER}[\\s-]+(${DECADE})`, 'u'), ([, a = '']) => year({ after: decadeStart(a) + 9 })],
  [new RegExp(`${EARLIER}[\\s-]+(${DECADE})`, 'u'), ([, a = '']) => year({ before: decadeStart(a) })],
  [
    new RegExp(`(?:since|from)\\s+(${DECADE})\\s+(?:on|onwards?|forward)`, 'u'),
    ([, a = '']) => year({ from: decadeStart(a) }),
  ],
  [new RegExp(`since\\s+(${DECADE})`, 'u'), ([, a = '']) => year({ from: decadeStart(a) })],
  [
    new RegExp(
      `(?:from|since|starting (?:from|in|with)|as of)\\s+${OF}(${YEAR})\\s+(?:on|onwards?|forward|or (?:later|newer|after)|and (?:later|newer|after|beyond))${ALONE}`,
      'u',
    ),
    ([, a]) => year({ from: n(a) }),
  ],
  [
    new RegExp(`\\b(${YEAR})\\s+(?:or|and)\\s+(?:later|newer|after|onwards?|beyond)${ALONE}`, 'u'),
    ([, a]) => year({ from: n(a) }),
  ],
  [new RegExp(`\\b(${YEAR})\\s+(?:or|and)\\s+(?:earlier|older|before)${ALONE}`, 'u'), ([, a]) => year({ to: n(a) })],
  [new RegExp(`(?:since|no earlier than|at least from)\\s+${OF}(${YEAR})`, 'u'), ([, a]) => year({ from: n(a) })],
  [
    new RegExp(`(?:until|till|up to|no later than|by)\\s+${OF}(${YEAR})\\b(?!\\s*(?:minutes|films))`, 'u'),
    ([, a]) => year({ to: n(a) }),
  ],
  [new RegExp(`(?:>=|≥)\\s*(${YEAR})`, 'u'), ([, a]) => year({ from: n(a) })],
  [new RegExp(`(?:<=|≤)\\s*(${YEAR})`, 'u'), ([, a]) => year({ to: n(a) })],
  [new RegExp(`(?:${LATER}|>)[\\s-]*${OF}(${YEAR})`, 'u'), ([, a]) => year({ after: n(a) })],
  [new RegExp(`(?:${EARLIER}|<)[\\s-]*${OF}(${YEAR})`, 'u'), ([, a]) => year({ before: n(a) })],
  [/(?:from |in |of )?(?:the )?(?:20th|twentieth) century/u, () => year({ from: 1901, to: 2000 })],
  [/(?:from |in |of )?(?:the |this )(?:21st|twenty-first)? ?century/u, () => year({ from: 2001 })],
  [
    new RegExp(
      `(?:from|in|of|made in|during)?\\s*(?:the\\s+)?(early|mid|late)(?:dle|[- ])?(?:\\s*(?:to late)?)?\\s*-?(${DECADE})(?!\\p{L})`,
      'u',
    ),
    ([, part, a = '']) => partOf(decadeStart(a), part),
  ],
  [
    new RegExp(`(?:from|in|of|during|out of)?\\s*(?<![\\p{L}\\p{N}])(${DECADE})(?!\\p{L})`, 'u'),
    ([, a = '']) => partOf(decadeStart(a), undefined),
  ],
  [
    new RegExp(`(?:from|in|of|made in|released in|out in|year)\\s+${OF}(${YEAR})\\b(?!\\s*(?:-|\\p{L}*minutes))`, 'u'),
    ([, a]) => year({ from: n(a), to: n(a) }),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])(${YEAR})(?=\\s+(?:films?|movies?|comed|drama|thriller|horror|release))`, 'u'),
    ([, a]) => year({ from: n(a), to: n(a) }),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}("'.])(${YEAR})(?![\\p{L}\\p{N}%)"']|\\s+(?:minutes|people|ratings|votes))`, 'u'),
    ([, a]) => year({ from: n(a), to: n(a) }),
  ],
];

/**
 * Reads what a message says of years.
 * @param years the first and the last of the catalogue
 */
export function readYears(scan: Scan, years: { readonly first: number; readonly last: number } | null): YearReading {
  const conditions: Condition[] = [];
  const notes: string[] = [];
  for (const [pattern, read] of RULES) {
    for (const { start, match } of scan.takeAll(pattern)) {
      const isSpan = /century/u.test(match[0]);
      conditions.push(isSpan && isRefused(scan, start) ? inverted(read(match)) : read(match));
    }
  }
  if (years === null || conditions.length > 0) return { conditions: merged(conditions), notes };
  const span = scan.take(
    /(?:in|of|from|over|within)?\s*the (?:last|past) (?:(\d{1,2}|ten|twenty|five|few|couple of) years|decade(?!\p{L}))|(?:in|from|of) recent years/u,
  );
  const recent =
    span ??
    scan.take(
      /(?<!\p{L})(?:recent(?:ly released)?|modern|contemporary|brand[- ]new|latest|newest|current|up-to-date|newish|new(?=\s+(?:films?|movies?|releases?|comed\p{L}+|dramas?|horrors?|thrillers?|action|romance)))(?!\p{L})/u,
    );
  if (recent !== null) {
    const words: Readonly<Record<string, number>> = { ten: 10, twenty: 20, five: 5, few: 5, 'couple of': 2 };
    const count = words[recent.match[1] ?? ''] ?? (Number(recent.match[1] ?? NaN) || RECENT_SPAN + 1);
    const from = years.last - count + 1;
    conditions.push(isRefused(scan, recent.start) ? inverted(year({ from })) : year({ from }));
    notes.push(
      `By "${recent.match[0].trim()}" I take ${String(from)} or later; the catalogue ends in ${String(years.last)}.`,
    );
  }
  const aged = scan.take(
    /(?<!\p{L})(not |no |nothing |at most |less than |under )?(?:more |older )?than (\d{1,3}|ten|twenty|thirty|fifty|five) years(?: old| ago)?(?!\p{L})/u,
  );
  if (aged !== null) {
    const words: Readonly<Record<string, number>> = { five: 5, ten: 10, twenty: 20, thirty: 30, fifty: 50 };
    const border = years.last - (words[aged.match[2] ?? ''] ?? Number(aged.match[2]));
    conditions.push(aged.match[1] === undefined ? year({ before: border }) : year({ from: border }));
    notes.push(`I count years from ${String(years.last)}, where the catalogue ends.`);
  }
  const notOld = scan.take(
    /(?<!\p{L})(?:not|nothing|isn'?t|aren'?t) (?:too |so |that |very |really )?(?:old(?:-fashioned)?|ancient)(?!\p{L})/u,
  );
  if (notOld !== null) {
    const from = years.last - OLD_AGE + 1;
    conditions.push(year({ from }));
    notes.push(`By "${notOld.match[0].trim()}" I take ${String(from)} or later.`);
  }
  const old = scan.take(
    /(?<!\p{L}|years? |years?-)(?:old(?:[- ]?school|[- ]fashioned|ies)?|classics?|vintage|golden age)(?!\p{L})/u,
  );
  if (old !== null) {
    const to = years.last - OLD_AGE;
    conditions.push(isRefused(scan, old.start) ? inverted(year({ to })) : year({ to }));
    notes.push(`By "${old.match[0].trim()}" I take ${String(to)} or earlier.`);
  }
  return { conditions: merged(conditions), notes };
}

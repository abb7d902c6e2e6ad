/** @file How good, how known, how long: conditions on numbers. Vague words have stated bounds, which are told. */
import type { CatalogueOutline, Condition } from '../../../core/dialogue.ts';
import { bounded, OPERATOR, readAmounts } from './amounts.ts';
import type { Scan } from './scan.ts';

/** What was said of qualities. */
export interface QualityReading {
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
}

const WELL_RATED =
  /(?<!\p{L})(?:(?:very |really |most )?(?:well|highly|best|top)[- ]?(?:rated|reviewed|regarded)|high(?:ly)?[- ]rat(?:ed|ings?)|(?:critically )?acclaimed|(?:with )?(?:good|great|high|excellent|strong) (?:ratings?|reviews?|scores?)|masterpieces?|must[- ]sees?|award[- ]winning|(?:the |some |any )?(?:very |absolute )?best(?= (?:[\p{L}-]+ ){0,2}(?:films?|movies?|comed|dramas?|thriller|horror|action|western|musical|sci|romance|document|animat|crime|war|adventure|fantas)))(?!\p{L})/u;
const BADLY_RATED =
  /(?<!\p{L})(?:(?:badly|poorly|worst|lowest)[- ]?(?:rated|reviewed)|bad (?:ratings?|reviews?)|so bad)(?!\p{L})/u;
const LESS_KNOWN =
  /(?<!\p{L})(?:(?:not|nothing|isn'?t|aren'?t|less|lesser|least|little|un)[- ]?(?:too |so |very |that |as |all that )*(?:well[- ]?)?(?:known|famous|popular|mainstream|heard of)|hidden gems?|hidden treasures?|obscure|under-?rated|under-?seen|overlooked|off the beaten (?:track|path)|forgotten|nobody (?:knows|has seen)|surprise (?:me|us)|(?:at )?random(?=$| (?:films?|movies?|ones?|picks?)|[.,!?])|(?:no|not a|not) blockbusters?|not everyone (?:knows|has seen)|niche|indie gems?)(?!\p{L})/u;
const WELL_KNOWN =
  /(?<!\p{L})(?:(?:well|better|best)[- ]known|(?:more |very |really |most )?(?:popular|famous)|mainstream|blockbusters?|big hits?|everyone (?:knows|has seen|talks about))(?!\p{L})/u;

const TOO_KNOWN = /(?<!\p{L})too (?:well[- ]?known|popular|famous|mainstream|obvious|common)(?!\p{L})/u;
const TOO_UNKNOWN = /(?<!\p{L})too (?:obscure|unknown|niche|little known|unpopular)(?!\p{L})/u;

/** What a bound leaves out. */
function opposite({ attribute, from, to, after, before }: Condition): Condition {
  if (from !== undefined) return { attribute, before: from };
  if (to !== undefined) return { attribute, after: to };
  return before !== undefined ? { attribute, from: before } : { attribute, ...(after !== undefined && { to: after }) };
}

/** Bounds of vague words, on the catalogue's scale. */
const SHARE_OF_WELL_RATED = 0.75;
const SHARE_OF_BADLY_RATED = 0.45;
const ENOUGH_PEOPLE = 10;
const ENOUGH_OF_UNKNOWN = 2;
const LESS_KNOWN_DECILE = 5;
const WELL_KNOWN_DECILE = 9;

const tenths = (value: number): number => Math.round(value * 10) / 10;

function readVague(scan: Scan, { scale }: CatalogueOutline): QualityReading {
  const conditions: Condition[] = [];
  const notes: string[] = [];
  const at = (share: number): number => tenths(scale.min + share * (scale.max - scale.min));
  const tooUnknown = scan.take(TOO_UNKNOWN);
  const unknown = scan.take(TOO_KNOWN) ?? scan.take(LESS_KNOWN);
  const known = tooUnknown ?? (unknown === null ? scan.take(WELL_KNOWN) : null);
  const isGem = unknown !== null && /gem|treasure|under-?rated|surprise|random/u.test(unknown.match[0]);
  const well = scan.take(WELL_RATED);
  const badly = scan.take(BADLY_RATED);
  if (unknown !== null) {
    conditions.push({ attribute: 'popularity', to: LESS_KNOWN_DECILE });
    const good = isGem
      ? `, with a mean of ${String(at(SHARE_OF_WELL_RATED))} or more from at least ${String(ENOUGH_OF_UNKNOWN)} people`
      : '';
    const words = unknown.match[0].trim();
    notes.push(
      words.startsWith('too ')
        ? 'From the half with the fewest ratings, then.'
        : `By "${words}" I take the half with the fewest ratings${good}.`,
    );
  }
  if (known !== null) {
    conditions.push({ attribute: 'popularity', from: WELL_KNOWN_DECILE });
    notes.push(
      tooUnknown === null
        ? `By "${known.match[0].trim()}" I take the fifth with the most ratings.`
        : 'From the fifth with the most ratings, then.',
    );
  }
  if (well !== null || isGem) {
    const people = unknown === null ? ENOUGH_PEOPLE : ENOUGH_OF_UNKNOWN;
    conditions.push({ attribute: 'rating', from: at(SHARE_OF_WELL_RATED) }, { attribute: 'ratings', from: people });
    if (well !== null)
      notes.push(
        `By "${well.match[0].trim()}" I take a mean of ${String(at(SHARE_OF_WELL_RATED))} or more from at least ${String(people)} people.`,
      );
  }
  if (badly !== null) {
    conditions.push(
      { attribute: 'rating', to: at(SHARE_OF_BADLY_RATED) },
      { attribute: 'ratings', from: ENOUGH_PEOPLE },
    );
    notes.push(`By "${badly.match[0].trim()}" I take a mean of ${String(at(SHARE_OF_BADLY_RATED))} or less.`);
  }
  return { conditions, notes };
}

const NUMBER = '(\\d{1,3}(?:[.,]\\d+)?)';
const numeric = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

function readOutside(scan: Scan): Condition[] {
  const conditions: Condition[] = [];
  const imdb = scan.take(
    new RegExp(
      `imdb(?:[- ](?:rating|score))?(?:\\s+(?:of|is))?\\s*(${OPERATOR})?\\s*${NUMBER}(?:\\s*(?:or|and) (?:more|above|higher|better))?`,
      'u',
    ),
  );
  if (imdb !== null) conditions.push(bounded('imdb_rating', imdb.match[1], numeric(imdb.match[2]), 'from'));
  const named = scan.take(
    new RegExp(`(${OPERATOR})?\\s*${NUMBER}\\s*%?\\s*(?:on|at|from|by) (imdb|(?:the )?rotten tomatoes)`, 'u'),
  );
  if (named !== null)
    conditions.push(
      bounded(
        named.match[3] === 'imdb' ? 'imdb_rating' : 'rotten_tomatoes',
        named.match[1],
        numeric(named.match[2]),
        'from',
      ),
    );
  const rotten = scan.take(
    new RegExp(
      `(?:rotten tomatoes|tomatometer)(?:[- ](?:rating|score))?(?:\\s+of)?\\s*(${OPERATOR})?\\s*${NUMBER}\\s*%?`,
      'u',
    ),
  );
  if (rotten !== null) conditions.push(bounded('rotten_tomatoes', rotten.match[1], numeric(rotten.match[2]), 'from'));
  return conditions;
}

function readRatings(scan: Scan, { scale }: CatalogueOutline): QualityReading {
  const people = scan.take(
    new RegExp(
      `(?:(?:rated|seen|watched) by\\s+|with\\s+)?(${OPERATOR})\\s+(\\d{1,6})\\s+(?:ratings?|votes?|people|users|viewers|reviews)(?!\\p{L})`,
      'u',
    ),
  );
  const rated = people === null ? [] : [bounded('ratings', people.match[1], Number(people.match[2]), 'from')];
  const patterns = [
    new RegExp(
      `(?:rated|ratings?|scored?|scores?|mean|average)(?:\\s+(?:of|is|are))?\\s+(${OPERATOR})?\\s*${NUMBER}(?:\\s*(?:/|out of)\\s*(\\d{1,3}))?(?:\\s*stars?)?(?:\\s*(?:or|and)\\s+(?:more|above|higher|better|up))?(?!\\s*(?:people|users|ratings|times))`,
      'u',
    ),
    new RegExp(`(${OPERATOR})\\s*${NUMBER}(?:\\s*(?:/|out of)\\s*(\\d{1,3}))?\\s*stars?`, 'u'),
    new RegExp(
      `()${NUMBER}(?:\\s*(?:/|out of)\\s*(\\d{1,3}))?\\s*(?:\\+|plus)?[- ]?stars?(?:\\s*(?:or|and)\\s+(?:more|above|higher|better|up))?`,
      'u',
    ),
  ];
  for (const pattern of patterns) {
    const found = scan.take(pattern);
    if (found === null) continue;
    const [, operator, written, of] = found.match;
    const value = numeric(written);
    const most = of === undefined ? (value > scale.max ? 10 : scale.max) : Number(of);
    const own = tenths((value / most) * scale.max);
    const notes =
      most === scale.max
        ? []
        : [
            `${String(value)} out of ${String(most)} is ${String(own)} on this catalogue's scale, which ends at ${String(scale.max)}.`,
          ];
    const stated = bounded('rating', operator === '' ? undefined : operator, own, 'from');
    const isRefused =
      /(?<!\p{L})(?:none|no(?:t|thing)?|without)(?: (?:with|one|films?|movies?|any|anything|an?|that|of|has|have|is|are))*\s*$/u.test(
        scan.rest.slice(Math.max(0, found.start - 40), found.start),
      );
    return { conditions: [...rated, isRefused ? opposite(stated) : stated], notes };
  }
  return { conditions: rated, notes: [] };
}

const HOURS: Readonly<Record<string, number>> = { an: 1, a: 1, one: 1, two: 2, three: 3, four: 4 };
const SHORT_MINUTES = 95;
const LONG_MINUTES = 120;

function readLength(scan: Scan): QualityReading {
  const said = scan.take(
    new RegExp(
      `(${OPERATOR})\\s+(\\d{1,3}(?:\\.5)?|an?|one|two|three|four)\\s*(and a half\\s*)?(hours?|hrs?|h|minutes?|mins?|min)(?:\\s+and a half)?(?:\\s+long)?(?!\\p{L})`,
      'u',
    ),
  );
  if (said !== null) {
    const [all, operator, count = '', half, unit = ''] = said.match;
    const amount = (HOURS[count] ?? Number(count)) + (half !== undefined || all.endsWith('half') ? 0.5 : 0);
    scan.take(/(?:something |quite |really )?short(?! of| film)(?!\p{L})/u);
    const minutes = unit.startsWith('h') ? Math.round(60 * amount) : amount;
    return { conditions: [bounded('running_time', operator, minutes, 'to')], notes: [] };
  }
  const minutes = scan.take(
    /(?<=(?:have|got|only|just|for|in)\s+(?:only |just |about )?)(\d{2,3}) (?:minutes|mins?)(?!\p{L})/u,
  );
  if (minutes !== null) return { conditions: [{ attribute: 'running_time', to: Number(minutes.match[1]) }], notes: [] };
  const spare = scan.take(
    /(?<=(?:have|got|only|just|for|in)\s+(?:only |just |about )?)(\d|an?|one|two|three)(?: and a half)? (hours?|hrs?)(?!\p{L})/u,
  );
  if (spare !== null) {
    const hours = (HOURS[spare.match[1] ?? ''] ?? Number(spare.match[1])) + (spare.match[0].includes('half') ? 0.5 : 0);
    return { conditions: [{ attribute: 'running_time', to: Math.round(60 * hours) }], notes: [] };
  }
  const notShort = scan.take(/(?<!\p{L})(?:not|nothing|isn'?t|aren'?t) (?:too |so |very |that )?short(?!\p{L})/u);
  if (notShort !== null)
    return {
      conditions: [{ attribute: 'running_time', after: SHORT_MINUTES }],
      notes: [`By "${notShort.match[0].trim()}" I take more than ${String(SHORT_MINUTES)} minutes.`],
    };
  // A complaint about the last list, which is read against it.
  if (scan.take(/(?<!\p{L})too short(?!\p{L})/u) !== null) return { conditions: [], notes: [] };
  const short = scan.take(
    /(?<!\p{L})(?:(?:quite |really |something )?short(?! of| film)|(?:not|isn'?t|aren'?t) (?:too|so|very|that) long|(?:no|not|avoid|without|hate|dislike|don'?t (?:like|want)) (?:any |too |very )?long(?= (?:films?|movies?|ones?)))(?!\p{L})/u,
  );
  if (short === null) return { conditions: [], notes: [] };
  const most = /long/u.test(short.match[0]) ? LONG_MINUTES : SHORT_MINUTES;
  return {
    conditions: [{ attribute: 'running_time', to: most }],
    notes: [`By "${short.match[0].trim()}" I take ${String(most)} minutes at most.`],
  };
}

const CERTIFICATE =
  /(?:(not |no |nothing )(?:\w+ )?)?(?:rated (g|pg|pg-?13|r|nc-?17)(?!\p{L}|\p{N})|(?<![\p{L}\p{N}])(g|pg|pg-?13|r|nc-?17)[- ]rated|(?<![\p{L}\p{N}])(pg-?13|nc-?17)(?![\p{L}\p{N}]))/u;

function readCertificate(scan: Scan): Condition[] {
  return scan.takeAll(CERTIFICATE).map(({ match: [, no, ...names] }) => {
    const value = (names.find((name) => name !== undefined) ?? '').toUpperCase().replace(/^(PG|NC)(\d)/u, '$1-$2');
    return { attribute: 'mpaa_rating', [no === undefined ? 'is' : 'not']: [value] };
  });
}

/** Reads what a message says of ratings, fame, length and certificates. */
export function readQualities(scan: Scan, catalogue: CatalogueOutline): QualityReading {
  const outside = [...readAmounts(scan), ...readOutside(scan)];
  const length = readLength(scan);
  const certificate = readCertificate(scan);
  const vague = readVague(scan, catalogue);
  const ratings = readRatings(scan, catalogue);
  return {
    conditions: [...outside, ...length.conditions, ...certificate, ...vague.conditions, ...ratings.conditions],
    notes: [...length.notes, ...vague.notes, ...ratings.notes],
  };
}

/** @file Orders that a message asks for: the best or worst rated, the newest, the longest, the most popular; and whether it asks for one. */
import type { Condition, Order } from '../../../core/dialogue.ts';
import { ORDINAL, placeOf } from './lexicon.ts';
import type { Scan } from './scan.ts';

/** What order is asked for. */
export interface OrderReading {
  readonly order: Order | null;
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
  /** How many the words mean: "the oldest film" is one, "the second oldest" the last of two; null where they say nothing of it. */
  readonly count: number | null;
}

const KIND =
  '(?:films?|movies?|flicks?|titles?|ones?|comed|dramas?|thriller|horror|action|western|musical|sci|romance|document|animat|crime|war|adventure|fantas|▮)';
/** "Which Batman film is …?" */
const ASKED = '(?<=(?:which|what) [^?.!]{2,60} (?:is|was) )';
/** "Longest" is no order without a noun: "the longest day" may be anything. */
const of = (words: string): RegExp =>
  new RegExp(
    `(?<!\\p{L})(?:the |your )?(?:very |absolute )?(?:${words})(?= (?:[\\p{L}\\p{N}-]+ ){0,2}${KIND}| first)|${ASKED}(?:the )?(?:${words})(?=\\W*$)`,
    'u',
  );
const ORDERS: readonly (readonly [Order, RegExp])[] = [
  [
    { scheme: 'rating' },
    new RegExp(
      `(?<!\\p{L})(?:(?:the |your )?(?:best|highest|top)[- ]?(?:rated|reviewed|ranked|scored|scoring)|(?:with )?the (?:best|highest) (?:ratings?|scores?)|(?:the )?(?:very |absolute |all[- ]time )?(?:best|greatest|finest)(?= (?:[\\p{L}\\p{N}-]+ ){0,2}${KIND})|${ASKED}(?:the )?best(?: rated)?(?=\\W*$))(?! than)`,
      'u',
    ),
  ],
  [
    { scheme: 'newest' },
    new RegExp(
      `(?<!\\p{L})(?:the |your )?(?:(?:very )?newest|latest|most recent)(?= (?:[\\p{L}\\p{N}-]+ ){0,2}${KIND}| first)`,
      'u',
    ),
  ],
  [
    { scheme: 'oldest' },
    new RegExp(
      `(?<!\\p{L})(?:the |your )?(?:(?:very )?oldest|earliest)(?= (?:[\\p{L}\\p{N}-]+ ){0,2}${KIND}| first)`,
      'u',
    ),
  ],
  [
    { scheme: 'oldest' },
    /(?<=(?:which|what) [^?.!]{2,60} )(?:came (?:out )?|was (?:made |released )?|is )(?:the )?(?:first|earliest|oldest)(?!\p{L})/u,
  ],
  [
    { scheme: 'newest' },
    /(?<=(?:which|what) [^?.!]{2,60} )(?:came (?:out )?|was (?:made |released )?|is )(?:the )?(?:last|latest|newest)(?!\p{L})/u,
  ],
  [
    { scheme: 'popularity' },
    /(?<!\p{L})(?:(?:has|have|with) the most (?:ratings|votes|reviews)|(?:the |your )?(?:most (?:popular|watched|rated|seen|famous)|best[- ]known|biggest hits?))(?!\p{L})/u,
  ],
  [
    { scheme: 'least', attribute: 'rating' },
    of('(?:worst|lowest|poorest)(?:[- ](?:rated|reviewed|ranked|scored|scoring))?'),
  ],
  [{ scheme: 'most', attribute: 'running_time' }, of('longest(?:[- ]running)?')],
  [{ scheme: 'least', attribute: 'running_time' }, of('shortest')],
  [
    { scheme: 'most', attribute: 'worldwide_gross' },
    of(
      '(?:highest|top|biggest|most)[- ](?:grossing|earning)|(?:most )?(?:profitable|lucrative|commercially successful)',
    ),
  ],
  [
    { scheme: 'least', attribute: 'worldwide_gross' },
    of('lowest[- ](?:grossing|earning)|least (?:profitable|successful)'),
  ],
  [{ scheme: 'most', attribute: 'budget' }, of('most expensive|costliest|(?:highest|biggest|largest)[- ]budget')],
  [{ scheme: 'least', attribute: 'budget' }, of('cheapest|least expensive|(?:lowest|smallest)[- ]budget')],
];
/** In which order a list is to be, whatever it holds. */
const SORTS: readonly (readonly [Order, RegExp])[] = [
  [
    { scheme: 'newest' },
    /(?<!\p{L})(?:(?:the )?(?:newest|latest|most recent) (?:ones? )?first|from new(?:est)? to old(?:est)?)(?!\p{L})/u,
  ],
  [
    { scheme: 'oldest' },
    /(?<!\p{L})(?:(?:the )?(?:oldest|earliest) (?:ones? )?first|from old(?:est)? to new(?:est)?|(?:by|in order of) (?:release )?(?:year|date|age)|in (?:chronological |the right |release )?order(?! (?:of|by))|chronologically)(?!\p{L})/u,
  ],
  [
    { scheme: 'rating' },
    /(?<!\p{L})(?:by (?:their )?(?:ratings?|scores?)|(?:the )?(?:best|highest)(?: rated)? first)(?!\p{L})/u,
  ],
  [{ scheme: 'popularity' }, /(?<!\p{L})by popularity(?!\p{L})/u],
];
const ONE =
  /^(?:\s+[\p{L}-]+){0,2}?\s+(?:film|movie|flick|title|one|comedy|drama|thriller|musical|western|documentary|horror|romance|mystery)(?!\p{L})(?!\s+(?:films|movies|ones))/u;
const ENOUGH_PEOPLE = 10;
/** A list names 20 at most. */
const MOST_NAMED = 20;

const NTH = new RegExp(`(?<![\\p{L}\\p{N}])(?:the )?(?!last)(${ORDINAL})[ -]$`, 'u');

/** "The second best rated": the place in the order, from 1; 1 where it is the first or none is named. */
function placeBefore(scan: Scan, start: number): number {
  const nth = NTH.exec(scan.rest.slice(0, start));
  const place = nth === null ? null : placeOf(nth[1] ?? '', MOST_NAMED);
  if (nth === null || place === null) return 1;
  scan.consume(nth.index, start);
  return place + 1;
}

/** Reads in what order items are wanted. */
export function readOrder(scan: Scan): OrderReading {
  for (const [order, pattern] of SORTS) {
    if (scan.take(pattern) !== null) return { order, conditions: [], notes: [], count: null };
  }
  for (const [order, pattern] of ORDERS) {
    const found = scan.take(pattern);
    if (found === null) continue;
    const isOne =
      ONE.test(scan.text.slice(found.end).toLowerCase()) ||
      /(?:which|what) (?:[\p{L} ]{2,40} )?(?:film|movie|one)(?: \p{L}+)? $/u.test(
        scan.text.slice(0, found.start).toLowerCase(),
      );
    const isByRating = order.scheme === 'rating' || ('attribute' in order && order.attribute === 'rating');
    const place = placeBefore(scan, found.start);
    const count = place > 1 ? place : isOne ? 1 : null;
    const nth = place > 1 ? [`In that order number ${String(place)} is the last one named here.`] : [];
    if (!isByRating) return { order, conditions: [], notes: nth, count };
    const end = order.scheme === 'rating' ? 'highest' : 'lowest';
    const note = `By "${found.match[0].trim()}" I take the ${end} mean rating of those that at least ${String(ENOUGH_PEOPLE)} people rated.`;
    return { order, conditions: [{ attribute: 'ratings', from: ENOUGH_PEOPLE }], notes: [note, ...nth], count };
  }
  return { order: null, conditions: [], notes: [], count: null };
}

/** @file Orders that a message asks for: the best rated, the newest, the oldest, the most popular; and whether it asks for one. */
import type { Condition, RankScheme } from '../../../core/dialogue.ts';
import type { Scan } from './scan.ts';

/** What order is asked for. */
export interface OrderReading {
  readonly scheme: RankScheme | null;
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
  /** "The oldest film" is one, "the oldest films" are several. */
  readonly isOne: boolean;
}

const KIND =
  '(?:films?|movies?|flicks?|titles?|ones?|comed|dramas?|thriller|horror|action|western|musical|sci|romance|document|animat|crime|war|adventure|fantas|▮)';
const ORDERS: readonly (readonly [RankScheme, RegExp])[] = [
  [
    'rating',
    new RegExp(
      `(?<!\\p{L})(?:(?:the |your )?(?:best|highest|top)[- ]?(?:rated|reviewed|ranked|scored|scoring)|(?:with )?the (?:best|highest) (?:ratings?|scores?)|(?:the )?(?:very |absolute |all[- ]time )?(?:best|greatest|finest)(?= (?:[\\p{L}-]+ ){0,2}${KIND}))(?! than)`,
      'u',
    ),
  ],
  [
    'newest',
    new RegExp(
      `(?<!\\p{L})(?:the |your )?(?:(?:very )?newest|latest|most recent)(?= (?:[\\p{L}-]+ ){0,2}${KIND}| first)`,
      'u',
    ),
  ],
  [
    'oldest',
    new RegExp(`(?<!\\p{L})(?:the |your )?(?:(?:very )?oldest|earliest)(?= (?:[\\p{L}-]+ ){0,2}${KIND}| first)`, 'u'),
  ],
  [
    'popularity',
    /(?<!\p{L})(?:(?:has|have|with) the most (?:ratings|votes|reviews)|(?:the |your )?(?:most (?:popular|watched|rated|seen|famous)|best[- ]known|biggest hits?))(?!\p{L})/u,
  ],
];
/** In which order a list is to be, whatever it holds. */
const SORTS: readonly (readonly [RankScheme, RegExp])[] = [
  [
    'newest',
    /(?<!\p{L})(?:(?:the )?(?:newest|latest|most recent) (?:ones? )?first|from new(?:est)? to old(?:est)?)(?!\p{L})/u,
  ],
  [
    'oldest',
    /(?<!\p{L})(?:(?:the )?(?:oldest|earliest) (?:ones? )?first|from old(?:est)? to new(?:est)?|(?:by|in order of) (?:release )?(?:year|date|age)|in chronological order|chronologically)(?!\p{L})/u,
  ],
  ['rating', /(?<!\p{L})(?:by (?:their )?(?:ratings?|scores?)|(?:the )?(?:best|highest)(?: rated)? first)(?!\p{L})/u],
  ['popularity', /(?<!\p{L})by popularity(?!\p{L})/u],
];
const ONE =
  /^(?:\s+[\p{L}-]+){0,2}?\s+(?:film|movie|flick|title|one|comedy|drama|thriller|musical|western|documentary|horror|romance|mystery)(?!\p{L})(?!\s+(?:films|movies|ones))/u;
const ENOUGH_PEOPLE = 10;

/** Reads in what order items are wanted. */
export function readOrder(scan: Scan): OrderReading {
  for (const [scheme, pattern] of SORTS) {
    if (scan.take(pattern) !== null) return { scheme, conditions: [], notes: [], isOne: false };
  }
  for (const [scheme, pattern] of ORDERS) {
    const found = scan.take(pattern);
    if (found === null) continue;
    const isOne =
      ONE.test(scan.text.slice(found.end).toLowerCase()) ||
      /(?:which|what) (?:film|movie|one)(?: \p{L}+)? $/u.test(scan.text.slice(0, found.start).toLowerCase());
    if (scheme !== 'rating') return { scheme, conditions: [], notes: [], isOne };
    const note = `By "${found.match[0].trim()}" I take the highest mean rating of those that at least ${String(ENOUGH_PEOPLE)} people rated.`;
    return { scheme, conditions: [{ attribute: 'ratings', from: ENOUGH_PEOPLE }], notes: [note], isOne };
  }
  return { scheme: null, conditions: [], notes: [], isOne: false };
}

/** @file The segment *order by*: the best or worst rated, the newest, the longest; and how many of them the words mean. */
import type { CatalogueOutline, Condition, Order } from '../../core/dialogue.ts';
import { placeOf } from './lexicon.ts';
import type { Sentence, Taken } from './sentence.ts';
import { rule } from './vocabulary.ts';

/** What order is asked for. */
export interface OrderReading {
  readonly order: Order | null;
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
  /** "The oldest film" is one, "the second oldest" the last of two; null where the words say nothing of it. */
  readonly count: number | null;
}

/** Superlatives: how they are put before a noun, or after a question, and the order that they ask for. */
const SUPERLATIVES: readonly (readonly [string, Order])[] = [
  [
    '(best|highest|top) (rated|reviewed|ranked|scored|scoring)|best|greatest|finest|top (?!<number>)',
    { scheme: 'rating' },
  ],
  ['newest|latest|most recent|came (out)? last', { scheme: 'newest' }],
  ['oldest|earliest|came (out)? first', { scheme: 'oldest' }],
  ['most (popular|watched|rated|seen|famous|read|bought)|best known|biggest (hit|hits)', { scheme: 'popularity' }],
  ['(worst|lowest|poorest) (rated|reviewed|ranked|scored|scoring)?', { scheme: 'least', attribute: 'rating' }],
  ['longest (running)?|thickest', { scheme: 'most', attribute: 'running_time' }],
  ['shortest|thinnest', { scheme: 'least', attribute: 'running_time' }],
  [
    '(highest|top|biggest|most) (grossing|earning)|(most)? (profitable|lucrative|commercially successful)',
    { scheme: 'most', attribute: 'worldwide_gross' },
  ],
  ['lowest (grossing|earning)|least (profitable|successful)', { scheme: 'least', attribute: 'worldwide_gross' }],
  ['most expensive|costliest|priciest|(highest|biggest|largest) budget', { scheme: 'most', attribute: 'budget' }],
  ['cheapest|least expensive|(lowest|smallest) budget', { scheme: 'least', attribute: 'budget' }],
];
/** Superlatives that are plain without a noun. */
const PLAIN = /rated|known|reviewed|grossing|earning|popular|watched|expensive|cheapest/u;
/** In which order a list is to be, whatever it holds. */
const SORTS: readonly (readonly [string, Order])[] = [
  [
    '(from)? old (est)? to new|(from)? oldest to newest|(by|in order of) (their|the)? (release)? (year|date|age)|in (chronological|the right|release) order|in order (?!(of|by))|chronologically|ordered by year|sorted by year',
    { scheme: 'oldest' },
  ],
  ['(from)? newest to oldest|from new to old', { scheme: 'newest' }],
  ['(by|in order of) (their|mean|average)* (rating|ratings|score|scores)', { scheme: 'rating' }],
  ['(by|in order of) popularity|the most (ratings|votes|reviews)', { scheme: 'popularity' }],
  ['(by|in order of) (their)? (length|running time|runtime)', { scheme: 'least', attribute: 'running_time' }],
  ['(by|in order of) (their)? price', { scheme: 'least', attribute: 'budget' }],
];

const KIND = '(?=(of|in|from)* (<number>|two|three|four|five|ten)? (?!at)<word>{0,2}? (<kind>|<taken>))';
const FIRST = '(<noun>)? first';
const LEADS = '(the|your|very|absolute|all|time|with|has|have)*';
const ORDERS = SUPERLATIVES.map(([words, order]) => ({
  order,
  first: rule(`${LEADS} (${words}) ${FIRST}`),
  before: rule(`(?<!at )${LEADS} (${words}) (ratings|rating|score|scores)? (?!than) ${KIND}`),
  asked: rule(
    `(?<=(which|what) (<word>|<value>|<title>|<taken>){1,6})(is|was|are|came|has)? (out)? (the)? (made|released)? (${words}|${wordsAlone(order)}) (?=<stop>*$)`,
  ),
  plain: rule(`(?<!at )${LEADS} (${words}) (?=<stop>*$)`),
}));
const SORTED = SORTS.map(([words, order]) => ({ order, pattern: rule(words) }));

function wordsAlone({ scheme }: Order): string {
  return scheme === 'oldest' ? 'first' : scheme === 'newest' ? 'last' : 'best rated';
}

const SINGULAR =
  'film|movie|flick|title|one|book|product|comedy|drama|thriller|musical|western|documentary|horror|romance|mystery';
const ONE = new RegExp(
  `^(?:\\s*[\\p{L}-]+){0,2}?\\s*(?:${SINGULAR})(?!\\p{L})(?!\\s+(?:films|movies|ones|books))`,
  'iu',
);
const ASKED_ONE = new RegExp(`(?:which|what)(?: [\\p{L}'-]+){0,4}? (?:${SINGULAR})(?: \\p{L}+){0,2}\\s*$`, 'iu');
/** A list names 20 at most. */
const MOST_NAMED = 20;
const NTH = rule('(the)? {nth:<ordinal>} $');

/** "The second best rated": the place in the order, from 1; 1 where it is the first or none is named. */
function placeBefore(sentence: Sentence, { from }: Taken): number {
  const before = sentence.rest(0, from);
  const nth = NTH.exec(before)?.groups?.['nth']?.trim();
  const place = nth === undefined || nth === 'last' ? null : placeOf(nth, MOST_NAMED);
  if (place === null) return 1;
  sentence.consume({ from: from - 1, to: from });
  return place + 1;
}

/** In what order items are wanted. */
export function readOrder(sentence: Sentence, { enough }: CatalogueOutline): OrderReading {
  const none = { conditions: [], notes: [], count: null };
  for (const { pattern, order } of SORTED) if (sentence.take(pattern) !== null) return { order, ...none };
  for (const { first, order } of ORDERS) if (sentence.take(first) !== null) return { order, ...none };
  for (const { before, asked, plain, order } of ORDERS) {
    const found = sentence.find(asked) ?? sentence.find(before) ?? sentence.find(plain);
    if (found === null) continue;
    const isAlone = sentence.find(asked) === null && sentence.find(before) === null;
    if (isAlone && !PLAIN.test(found.words) && found.from > 0) continue;
    sentence.consume(found);
    const { text, tokens } = sentence;
    const isOne =
      ONE.test(text.slice(tokens[found.to - 1]?.end)) || ASKED_ONE.test(text.slice(0, tokens[found.from]?.start));
    const isByRating = order.scheme === 'rating' || ('attribute' in order && order.attribute === 'rating');
    const place = placeBefore(sentence, found);
    const count = place > 1 ? place : isOne ? 1 : null;
    const nth = place > 1 ? [`In that order number ${String(place)} is the last one named here.`] : [];
    if (!isByRating) return { order, conditions: [], notes: nth, count };
    const end = order.scheme === 'rating' ? 'highest' : 'lowest';
    const note = `By "${sentence.written(found)}" I take the ${end} mean rating of those that at least ${String(enough)} people rated.`;
    return { order, conditions: [{ attribute: 'ratings', from: enough }], notes: [note, ...nth], count };
  }
  return { order: null, ...none };
}

/**
 * @file The segments *order by* (the best or worst rated, the newest, the longest, and how many of them the words mean), *newer* and *shorter*
 * (than what was shown before, or what something should be like), and *how many*.
 */
import type { CatalogueOutline, Condition, Order } from '../../core/dialogue.ts';
import type { Anchor } from './draft.ts';
import { numberOf, placeOf } from './lexicon.ts';
import type { Sentence, Taken } from './sentence.ts';
import { framed, grammar, rule, rules } from './vocabulary.ts';

/** What order is asked for. */
export interface OrderReading {
  readonly order: Order | null;
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
  /** "The oldest film" is one, "the second oldest" the last of two; null where the words say nothing of it. */
  readonly count: number | null;
}

/** An order by its name in a table: the scheme, or the end of a number that comes first. */
function orderOf(name: string): Order {
  const [scheme, attribute] = name.split(' ') as [Exclude<Order['scheme'], 'most'>, string?];
  return (attribute === undefined ? { scheme } : { scheme, attribute }) as Order;
}

const BY = '(on|by|from|with|according to|in|of|the)*';
/** Rotten Tomatoes counts the critics who are for a film. */
const CRITICS = '(rotten tomatoes|tomatometer|critic|critics) (rating|ratings|score|scores|review|reviews)?';
/** Superlatives, as they are put before a noun or after a question. */
const SUPERLATIVES = `
  most imdb_rating := (best|highest|top) (rated|one|<noun>)? ${BY} imdb (rating|score)?
  least imdb_rating := (worst|lowest|poorest) (rated|one|<noun>)? ${BY} imdb (rating|score)?
  least rotten_tomatoes := (worst|lowest|poorest) (rated|reviewed|one|<noun>)? ${BY} ${CRITICS}
  most rotten_tomatoes := (best|highest|top) (rated|reviewed|one|<noun>)? ${BY} ${CRITICS}|(did)? (the)? critics (did)? (like|liked|love|loved|go for|went for|rate|rated|prefer|preferred) (the)? (most|best|highest)
  rating := (best|most) (liked|loved)|(?<=(which|wich|what) (one)? (of (them|these|those))? (is|'s|are|was) (the)?) (better|higher) rated|(best|highest|top) (rated|reviewed|ranked|scored|scoring|rating|ratings|score|scores)|(did)? (people|viewers|they|readers)? (like|liked|love|loved|enjoyed|rate|rated) (the)? (most|best|highest)|best|greatest|finest|top (?!<number>)
  newest := newest|latest|most recent|came (out)? last
  oldest := oldest|earliest|came (out)? first
  popularity := most (people|readers)? (did)? (popular|watched|rate|rated|seen|famous|read|bought)|most (votes|ratings|reviews)|best known|biggest (hit|hits)
  least rating := (worst|lowest|poorest) (rated|reviewed|ranked|scored|scoring)?|(like|liked|love|loved|enjoyed|rate|rated) (the)? least
  most running_time := longest (running)?|thickest|the (thicker|longer) the better|most (pages|minutes)
  least running_time := shortest|thinnest|the (shorter|thinner) the better|(fewest|least) (pages|minutes)
  most worldwide_gross := (highest|top|biggest|most) (grossing|earning)|(most)? (profitable|lucrative|commercially successful)|most money
  least worldwide_gross := (biggest|worst|greatest) (flop|flops|bomb|bombs)|lowest (grossing|earning)|least (profitable|successful|money)
  most budget := most expensive|costliest|priciest|(highest|biggest|largest) budget
  least budget := (for|with|on|cost|costs)* (almost|next to|nearly|hardly any|very little|little|no)+ (money|budget)|(on)? a shoestring (budget)?|cheapest|least expensive|(lowest|smallest) budget (films|film)?
`;
/** Superlatives that are plain without a noun. */
const IS_PLAIN =
  /better|hit|money|shoestring|flop|bomb|rated|rating|known|review|grossing|earning|popular|watched|expensive|cheapest/u;
/** In which order a list is to be, whatever it holds. */
const SORTS = `
  oldest := (from)? old (est)? to new|in (chronological|the right|release) order|in order (?!(of|by))|chronologically
  newest := from new to old|reverse chronological (order)?
`;
/** What a list may be put in order by, and from which end where none is named. */
const MEASURED = `
  least year := (release|publication)? (year|date|age)|release|when (they|it) came out
  most imdb_rating := (imdb) (rating|ratings|score|scores)?
  most rotten_tomatoes := ${CRITICS}
  most rating := (mean|average)* (rating|ratings|score|scores)|how good (<word>){0,3}
  most ratings := popularity|(number of|most|the)* (ratings|votes|reviews|raters)|how popular (<word>){0,3}
  least running_time := length|running time|runtime|duration|how long (<word>){0,3}|minutes
  least pages := (page|number of|page count|count)* (pages|page)|page count|thickness
  most budget := budget
  most worldwide_gross := (worldwide)? (gross|box office|takings|earnings)|how much (<word>){0,2} (earned|earn|made|make|took|take|grossed|gross)
  least price := price|cost|how much (<word>){0,3}
`;
const DOWN =
  'descending|high to low|highest (first)?|most (first)?|longest (first)?|newest (first)?|best (first)?|largest (first)?|biggest (first)?|dearest (first)?|decreasing|downwards|down';
const UP =
  'ascending|low to high|lowest (first)?|least (first)?|shortest (first)?|oldest (first)?|worst (first)?|smallest (first)?|cheapest (first)?|increasing|upwards|up';

const LEADS = '(the|your|very|absolute|all|time|with|has|have)*';
/** What is said of the order of a list, and of nothing else. */
const LISTED = [
  ...rules(SORTS),
  ...framed(
    MEASURED,
    `(sort|sorted|order|ordered|rank|ranked|arrange|arranged|list|put)* (me|it|them|these|those|that|this)* (?<!<word> and )(by|in order of|according to) (their|its|the)* ($1) (<stop>|in|order|from|,|the|with)* ({down:${DOWN}}|{up:${UP}})?`,
  ),
  ...framed(
    SUPERLATIVES,
    `${LEADS} ($1) (<noun>)? (first|at the top|on top|to (oldest|newest|longest|shortest|cheapest|lowest|highest|worst|best|(most|least) <word>))`,
  ),
];
const SCORES = '(ratings|rating|reviews|score|scores)?';
const PLAIN = framed(
  SUPERLATIVES,
  `(?<!at )${LEADS} ($1) ${SCORES} (?=(of all|ever|overall|in total|back then|at the time|then|now|please|instead|though)? <stop>*$)`,
);
/** Superlatives where they stand in questions, before a noun and alone. */
const ORDERS = [
  ...framed(
    `${SUPERLATIVES}  oldest := first\n  newest := last`,
    '(?<=(which|what) (<word>|<value>|<title>|<taken>){1,6})(is|was|are|came|has)? (out)? (the)? (made|released)? ($1) (?=<stop>|$)',
  ),
  ...framed(
    SUPERLATIVES,
    `(?<!at )${LEADS} ($1) ${SCORES} (?!than) (?=(of|in|from)* (<number>|two|three|four|five|ten)? (?!at)<word>{0,2}? (<kind>|<taken>|these|those|them))`,
  ),
  ...PLAIN,
];

const SINGULAR =
  'film|movie|flick|title|one|book|product|comedy|drama|thriller|musical|western|documentary|horror|romance|mystery';
const ONE = new RegExp(
  `^(?:\\s*[\\p{L}-]+){0,2}?\\s*(?:${SINGULAR})(?!\\p{L})(?!\\s+(?:films|movies|ones|books))`,
  'iu',
);
const ASKED_ONE = new RegExp(
  `(?:which|what)(?:(?: [\\p{L}'-]+){0,4}? (?:${SINGULAR})| of (?:those|these|them))(?: \\p{L}+){0,2}\\s*$`,
  'iu',
);
/** A list names 20 at most. */
const MOST_NAMED = 20;
/** "Tim Burton's best", "and the shortest?" */
const OF_SOMEBODY = rule(
  "(<value>|<taken>|'s|his|her|their|its|take|pick|choose|want|(give|show) me) $|^(<stop>|and|so|but|or|ok|then|what about|how about)* $",
);
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
  for (const [name, pattern] of LISTED) {
    const taken = sentence.take(pattern);
    if (taken === null) continue;
    const end = taken.part('down') !== undefined ? 'most' : taken.part('up') !== undefined ? 'least' : null;
    const order = orderOf(name);
    return { order: end === null || !('attribute' in order) ? order : { ...order, scheme: end }, ...none };
  }
  for (const one of ORDERS) {
    const found = sentence.find(one[1]);
    if (found === null) continue;
    const isBare = PLAIN.includes(one) && !IS_PLAIN.test(found.words) && found.from > 0;
    if (isBare && !OF_SOMEBODY.test(sentence.rest(0, found.from))) continue;
    const order = orderOf(one[0]);
    sentence.consume(found);
    const { text, tokens } = sentence;
    const isOne =
      ONE.test(text.slice(tokens[found.to - 1]?.end)) || ASKED_ONE.test(text.slice(0, tokens[found.from]?.start));
    const isByRating = order.scheme === 'rating' || ('attribute' in order && order.attribute === 'rating');
    const place = placeBefore(sentence, found);
    const count = place > 1 ? place : isOne ? 1 : null;
    const nth = place > 1 ? [`In that order number ${String(place)} is the last one named here.`] : [];
    if (!isByRating || enough === 0) return { order, conditions: [], notes: nth, count };
    const end = order.scheme === 'rating' ? 'highest' : 'lowest';
    const note = `By "${sentence.written(found)}" I take the ${end} mean rating of those that at least ${String(enough)} people rated.`;
    return { order, conditions: [{ attribute: 'ratings', from: enough }], notes: [note, ...nth], count };
  }
  return { order: null, ...none };
}

/** An attribute, and on which side of the others' it has to be. */
export type Compared = Pick<Anchor, 'attribute' | 'relation'>;

/** Comparatives by what they compare. */
export const COMPARATIVES = `
  year after := newer|(more) (recent|recently|modern|contemporary|current)|less old|(?<!not )too (old|old fashioned|dated|ancient) (?!for (that|it|this|these|those|them))|later (?=<noun>|than)
  year before := older|earlier|less (recent|modern|new)|more (classic|vintage)|not (so|that|as) (new|recent|modern)|(?<!not )too (new|recent|modern) (?!for (that|it|this|these|those|them))
  running_time before := shorter|(?<!(not|nothing|never) )too long|less long
  running_time after := longer|(?<!(not|nothing|never) )too short
  price before := cheaper|less (expensive|pricey)|(bit|way|far)? too (expensive|pricey|dear|much money)|(that|it) (is|'s) (a lot of|lots of) money|not (so|that|as) (expensive|pricey)
  price after := pricier|more expensive|fancier|too cheap
  rating after := (?<!(is|are|be|would) )better (rated|rating|ratings|reviewed)?|higher (rated|rating|ratings)
  ratings before := less (known|popular|famous|mainstream)|more (obscure|niche)
  ratings after := more (popular|famous|mainstream)|better known
`;
const HERE = framed(
  COMPARATIVES,
  '(a bit|bit|much|way|little|even|slightly)* ($1) (than (that|those|these|it|them|this))? (?!than|known|quality)',
);

/** What a message compares, taken from it. */
export const readComparatives = (sentence: Sentence): readonly Compared[] =>
  HERE.flatMap(([name, pattern]): readonly Compared[] => {
    const [attribute = '', relation = 'after'] = name.split(' ');
    return sentence.take(pattern) === null ? [] : [{ attribute, relation: relation as Compared['relation'] }];
  });

const WHAT = '<kind>|suggestions|suggestion|recommendations|options|ideas|picks|examples|<taken>';
/** Words of what is no number of items. */
const OTHER = '(?!(star|stars|minutes|hours|years|year|dollars|pages|people|percent))';
const COUNTED = [
  rule(`(top|best) {n:<count>} ${OTHER}`),
  rule(`(?<!(the|that|this|which|another|not|my|our) ){n:<count>} (?!of|to)((?!<noun>)<word>){0,3}? (${WHAT})`),
  rule(`(?<=the ){n:<count>} (?!one)<word>{0,2}? (<kind>|<taken>)`),
  rule(`(?<!not )(another|next|other) {n:<count>} ${OTHER}`),
  rule(`{n:<count>} (of (them|these|those)|more|other|others|please)`),
  rule(
    `^<stop>* (ok|okay|and|now|please|,)* (make (it|that|them)|only|just|fewer|,)* {n:<count>} (please|instead|then)? <stop>* $`,
  ),
  rule(`make (it|that|them) {n:<count>}`),
  rule(`(give|name|list|show|suggest|recommend|find|pick|want|need|only|just) (me|us)? {n:<count>} ${OTHER}`),
];
const RULES = grammar(`
  one := (?<!not )another (?!<count>)(one|film|movie|book)?|one more (?!time)(film|movie|book)?|(just|only) one|(?<!not )a single (one|film|movie|book)?
  // "Two comedies and one thriller" are three.
  more := ^(<taken>|<value>|<noun>)* (,|and|&|then)+ {n:<count>} (<value>|<taken>)
`);

/** How many items are wanted; null where it is not said. */
export function readCount(sentence: Sentence): number | null {
  if (sentence.take(RULES.one) !== null) return 1;
  for (const pattern of COUNTED) {
    const found = sentence.find(pattern);
    const [token] = found?.tokens('n') ?? [];
    const written = found?.part('n') ?? '';
    const count = token?.number ?? numberOf(written);
    if (found === null || !Number.isInteger(count) || count < 1 || count > 200) continue;
    const [first = '', ...others] = written.split(' ');
    const from = found.from + sentence.rest(found.from, found.to).split(' ').indexOf(first);
    sentence.consume({ from, to: from + 1 + others.length });
    const more = RULES.more.exec(sentence.rest(from))?.groups?.['n']?.trim();
    if (more === undefined) return count;
    const place = sentence.rest(from).split(' ').indexOf(more) + from;
    sentence.consume({ from: place, to: place + 1 });
    return count + (sentence.tokens[place]?.number ?? numberOf(more));
  }
  return null;
}

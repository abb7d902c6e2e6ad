/** @file What a message wishes for: seeds, likes, anchors, conditions, topics and a count, read by documented rules. */
import type { CatalogueOutline, Condition, Order } from '../../core/dialogue.ts';
import type { Draft } from './draft.ts';
import { readAmounts } from './amounts.ts';
import { linked, type Told } from './link.ts';
import { readComparatives, readCount, readOrder, type Compared } from './orders.ts';
import { readQualities } from './qualities.ts';
import type { Sentence } from './sentence.ts';
import { readRoles, type Roles } from './title-roles.ts';
import { readRest } from './told.ts';
import { readTopics } from './topics.ts';
import { readValues, type ValueReading } from './values.ts';
import { grammar, rule } from './vocabulary.ts';
import { readYears } from './years.ts';

/** What a message wishes for, beside the parts that its titles play. */
export interface Wishes extends Readonly<Roles>, Pick<ValueReading, 'conditions' | 'moods' | 'forgotten'> {
  /** What is to be newer, shorter and the like than what was shown or named. */
  readonly compared: readonly Compared[];
  /** "More like that". */
  readonly isSimilar: boolean;
  /** What it should be about, in words. */
  readonly topics: readonly string[];
  readonly likedValues: readonly string[];
  readonly dislikedValues: readonly string[];
  readonly count: number | null;
  /** The order that is asked for, such as the best rated first; null where none is. */
  readonly order: Order | null;
  /** How vague words were read. */
  readonly notes: readonly string[];
  /** What was not understood. */
  readonly leftovers: readonly string[];
}

/** How somebody is, and for how many and how old people, is no wish. */
const CIRCUMSTANCES = [
  '<we> am (no|not (a|an|much of a)) (?!fan)<word>{1,2} (?=<stop>|$)',
  '(i am|we are|feeling|feel) (feeling|so|really|very|quite|a bit|a little|just)* (sad|down|blue|low|tired|stressed|lonely|happy|depressed|anxious|bored|exhausted|ill|sick|empty) (today|tonight|now)? (?!of)',
  '(had|have had|it is been|been|after)? (a|an|such|really)* (long|bad|rotten|hard|awful|tough|rough|terrible|good) (day|week|month|year) (at work)?',
  '(small|little)? thank (you|yous) (gift|gifts|(?!<noun>))|for (my|our|the|his|her|their) (team|staff|office|crew|group|colleagues|coworkers)|at home|(he|she|they|we) (is|are) (jewish|christian|catholic|muslim|hindu|buddhist|religious)|all day (long)?|, <number> , (plays|likes|loves|into)|to say thank you|(that|which) (really)? (has|have) money on (it|them)',
  '<number> (yr|yrs|year|years) (old|olds)|(?<!(budget|price|cost|limit|max|maximum) )(is|am|are|aged|turning|turns) <number> (?=<stop>|and|but|$)|in (their|her|his|my|our) <decade>',
  '(for|we are|there are|with)? (all)? <count> (of us|people|girls|boys|guys|friends|guests|adults|women|men|colleagues|players)',
  '(for)? (a|an|the|our|my)? halloween (sleepover|party|evening|weekend|night) (?!<noun>)',
  '((they|he|she|i|we|you) (say|says|think|thinks))? (they|he|she|i|we) (is|are|am|feel|feels)* (too|a bit too|way too)* (old|young|big|grown up) for (that|it|this|these|those|them)|<count> times|(in|for|within|every) <count> (day|days|week|weeks|month|months)|(next|this|last) (week|weekend|month|summer|winter|year)|<count> (<noun>|book|books) (a|per|each|every) (week|month|year)|<number> years on|celebrate <number> years|within budget|in (a|such a) (hurry|rush)',
].map(rule);
const RULES = grammar(`
  // "Like Robin Hobb, but not by her".
  notByThem := (not|nothing|none|without) (directed|made|written)? (by|from|of) (him|her|them)
  similar := (in (the same|that|this|a similar) (vein|style|spirit)|of (that|this) (kind|sort)|similar|comparable|like (it|this|that|them|these|those)|more of (the same|that|those)|more (?=<stop>*$))
  stand := (can|could) not stand
  ending := (the <word>|he|she|it|they|nobody) (should|must|has to|have to|can|may) (not)? (live|survive|die|dies)|no (death|deaths)
  byGender := (by|from) (a|an|some)* (woman|women|lady|man|female|male) (author|authors|writer|writers|poet|poets|director|directors)? (maybe|please)*
  takingBack := forget|take back|drop|ignore|scrap|scratch|never mind
`);
/** Money that prices of a catalogue are not in. */
const FOREIGN = /[£€]|\d ?(?:pounds?|quid|euros?|gbp|eur)(?!\p{L})/iu;
const foreignNote = (text: string, amounts: readonly Condition[]): readonly string[] =>
  FOREIGN.test(text) && amounts.some(({ attribute }) => attribute === 'budget' || attribute === 'price')
    ? ['Prices here are in dollars, and I take your number as dollars.']
    : [];
const byOthers = (one: Condition): Condition =>
  one.is !== undefined && MAKER.test(one.attribute) ? { attribute: one.attribute, not: one.is } : one;
const MAKER = /director|author/u;

/** Comics and tales of horror are filed under other kinds too. */
const OTHERWISE = [
  [/^comics/iu, 'comic or cartoon'],
  [/^horror/iu, 'terrifying or frightening or evil'],
] as const;
const filedElsewhere = (conditions: readonly Condition[], { isDescribed }: CatalogueOutline): readonly string[] => {
  const refused = isDescribed ? conditions.flatMap(({ not = [] }) => not) : [];
  return OTHERWISE.flatMap(([kind, words]) => (refused.some((value) => kind.test(value)) ? words : []));
};

/** What speaks of something is left out. */
const unspoken = (title: string): Condition => ({
  attribute: 'text',
  // "No gangsters" leaves out "American Gangster".
  not: title
    .replace(/^(?:the|an?) | \(\d{4}\)$/giu, '')
    .split(' or ')
    .flatMap((word) =>
      /^\p{Ll}{4,}[^s]s$/u.test(word)
        ? [word, word.replace(/(?<=ch|sh|x)es$|(?<=\p{L})s$/u, '').replace(/ie$/u, 'y')]
        : word,
    ),
});

/** What is said of it where items have no descriptions. */
const leftOutByName = (refused: readonly string[], { itemNoun }: CatalogueOutline): string =>
  `No ${itemNoun} is described here: of ${refused.map((one) => `"${one}"`).join(' and ')} I leave out what is called or tagged so.`;

/** "Not Shrek again" refuses what goes on from it too, unless more like it or the others of it are asked for. */
function seriesRefused(
  { text, mentions }: Told,
  { excluded, seeds, liked }: Pick<Wishes, 'excluded' | 'seeds' | 'liked'>,
  wanted: readonly Condition[],
): readonly Condition[] {
  const bare = (title: string): string => title.replace(/^the /iu, '').toLowerCase();
  const [left, kept] = [excluded.map(bare), [...seeds, ...liked].map(bare)];
  if (wanted.some(({ attribute }) => attribute === 'series')) return [];
  return mentions.flatMap(({ start, end, values }) => {
    const name = bare(text.slice(start, end));
    const series = values.flatMap(({ attribute, value }) => (attribute === 'series' ? value : []));
    const isRefused = series.length > 0 && left.includes(name) && !kept.includes(name);
    return isRefused ? [{ attribute: 'series', not: series }] : [];
  });
}

/** What is asked for that no catalogue says, which is told. */
const readUnknown = (sentence: Sentence, { itemNoun }: CatalogueOutline): readonly string[] =>
  (['ending', 'byGender'] as const).flatMap((name) =>
    sentence.take(RULES[name]) === null
      ? []
      : [
          `Of no ${itemNoun} the catalogue says ${name === 'ending' ? 'how it ends' : 'whether a woman or a man made it'}, so I left that aside.`,
        ],
  );

/** "I loved Jaws. Something similar?": what is to be like. */
const likenedTo = ({ liked, seen, excluded }: Pick<Roles, 'liked' | 'seen' | 'excluded'>): readonly string[] =>
  [liked, seen, excluded].find(({ length }) => length > 0) ?? [];

/** Reads a message. */
export function readWishes(told: Told): Wishes {
  const { text, catalogue } = told;
  const sentence = linked(told);
  const { anchors, ...titles } = readRoles(sentence);
  const isByOthers = sentence.take(RULES.notByThem) !== null;
  for (const circumstance of CIRCUMSTANCES) sentence.takeAll(circumstance);
  const order = readOrder(sentence, catalogue);
  const years = readYears(sentence, catalogue);
  const amounts = readAmounts(sentence, catalogue);
  const compared = readComparatives(sentence);
  const qualities = readQualities(sentence, catalogue, amounts.conditions);
  // Who says how many people must have rated it need not be told how many are enough.
  const isCounted = [...amounts.conditions, ...qualities.conditions].some(({ attribute }) => attribute === 'ratings');
  const values = readValues(sentence, catalogue);
  sentence.takeAll(RULES.stand);
  const [count, unknown] = [readCount(sentence), readUnknown(sentence, catalogue)];
  if (values.forgotten.length > 0) sentence.take(RULES.takingBack);
  const topics = readTopics(sentence, catalogue, values);
  // What is only near to a subject is put in order by how near it is, and by nothing else.
  const isByTopic = topics.wanted.length > 0 || values.moods.length > 0;
  // What titles and descriptions hold may be put in any order.
  const texts = values.conditions.flatMap(({ attribute, is = [] }) => (attribute === 'text' ? is : []));
  const isHeld = catalogue.isDescribed && values.moods.every((mood) => texts.includes(mood));
  const ordered = isCounted || (isByTopic && !isHeld) ? { conditions: [], notes: [] } : order;
  const isSimilar = sentence.has(RULES.similar);
  // "Not Shakespeare, we did him at school": why something is refused is no wish.
  const isRefusing = values.conditions.length > 0 && values.conditions.every(({ is }) => is === undefined);
  const rest = readRest(sentence, isByTopic || isRefusing || titles.seen.length > 0);
  const refused = [...topics.refused, ...filedElsewhere(values.conditions, catalogue), ...rest.refused];
  return {
    ...titles,
    seeds: titles.seeds.length === 0 && isSimilar ? likenedTo(titles) : titles.seeds,
    anchors,
    conditions: [
      ...[...(catalogue.isDescribed ? titles.excluded : []), ...refused].map(unspoken),
      ...(isByOthers ? values.conditions.map(byOthers) : values.conditions),
      ...seriesRefused(told, titles, values.conditions),
      ...[years, ordered, amounts, qualities].flatMap((read) => read.conditions),
    ],
    compared,
    isSimilar,
    topics: topics.wanted,
    moods: values.moods,
    likedValues: values.liked,
    dislikedValues: values.disliked,
    forgotten: values.forgotten,
    count: count ?? order.count,
    order: isByTopic && !isHeld ? null : order.order,
    notes: [
      ...unknown,
      ...[years, ordered, amounts, qualities, values, topics].flatMap((read) => read.notes),
      ...foreignNote(text, amounts.conditions),
      ...(seriesRefused(told, titles, values.conditions).length === 0
        ? []
        : ['What belongs to a series I know by its titles alone.']),
      ...(refused.length === 0 || catalogue.isDescribed ? [] : [leftOutByName(refused, catalogue)]),
      ...(isByTopic && !isHeld && order.order !== null
        ? ['What is nearest comes first, whatever order was asked for.']
        : []),
    ],
    leftovers: rest.leftovers,
  };
}

/** Words that put in order what satisfies the rest: subjects, kinds that moods are read as, and where items are described what was not read. */
export const orderedBy = ({ topics, moods, leftovers }: Wishes, { isDescribed }: CatalogueOutline): string | null => {
  const words = [...topics, ...moods, ...(isDescribed ? leftovers : [])].join(', ').slice(0, 300);
  return words === '' ? null : words;
};

/** What was not read and has no part in the order either. */
export const untold = (
  { leftovers }: Wishes,
  { by, prefer, seeds }: Draft,
  { isDescribed }: CatalogueOutline,
): readonly string[] => (isDescribed && by !== null && prefer.length + seeds.length === 0 ? [] : leftovers);

/** @file What a message wishes for: seeds, likes, anchors, conditions, topics and a count, read by documented rules. */
import type { CatalogueOutline, Condition, Mention, Order } from '../../../core/dialogue.ts';
import type { Anchor } from './draft.ts';
import { tellingPart } from './lexicon.ts';
import { readCount } from './count.ts';
import { once } from './once.ts';
import { readQualities } from './qualities.ts';
import { Scan } from './scan.ts';
import { readRoles } from './title-roles.ts';
import { readOrder } from './superlatives.ts';
import { readTopics } from './topics.ts';
import { readValues } from './values.ts';
import { readYears } from './years.ts';

/** What a message wishes for. */
export interface Wishes {
  /** More like these. */
  readonly seeds: readonly string[];
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
  /** Not to be named. */
  readonly excluded: readonly string[];
  readonly seen: readonly string[];
  /** Named without saying why. */
  readonly named: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly conditions: readonly Condition[];
  /** What it should be about, in words. */
  readonly topics: readonly string[];
  readonly likedValues: readonly string[];
  readonly dislikedValues: readonly string[];
  /** Values that are taken back. */
  readonly forgotten: readonly string[];
  readonly count: number | null;
  /** The order that is asked for, such as the best rated first; null where none is. */
  readonly order: Order | null;
  /** How vague words were read. */
  readonly notes: readonly string[];
  /** What was not understood. */
  readonly leftovers: readonly string[];
  /** The message without what was understood. */
  readonly rest: string;
}

const FEELING =
  /(?<!\p{L})(?:i(?:'m| am)|we(?:'re| are)|feeling)(?: feeling| so| really| very| quite| a bit| a little| just)* (?:sad|down|blue|low|tired|stressed|lonely|happy|depressed|anxious|bored|exhausted|ill|sick)(?: (?:today|tonight|now))?(?!\p{L})(?! of)/u;

/** "Like Heat, but not by the same director". */
const BY_ANOTHER =
  /(?<!\p{L})(?:(?:not|nothing|none|without)(?: directed| made)? (?:by|from|of) (?:the same|that|this|his|her|their) director|(?:by|from|of) (?:another|a different|some other|other) directors?)(?!\p{L})/u;
const byAnother = (title: string): Anchor => ({ title, attribute: 'director', relation: 'not' });

/** Reads a message. */
export function readWishes(text: string, mentions: readonly Mention[], catalogue: CatalogueOutline): Wishes {
  const scan = new Scan(text);
  const { titles, anchors, plain } = readRoles(scan, mentions);
  const isByAnother = scan.take(BY_ANOTHER) !== null;
  // How somebody feels is no wish.
  scan.take(FEELING);
  const order = readOrder(scan);
  const years = readYears(scan, catalogue.years);
  const qualities = readQualities(scan, catalogue);
  // Who says how many people must have rated it need not be told how many are enough.
  const isCounted = qualities.conditions.some(({ attribute }) => attribute === 'ratings');
  const values = readValues(scan, catalogue, mentions);
  const count = readCount(scan);
  const topics = readTopics(scan);
  // What is only near to a subject is put in order by how near it is, and by nothing else.
  const isByTopic = topics.wanted.length > 0;
  const ordered = isCounted || isByTopic ? { conditions: [], notes: [] } : order;
  const leftovers = scan.leftovers().flatMap((part) => tellingPart(part) ?? []);
  const isSimilar =
    /(?<!\p{L})(?:in (?:the same|that|this|a similar) (?:vein|style|spirit)|of (?:that|this) (?:kind|sort)|similar|comparable|like (?:it|that|them|those)|more of (?:the same|that|those))(?!\p{L})/u.test(
      scan.rest,
    );
  const likened = titles.liked.length > 0 ? titles.liked : titles.excluded;
  const seeds = titles.seed.length === 0 && isSimilar ? likened : titles.seed;
  return {
    seeds,
    liked: titles.liked,
    disliked: titles.disliked,
    excluded: titles.excluded,
    seen: titles.seen,
    named: plain,
    anchors: isByAnother ? [...anchors, ...once([...seeds, ...likened]).map(byAnother)] : anchors,
    conditions: [...values.conditions, ...years.conditions, ...ordered.conditions, ...qualities.conditions],
    topics: topics.wanted,
    likedValues: values.liked,
    dislikedValues: values.disliked,
    forgotten: values.forgotten,
    count: count ?? order.count,
    order: isByTopic ? null : order.order,
    notes: [
      ...years.notes,
      ...ordered.notes,
      ...qualities.notes,
      ...values.notes,
      ...topics.notes,
      ...(isByTopic && order.order !== null ? ['What is nearest comes first, whatever order was asked for.'] : []),
    ],
    leftovers: [...topics.refused, ...leftovers],
    rest: scan.rest,
  };
}

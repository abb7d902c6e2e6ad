/** @file What a message wishes for: seeds, likes, anchors, conditions, topics and a count, read by documented rules. */
import type { CatalogueOutline, Condition, Mention } from '../../../core/dialogue.ts';
import type { Anchor } from './draft.ts';
import { COUNT, NOUN, tellingPart, tellingWords } from './lexicon.ts';
import { readCount } from './count.ts';
import { readQualities } from './qualities.ts';
import { Scan } from './scan.ts';
import { readRoles } from './title-roles.ts';
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
  readonly count: number | null;
  readonly byPopularity: boolean;
  /** How vague words were read. */
  readonly notes: readonly string[];
  /** What was not understood. */
  readonly leftovers: readonly string[];
  /** The message without what was understood. */
  readonly rest: string;
}

const TOPIC =
  /(?<!\p{L})(?:(?:that (?:is|are|deals? with)|which (?:is|are)) )?(?:about|dealing with|on the (?:subject|topic) of|involving|featuring|set (?:in|on|at|during)|taking place (?:in|on|at)|with a story about|that has|where)\s+((?!▮|the same|\d{4}|it\b|that\b|this\b|them\b)[^.,;:!?▮]{3,80}?)(?=\s*(?:[.,;:!?▮]|$|(?<!\p{L})(?:but|from the|made|released|please|not|no|before|after|and (?:not|no))(?!\p{L})))/u;

/** Words that describe what is wanted and are no value of the catalogue: compared by meaning. */
function readTopics(scan: Scan): string[] {
  const topics = scan.takeAll(TOPIC).map(({ match }) => (match[1] ?? '').trim());
  const told = topics.filter((topic) => tellingWords(topic).length > 0);
  const described = scan.take(
    new RegExp(
      `(?<!\\p{L})(?:something|anything|an?|some|any|really|very|few|good|more|${COUNT})\\s+((?:\\p{L}[\\p{L}-]+(?:,? (?:and )?)?){1,3}?)\\s+(?:${NOUN})(?!\\p{L})`,
      'u',
    ),
  );
  const words = described === null ? [] : tellingWords(described.match[1] ?? '');
  return words.length === 0 ? told : [...told, words.join(' ')];
}

const MOST_POPULAR = /(?<!\p{L})(?:most (?:popular|watched|rated|seen|famous)|best[- ]known|biggest hits?)(?!\p{L})/u;

/** Reads a message. */
export function readWishes(text: string, mentions: readonly Mention[], catalogue: CatalogueOutline): Wishes {
  const scan = new Scan(text);
  const { titles, anchors, plain } = readRoles(scan, mentions);
  const years = readYears(scan, catalogue.years);
  const byPopularity = scan.take(MOST_POPULAR) !== null;
  const qualities = readQualities(scan, catalogue);
  const values = readValues(scan, catalogue, mentions);
  const count = readCount(scan);
  const topics = readTopics(scan);
  const leftovers = scan.leftovers().flatMap((part) => tellingPart(part) ?? []);
  const isSimilar =
    /(?<!\p{L})(?:in the same vein|similar|like (?:it|that|them|those)|more of (?:the same|that|those))(?!\p{L})/u.test(
      scan.rest,
    );
  const seeds = titles.seed.length === 0 && isSimilar ? titles.liked : titles.seed;
  return {
    seeds,
    liked: titles.liked,
    disliked: titles.disliked,
    excluded: titles.excluded,
    seen: titles.seen,
    named: plain,
    anchors,
    conditions: [...values.conditions, ...years.conditions, ...qualities.conditions],
    topics,
    likedValues: values.liked,
    dislikedValues: values.disliked,
    count,
    byPopularity,
    notes: [...years.notes, ...qualities.notes, ...values.notes],
    leftovers,
    rest: scan.rest,
  };
}

/**
 * @file What the rules expect a person to think of an item, on a continuous scale of 1 to 10: from the average rating, moved by
 * likes, dislikes, age and themes. docs/raters.md tells the formula.
 */
import type { RatedPerson, RatedItem } from '../../../core/rater.ts';
import { type Attitude, plain, plainText } from './govern.ts';
import { stemOf, type DescriptionReading } from './read-description.ts';
import { isKnownTopic, topicsOfLabels } from './topics.ts';
import { plainName } from '../../../core/text/visible-text.ts';

export interface ItemReading {
  readonly item: RatedItem;
  readonly topics: readonly string[];
  /** Topics by its average, `acclaimed` or `panned`: they are judged like others, and make no two items alike. */
  readonly reception: readonly string[];
  /** The title without numbers of parts and subtitles, in lower case: what a series shares. */
  readonly stem: string;
  readonly titleWords: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const PART =
  /(?<![\s,:-])[\s,:-]+(?:part|volume|vol\.?|episode|chapter|book|no\.?|#)\s*(?:\d{1,3}|[ivxl]+|one|two|three|four|five|six)\b.*$/i;

const NUMERAL = / (?:\d{1,2}|ii|iii|iv|v|vi|vii|viii|ix)$/i;

const EVERYDAY = new Set(
  'the a an of and in on to for with from at by it is are be no not my your his her our their this that what when where who how why all one two first last new day night man men woman women girl boy girls boys life love lost house home world city story stories time big little black white red blue dark death dead movie film book part volume chapter return returns story king queen prince princess great good bad best secret island road street river game games dream dreams heart blood war wars star stars history complete guide other tales poems collected selected works novel edition'.split(
    ' ',
  ),
);

export function readItem(item: RatedItem): ItemReading {
  const title = plainText(item.title);
  return {
    item,
    topics: [...topicsOfLabels(item.genres, item.kind), ...eraOf(item.year)],
    reception: receptionOf(item),
    stem: titleStem(title),
    titleWords: new Set((title.match(/[\p{L}\p{N}']{3,}/gu) ?? []).filter((word) => !EVERYDAY.has(word))),
    names: namesIn(item.overview),
    people: new Set([...item.people, ...item.directors].map(plainText)),
    words: new Set((plainText(`${item.title} ${item.overview}`).match(/[a-z]{4,}/g) ?? []).map(stemOf)),
  };
}

function titleStem(title: string): string {
  let stem = plainName(title).replace(/ ?\([^()]*\)$/, '');
  for (let before = ''; before !== stem;) {
    before = stem;
    stem = stem.replace(PART, '').replace(NUMERAL, '').trim() || before;
    const colon = /^(.{3,}?) ?(?::| -) .*$/.exec(stem);
    if (colon?.[1] !== undefined) stem = colon[1];
  }
  return stem.replace(/^(?:the|a|an) /, '').replace(/, (?:the|a|an)$/, '');
}

function namesIn(overview: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of overview.matchAll(
    /(?<![.!?"“]\s|^)(?<=[\p{L},;’'")-]\s)(\p{Lu}[\p{L}'’-]{2,}(?:\s\p{Lu}[\p{L}'’-]+)*)/gu,
  )) {
    const name = plainText(match[1] ?? '').replace(/'s$/, '');
    for (const word of [name, ...name.split(' ')])
      if (word.length > 3 && !EVERYDAY.has(word) && !PLACES.has(word)) names.add(word);
  }
  return names;
}

const PLACES = new Set(
  'american america english england british britain french france german germany london paris york new york los angeles angeles hollywood earth world united states europe european african africa chinese china japan japanese russian russia soviet christmas god captain doctor detective professor agent president general john jack michael david james mary paul george peter tom sarah william robert charlie sam henry joe alex max ben frank anna kate mike nick dave'.split(
    ' ',
  ),
);

/** From which average on a work counts as acclaimed, and up to which as panned: of 10 for films, of 5 for books. */
const RECEPTION = { film: { acclaimed: 7.4, panned: 5.9 }, book: { acclaimed: 4.2, panned: 3.6 } } as const;

function receptionOf({ kind, averageRating }: RatedItem): readonly string[] {
  if (averageRating === null || averageRating <= 0) return [];
  const { acclaimed, panned } = RECEPTION[kind];
  return averageRating >= acclaimed ? ['acclaimed'] : averageRating <= panned ? ['panned'] : [];
}

function eraOf(year: number | null): readonly string[] {
  if (year === null) return [];
  return year < 1975 ? ['classic-era'] : year >= 2005 ? ['modern-era'] : [];
}

export interface PersonReading {
  readonly person: RatedPerson;
  readonly description: DescriptionReading;
  readonly pastimes: ReadonlySet<string>;
}

export interface Expectation {
  readonly points: number;
  /** How much the description settles: 0 where it says nothing of the item, up to 1. */
  readonly conviction: number;
  readonly reasons: readonly string[];
}

interface Verdict {
  readonly target: number;
  readonly conviction: number;
  readonly reason: string;
}

/** What films and books get on average, and how much a point more says. */
const NEUTRAL = {
  film: { mean: 6.2, slope: 1.3, points: 6.1 },
  book: { mean: 3.93, slope: 3.6, points: 6.3 },
} as const;
const PLACE_WEIGHTS = [1, 0.92, 0.85, 0.8];

const clamp = (points: number): number => Math.max(1, Math.min(10, points));
const pointsOf = (share: number): number => 1 + 9 * share;

export function neutralPoints({ item }: ItemReading): number {
  const { mean, slope, points } = NEUTRAL[item.kind];
  if (item.averageRating === null || item.averageRating <= 0) return points;
  return Math.max(1.6, Math.min(9.6, points + slope * (item.averageRating - mean)));
}

/** The expectation before any past rating is looked at. */
export function expect(person: PersonReading, item: ItemReading): Expectation {
  const neutral = neutralPoints(item);
  const verdict = judge(person.description, item);
  const reasons = [`average ${item.item.averageRating ?? 'unknown'}`];
  let points = neutral;
  let conviction = 0;
  if (verdict !== null) {
    conviction = verdict.conviction;
    points = conviction * verdict.target + (1 - conviction) * neutral;
    reasons.unshift(verdict.reason);
  }
  const { habit } = person.description;
  if (habit !== null && !(verdict !== null && verdict.conviction > 0.9)) {
    points = 0.96 * pointsOf(habit) + 0.04 * points;
    conviction = 0.96;
    reasons.unshift(`rates everything around ${pointsOf(habit).toFixed(0)} of 10`);
  }
  const leaning = leaningOf(person, item);
  const moved = clamp(points + leaning.points * (1 - conviction));
  return { points: moved, conviction, reasons: [...reasons, ...leaning.reasons] };
}

function judge(description: DescriptionReading, item: ItemReading): Verdict | null {
  const sides: Side[] = [];
  [...item.topics, ...item.reception].forEach((topic, place) => {
    const attitude = description.topics.get(topic) ?? (isKnownTopic(topic) ? null : description.attitudeTo(topic));
    if (attitude === null || attitude.value === 0) return;
    sides.push({ attitude, name: topic, strength: Math.abs(attitude.value) * (PLACE_WEIGHTS[place] ?? 0.75) });
  });
  for (const name of [item.item.title, item.stem, ...item.people]) {
    const attitude = description.attitudeTo(name);
    if (attitude === null || Math.abs(attitude.value) < 0.4) continue;
    sides.push({ attitude, name, strength: Math.min(1, Math.abs(attitude.value) * 1.2) });
  }
  const breadth = breadthOf(description);
  const strongest = (some: readonly Side[]): Side | null =>
    some.reduce<Side | null>((best, side) => (side.strength > (best?.strength ?? 0) ? side : best), null);
  const likes = sides.filter(({ attitude }) => attitude.value > 0);
  const liked = strongest(likes.map((side) => ({ ...side, strength: side.strength * breadth })));
  const disliked = strongest(sides.filter(({ attitude }) => attitude.value < 0));
  return settle(liked, disliked, description.others);
}

/** Who likes many genres is moved less by each than who likes one or two: 1 to 0.75. */
function breadthOf({ topics }: DescriptionReading): number {
  const count = [...topics.values()].filter(({ value }) => value > 0.5).length;
  return Math.max(0.75, Math.min(1, 1.2 - 0.1 * count));
}

interface Side {
  readonly attitude: Attitude;
  readonly name: string;
  readonly strength: number;
}

function settle(liked: Side | null, disliked: Side | null, others: Attitude | null): Verdict | null {
  if (liked !== null && disliked !== null) {
    const net = liked.strength - 0.6 * disliked.strength;
    const reason = `likes ${liked.name} but not ${disliked.name}`;
    // Who only likes one thing dislikes the rest for not being it.
    if (others !== null && others.value < 0) return verdictOf(liked.attitude, liked.strength, reason);
    return net > 0 ? verdictOf(plain(net), net, reason) : verdictOf(plain(net), -net, reason);
  }
  if (liked !== null) return verdictOf(liked.attitude, liked.strength, `likes ${liked.name}`);
  if (disliked !== null) return verdictOf(disliked.attitude, disliked.strength, `dislikes ${disliked.name}`);
  if (others === null) return null;
  if (others.value > 0 && others.share === null)
    return { target: 7.5, conviction: 0.3 * others.value, reason: 'likes most things' };
  return verdictOf(others, Math.abs(others.value) * 0.95, 'likes other things');
}

function verdictOf({ value, share }: Attitude, strength: number, reason: string): Verdict {
  if (share !== null) return { target: pointsOf(share), conviction: 0.92, reason };
  const conviction = 0.15 + 0.72 * Math.min(1, strength);
  return { target: value > 0 ? 7.4 + 2.3 * strength : 4.4 - 2.6 * strength, conviction, reason };
}

interface Leaning {
  readonly points: number;
  readonly reasons: readonly string[];
}

/** Age and themes: small, and only where nothing stronger is known. */
function leaningOf({ person, description, pastimes }: PersonReading, item: ItemReading): Leaning {
  const reasons: string[] = [];
  let points = ageLeaning(person.age, item);
  let shared = 0;
  for (const word of item.words)
    if (description.words.has(word) || pastimes.has(word)) shared += pastimes.has(word) ? 2 : 1;
  if (shared > 1) {
    points += Math.min(0.9, 0.15 * shared);
    reasons.push('its theme is near to what the person does and likes');
  }
  return { points, reasons };
}

const CHILD = 13;
const OLD = 60;

function ageLeaning(age: number | null, { topics, item }: ItemReading): number {
  if (age === null) return 0;
  const has = (...names: readonly string[]): boolean => names.some((name) => topics.includes(name));
  if (age < CHILD) {
    if (has('animation', 'family', 'children')) return 1;
    return has('horror', 'war') ? -1.2 : has('drama', 'documentary', 'politics', 'economics', 'law') ? -0.7 : 0;
  }
  if (age >= OLD)
    return (
      (has('horror') ? -0.5 : 0) + (item.year !== null && item.year < 1980 ? 0.4 : 0) - (has('children') ? 0.4 : 0)
    );
  return has('children') ? -0.4 : 0;
}

export function pastimesOf(person: RatedPerson): ReadonlySet<string> {
  const text = `${person.hobby ?? ''} ${person.job ?? ''}`.toLowerCase();
  return new Set((text.match(/[a-z]{4,}/g) ?? []).map(stemOf));
}

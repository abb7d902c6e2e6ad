/** @file What the rules read of a film or a book, once for each: its topics, the names in it and the words of its theme. */
import type { RatedItem } from '../../../core/rater.ts';
import { plainName } from '../../../core/text/visible-text.ts';
import { plainText } from './clauses.ts';
import { stemOf } from './read-description.ts';
import { topicsOfLabels } from './topics.ts';

/** An item as the rules see it. */
export interface ItemReading {
  readonly item: RatedItem;
  /** The most telling first. */
  readonly topics: readonly string[];
  /** Topics by its average, `acclaimed` or `panned`: they are judged like others, and make no two items alike. */
  readonly reception: readonly string[];
  /** The title without numbers of parts and subtitles, in lower case: what a series shares. */
  readonly stem: string;
  /** Words of the title that are not everyday words. */
  readonly titleWords: ReadonlySet<string>;
  /** Names in the overview, in lower case: `james bond`, `frodo`. */
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
    people: new Set([...item.people, ...(item.director === null ? [] : [item.director])].map(plainText)),
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

/** Words in capitals that do not begin a sentence, neighbours joined. */
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

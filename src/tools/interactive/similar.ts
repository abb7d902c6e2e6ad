/**
 * @file Soft retrieval: the candidates nearest in meaning to seed items, or to a few words, by embeddings (Huang and others 2023, section
 * 3.1). Seeds themselves do not stay. Kept is the top twentieth, as in the public code, but at least 50 and nothing without likeness. Where
 * texts are compared by their words alone, what shares no word with those asked for is not near, whatever its cosine.
 */
import MiniSearch from 'minisearch';
import { LONGEST_NAME } from '../../core/text/visible-text.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { counted, undated, plainWords } from '../../core/text/words.ts';
import type { Item, ItemId } from '../../core/dataset.ts';
import { z } from '../schema.ts';
import { titleKey } from './title-index.ts';
import {
  type Catalogue,
  resolveTitles,
  resultOf,
  withEditions,
  dialogueTool,
  type DialogueToolResult,
  type ToolSurroundings,
} from './catalogue.ts';

const text = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));
const INPUT = z.union([
  z.strictObject({ titles: z.array(text).check(z.minLength(1), z.maxLength(20)) }),
  z.strictObject({ text }),
]);

const SHARE_KEPT = 0.05;
const LEAST_KEPT = 50;

function nearest(cosines: ReadonlyMap<ItemId, number>, of: number): ItemId[] {
  const most = Math.max(LEAST_KEPT, Math.ceil(SHARE_KEPT * of));
  return [...cosines]
    .filter(([, cosine]) => cosine > 0)
    .sort(([idA, a], [idB, b]) => b - a || idA - idB)
    .slice(0, most)
    .map(([id]) => id);
}

/** The mean cosine of each candidate to the seeds. */
export function meanCosines(
  seeds: readonly ItemId[],
  { bus, catalogue }: Pick<ToolSurroundings, 'bus' | 'catalogue'>,
): Map<ItemId, number> {
  const among = new Set(bus.items);
  const sums = new Map<ItemId, number>();
  for (const seed of seeds) {
    for (const { item, cosine } of catalogue.retrieval.like(seed, { limit: among.size, among })) {
      sums.set(item.id, (sums.get(item.id) ?? 0) + cosine / seeds.length);
    }
  }
  for (const seed of seeds) sums.delete(seed);
  return sums;
}

/** Words that say nothing of what an item is about. */
const COMMON = new Set(
  'a about am an and are as at be but by do does film films for from has have he her him his how i in is it its just me movie movies my no not of on or our she so some something that the their them they this to us very was we were what which who will with without you your'.split(
    ' ',
  ),
);

/** Words without their commonest endings: `robots`, `robot`; `families`, `family`. */
const stem = (word: string): string =>
  word
    .replace(/(?<=\p{L}{3})ies$/u, 'y')
    .replace(/(?<=\p{L}{3}(?:ss|sh|ch|x|z))es$/u, '')
    .replace(/(?<=\p{L}{3}[^su])s$/u, '');

/** Which items hold words, made when words are first looked for. */
const INDEXES = new WeakMap<readonly Item[], MiniSearch>();

function textIndex(items: readonly Item[]): MiniSearch {
  const known = INDEXES.get(items);
  if (known !== undefined) return known;
  const index = new MiniSearch({
    fields: ['heading', 'text'],
    tokenize: (whole) => plainWords(whole).split(' '),
    processTerm: (term) => (term === '' || COMMON.has(term) ? null : stem(term)),
    searchOptions: { boost: { heading: 2 } },
  });
  index.addAll(
    items.map(({ id, title, attributes }) => {
      const { genres = [], categories = [] } = attributes;
      const texts = Object.values(attributes).flatMap((value) => (typeof value === 'number' ? [] : [value].flat()));
      return { id, heading: [title, genres, categories].flat().join(' '), text: texts.join(' ') };
    }),
  );
  INDEXES.set(items, index);
  return index;
}

/** How well items hold words, by their ids. @param all whether every word that the catalogue has must be held */
function holding(words: string, items: readonly Item[], all: boolean): ReadonlyMap<ItemId, number> {
  const index = textIndex(items);
  const known = all
    ? plainWords(words)
        .split(' ')
        .filter((word) => index.search(word).length > 0)
        .join(' ')
    : words;
  return new Map(
    index.search(known, { combineWith: all ? 'AND' : 'OR' }).map(({ id, score }) => [id as ItemId, score]),
  );
}

/** What holding a word adds to a cosine: names mean more than vectors tell. */
const OF_HELD_WORDS = 0.5;

/** The cosine of each candidate to a few words; more where it holds some of them. */
export async function cosinesOfText(
  words: string,
  { bus, catalogue, signal }: ToolSurroundings,
): Promise<Map<ItemId, number>> {
  const among = new Set(bus.items);
  const found = await catalogue.retrieval.search(words, { limit: among.size, among, signal });
  const held = holding(words, catalogue.items, false);
  const most = largest([Number.MIN_VALUE, ...held.values()]);
  return new Map(
    found.map(({ item, cosine }) => [item.id, cosine + (OF_HELD_WORDS * (held.get(item.id) ?? 0)) / most]),
  );
}

/** Below this, vectors of words tell of no likeness. */
const LEAST_NEAR = 0.35;
/** Fewer that are near to a word by their titles alone are so by chance. */
const FEWEST = 3;
/** This many items that hold the words themselves are enough. */
const ENOUGH_HOLDING = 5;

/** Whether words are near to nothing, but for what may be so by chance. */
export function isNearToFew(cosines: ReadonlyMap<ItemId, number>, { retrieval, values }: Catalogue): boolean {
  const least = retrieval.embedding.isByWordsAlone === true ? Number.MIN_VALUE : LEAST_NEAR;
  const near = [...cosines.values()].filter((cosine) => cosine >= least).length;
  return near < (values.outline.isDescribed || cosines.size < LEAST_KEPT ? 1 : FEWEST);
}

/** The candidates that hold the words, where some do, else those nearest in meaning; where none is near, the words are left aside, which is told. */
async function byText(asked: string, surroundings: ToolSurroundings): Promise<DialogueToolResult> {
  const { bus, catalogue } = surroundings;
  const { title, isByWordsAlone } = catalogue.retrieval.embedding;
  const cosines = await cosinesOfText(asked, surroundings);
  const some = holding(asked, catalogue.items, false);
  const isNear = (id: ItemId, cosine: number): boolean =>
    isByWordsAlone === true ? some.has(id) : cosine >= LEAST_NEAR;
  const byCosine = nearest(new Map([...cosines].filter(([id, cosine]) => isNear(id, cosine))), bus.items.length);
  const all = catalogue.values.outline.isDescribed ? holding(asked, catalogue.items, true) : new Map<ItemId, number>();
  const held = bus.items
    .filter((id) => all.has(id))
    .sort((one, other) => all.get(other)! - all.get(one)! || one - other);
  const isHeld = held.length >= ENOUGH_HOLDING || (byCosine.length === 0 && held.length > 0);
  const items = isHeld ? held : [...new Set([...held, ...byCosine])];
  if (items.length === 0 || isNearToFew(cosines, catalogue))
    return resultOf({
      observation: `No candidate is near to "${asked}" by ${title}, so it is left aside.`,
      detail: { embedding: title },
      problems: [{ type: 'text-unknown', text: asked }],
      // Without anything else to satisfy, there is nothing to go by.
      failed: bus.isWhole,
    });
  const isNone = catalogue.values.outline.isDescribed && held.length === 0;
  const how = isHeld
    ? `${counted(items.length, 'candidate speaks', 'candidates speak')} of "${asked}"`
    : `${counted(items.length, 'candidate is', 'candidates are')} nearest to "${asked}" by ${title}${isNone ? '; none speaks of it' : ''}`;
  return resultOf({
    observation: `${how}.`,
    detail: { embedding: title },
    kept: { items, ordered: true },
  });
}

export const similarTool = dialogueTool({
  name: 'similar',
  description:
    'Keeps the candidates most like some items, nearest first: a twentieth of them, or 50 where that is more, so filter before; the items themselves go. Input {"titles": ["Alien", "The Matrix"]}, or {"text": "time travel"} for those that speak of a few words or are near to them, which may be few: where many are wanted, filter by values in place of a text.',
  input: INPUT,
  form: '{"titles": […]} or {"text": "…"}',
  async use(input, surroundings) {
    const { bus, catalogue } = surroundings;
    const { title } = catalogue.retrieval.embedding;
    const of = bus.items.length;
    if ('text' in input) return byText(input.text, surroundings);
    const { items: seeds, problems } = resolveTitles(catalogue.titles, input.titles);
    if (seeds.length === 0)
      return resultOf({ observation: 'It is not clear which items are meant.', problems, failed: true });
    const ids = seeds.map(({ id }) => id);
    // Other editions of the seeds, and their namesakes, are no likes of theirs.
    const keys = new Set(seeds.map((seed) => titleKey(undated(seed.title))));
    const named = catalogue.items.filter((item) => keys.has(titleKey(undated(item.title)))).map(({ id }) => id);
    const alike = new Set([...named, ...withEditions(ids, catalogue.items)]);
    const cosines = [...meanCosines(ids, surroundings)].filter(([id]) => !alike.has(id));
    const items = nearest(new Map(cosines), of);
    return resultOf({
      observation: `${counted(items.length, 'candidate is', 'candidates are')} most like ${seeds.map((seed) => seed.title).join(', ')} by ${catalogue.retrieval.likeBy ?? title}.`,
      detail: { embedding: title, seeds: ids },
      failed: items.length === 0,
      problems,
      kept: { items, ordered: true },
    });
  },
});

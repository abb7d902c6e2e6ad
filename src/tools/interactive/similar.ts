/**
 * @file Soft retrieval: the candidates nearest in meaning to seed items, or to a few words, by embeddings (Huang and others 2023, section
 * 3.1). Seeds themselves do not stay. Kept is the top twentieth, as in the public code, but at least 50 and nothing without likeness. Where
 * texts are compared by their words alone, what shares no word with those asked for is not near, whatever its cosine.
 */
import { LONGEST_NAME } from '../../core/text/plain-name.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { counted } from '../../core/text/counted.ts';
import type { Item, ItemId } from '../../core/dataset.ts';
import { inputSchema, z } from '../schema.ts';
import { holdingWords, rightlyWritten, shareInHeading, shareHeld, sharesWordWith } from './shared-words.ts';
import { editionsOf, titledIn } from './editions.ts';
import { titleKey } from './title-key.ts';
import { undated } from '../../core/title-with-year.ts';
import {
  invalidInput,
  type Catalogue,
  resolveTitles,
  resultOf,
  type DialogueTool,
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

/** What shared words add to a cosine, and again those in title or kind, as far as they tell: names mean more than vectors tell. */
const OF_SHARED_WORDS = 0.25;

/** Where items are described, a word that no text holds is mistyped, or is near to nothing. */
const meantText = (text: string, { values, items }: Catalogue): string =>
  values.outline.isDescribed ? rightlyWritten(text, items) : text;

/** The cosine of each candidate to a few words; more where it shares one of them. */
export async function cosinesOfText(
  written: string,
  { bus, catalogue, signal }: ToolSurroundings,
): Promise<Map<ItemId, number>> {
  const text = meantText(written, catalogue);
  const among = new Set(bus.items);
  const found = await catalogue.retrieval.search(text, { limit: among.size, among, signal });
  const { items } = catalogue;
  const shares = catalogue.values.outline.isDescribed ? shareHeld(text, items) : sharesWordWith(text);
  const heads = shareInHeading(text, items);
  return new Map(
    found.map(({ item, cosine }) => [item.id, cosine + OF_SHARED_WORDS * (Number(shares(item)) + heads(item))]),
  );
}

/** Below this, vectors of words tell of no likeness. */
const LEAST_NEAR = 0.35;
/** Fewer that are near to a word by their titles alone are so by chance. */
const FEWEST = 3;
/** So many items that hold the words themselves are enough. */
const ENOUGH_HOLDING = 5;
const HALF = 0.5;

/** Whether words are near to nothing, but for what may be so by chance. */
export function isNearToFew(cosines: ReadonlyMap<ItemId, number>, { retrieval, values }: Catalogue): boolean {
  const least = retrieval.embedding.isByWordsAlone === true ? Number.MIN_VALUE : LEAST_NEAR;
  const near = [...cosines.values()].filter((cosine) => cosine >= least).length;
  return near < (values.outline.isDescribed || cosines.size < LEAST_KEPT ? 1 : FEWEST);
}

/** Where several words are asked for and some items hold more than half of them, those that hold as many as any is near enough, and no others. */
function heldMost(text: string, near: readonly Item[], { items, values }: Catalogue): readonly Item[] {
  if (!values.outline.isDescribed || !text.includes(' ') || text.includes(' or ')) return near;
  const share = shareHeld(text, items);
  const most = largest([0, ...near.map(share)]);
  return most <= HALF ? near : near.filter((item) => share(item) === most);
}

/** The candidates that hold the words, where some do, else those nearest in meaning; where none is near, the words are left aside, which is told. */
async function byText(written: string, surroundings: ToolSurroundings): Promise<DialogueToolResult> {
  const { bus, catalogue } = surroundings;
  const asked = meantText(written, catalogue);
  const { title, isByWordsAlone } = catalogue.retrieval.embedding;
  const cosines = await cosinesOfText(asked, surroundings);
  const among = new Set(bus.items);
  const candidates = catalogue.items.filter(({ id }) => among.has(id));
  const isNear =
    isByWordsAlone === true ? sharesWordWith(asked) : ({ id }: Item): boolean => (cosines.get(id) ?? 0) >= LEAST_NEAR;
  const some = candidates.filter(isNear);
  const near = new Set((bus.isWhole ? heldMost(asked, some, catalogue) : some).map(({ id }) => id));
  const byCosine = nearest(new Map([...cosines].filter(([id]) => near.has(id))), bus.items.length);
  const held = (catalogue.values.outline.isDescribed ? holdingWords(asked, catalogue.items) : [])
    .flatMap(({ id }) => (among.has(id) ? [id] : []))
    .sort((one, other) => (cosines.get(other) ?? 0) - (cosines.get(one) ?? 0) || one - other);
  const isHeld = held.length >= ENOUGH_HOLDING || byCosine.length === 0;
  const items = isHeld ? held : [...new Set([...held, ...byCosine])];
  if (isNearToFew(cosines, catalogue))
    return resultOf({
      observation: `No candidate is near to "${asked}" by ${title}, so it is left aside.`,
      detail: { embedding: title },
      problems: [{ type: 'text-unknown', text: written }],
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

const FORM = '{"titles": […]} or {"text": "…"}';

/** Finds items similar to given ones. */
export const similarTool: DialogueTool = {
  name: 'similar',
  description:
    'Keeps the candidates most like some items, nearest first: a twentieth of them, or 50 where that is more, so filter before; the items themselves go. Input {"titles": ["Alien", "The Matrix"]}, or {"text": "time travel"} for those that speak of a few words or are near to them, which may be few: where many are wanted, filter by values in place of a text.',
  parameters: inputSchema(INPUT),
  form: FORM,
  async use(input, surroundings) {
    const parsed = INPUT.safeParse(input);
    if (!parsed.success) return invalidInput(`similar needs ${FORM}.`);
    const { bus, catalogue } = surroundings;
    const { title } = catalogue.retrieval.embedding;
    const of = bus.items.length;
    if ('text' in parsed.data) return byText(parsed.data.text, surroundings);
    const { items: seeds, problems } = resolveTitles(catalogue.titles, parsed.data.titles);
    if (seeds.length === 0)
      return resultOf({ observation: 'It is not clear which items are meant.', problems, failed: true });
    const ids = seeds.map(({ id }) => id);
    // Other editions of the seeds are no likes of theirs.
    const keys = new Set(seeds.map((seed) => titleKey(undated(seed.title))));
    const alike = new Set([
      ...titledIn(catalogue.items).flatMap(({ item, key }) => (keys.has(key) ? [item.id] : [])),
      ...editionsOf(ids, catalogue.items),
    ]);
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
};

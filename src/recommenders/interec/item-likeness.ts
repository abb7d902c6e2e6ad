/**
 * @file Which items are alike by what the catalogue says of them. A title's words say little of what it is about ("Little Miss Sunshine"
 * and "Eternal Sunshine"), so that kinds, makers, series and years count beside the cosine of the texts.
 */
import type { Item, ItemId } from '../../core/dataset.ts';
import { exp, log } from '../../core/numbers/elementary-functions.ts';
import type { PreferenceModel } from '../../tools/interactive/catalogue.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';

const KINDS = ['genres', 'categories', 'tags'];
const MAKERS = ['director', 'directors', 'authors', 'author', 'artist', 'brand'];
/** What each part of a likeness counts; they sum to 1. */
const WEIGHTS = { text: 0.4, kinds: 0.25, maker: 0.15, series: 0.12, year: 0.08 };
/** The weight at which sharing all kinds counts half: to be of a kind that most are of says little. */
const COMMON = 2;
/** Years after which closeness has fallen to 1/e. */
const NEAR_IN_TIME = 12;

const valuesOf = ({ attributes }: Item, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [attributes[name] ?? []].flat().map((value) => String(value).toLowerCase())));

/**
 * The same retrieval, whose items are alike by their texts, kinds, makers, series and years; a likeness of 1 is the most.
 * @param series of items that belong to one, by id
 */
export function likeByContent(
  retrieval: SoftRetrieval,
  items: readonly Item[],
  series: ReadonlyMap<ItemId, string>,
): SoftRetrieval {
  const byId = new Map(items.map((item) => [item.id, item]));
  const kinds = new Map(items.map((item) => [item.id, valuesOf(item, KINDS)]));
  const makers = new Map(items.map((item) => [item.id, valuesOf(item, MAKERS)]));
  const counts = new Map<string, number>();
  for (const own of kinds.values()) for (const kind of own) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  /** A kind that few items are of says more. */
  const weight = (kind: string): number => log(1 + items.length / (counts.get(kind) ?? 1));
  const total = (all: Iterable<string>): number => [...all].reduce((sum, kind) => sum + weight(kind), 0);
  const sharedKinds = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
    const shared = total([...one].filter((kind) => other.has(kind)));
    return shared === 0 ? 0 : shared / (Math.sqrt(total(one) * total(other)) + COMMON);
  };
  const none = new Set<string>();
  return {
    ...retrieval,
    likeBy: 'meaning and kind',
    like(itemId, { limit, among }) {
      const seed = byId.get(itemId);
      if (seed === undefined) return [];
      const cosines = new Map(
        retrieval
          .like(itemId, { limit: items.length, ...(among !== undefined && { among }) })
          .map((one) => [one.item.id, one.cosine]),
      );
      const own = makers.get(itemId) ?? none;
      return items
        .filter(({ id }) => id !== itemId && (among?.has(id) ?? true))
        .map((item) => {
          const isOfMaker = [...(makers.get(item.id) ?? none)].some((maker) => own.has(maker));
          const isOfSeries = series.has(itemId) && series.get(itemId) === series.get(item.id);
          const years = seed.year === null || item.year === null ? NEAR_IN_TIME : Math.abs(seed.year - item.year);
          const cosine =
            WEIGHTS.text * Math.max(0, cosines.get(item.id) ?? 0) +
            WEIGHTS.kinds * sharedKinds(kinds.get(itemId) ?? none, kinds.get(item.id) ?? none) +
            (isOfMaker ? WEIGHTS.maker : 0) +
            (isOfSeries ? WEIGHTS.series : 0) +
            WEIGHTS.year * exp(-years / NEAR_IN_TIME);
          return { item, cosine };
        })
        .sort((a, b) => b.cosine - a.cosine || a.item.id - b.item.id)
        .slice(0, Math.max(0, limit));
    },
  };
}

/** Scores of a liked item that say as much as likeness does; what stays below says less, as where few rated both. */
const TELLING = 0.2;
/** What an item is worth that nobody rated, beside 1 for the best. */
const UNRATED = 0.5;
/** Likeness counts so much more than who rated what. */
const OF_LIKENESS = 1.5;

/**
 * Preference from both: who rated what, and what is alike. Where people say little (few rated both), likeness decides.
 * @param model null where nobody rated anything, so that likeness alone decides
 * @param worth how well an item is rated, from 0 to 1
 */
export function withLikeness(
  model: PreferenceModel | null,
  retrieval: SoftRetrieval,
  worth: (id: ItemId) => number,
): PreferenceModel {
  return {
    title: `${model === null ? '' : `${model.title}, and `}likeness by ${retrieval.likeBy ?? retrieval.embedding.title}`,
    scores(liked, items) {
      const among = new Set(items);
      const sums = new Map<ItemId, number>();
      for (const seed of liked)
        for (const { item, cosine } of retrieval.like(seed, { limit: items.length, among }))
          sums.set(item.id, (sums.get(item.id) ?? 0) + cosine);
      const together = model?.scores(liked, items) ?? new Float64Array(items.length);
      const most = together.reduce((one, other) => Math.max(one, other), TELLING * liked.length);
      const nearest = [...sums.values()].reduce((one, other) => Math.max(one, other), Number.MIN_VALUE);
      return together.map((score, at) => {
        const id = items[at]!;
        const alike = (sums.get(id) ?? 0) / nearest;
        return (score / most + OF_LIKENESS * alike * alike) * (worth(id) || UNRATED);
      });
    },
  };
}

/**
 * @file The ranking models that conversations can have, fitted on training interactions: all of them score for somebody of whom only liked
 * items are known (Huang and others 2023, section 4.1, has SASRec), and what `similar` finds by who rated what (its public code has ItemCF).
 */
import type { ItemId, Item } from '../../core/dataset.ts';
import { UNKNOWN_USER, type FitContext, type Scorer } from '../baselines/baseline.ts';
import { bprMatrixFactorization } from '../baselines/ranking/bpr.ts';
import { ease } from '../baselines/ranking/least-squares.ts';
import { itemCosine } from '../baselines/ranking/counts.ts';
import { sasrec } from '../baselines/sequence/sasrec.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../baselines/training-matrix.ts';
import type { PreferenceModel } from '../../tools/interactive/catalogue.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import { exp, log } from '../../core/numbers/elementary-functions.ts';

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

const SHRINKAGE = 5;

const LEAST_SUPPORT = 3;

/** The share of the scale that each item's mean reaches, shrunk to the mean of all; 1 where there are no ratings. */
function reached({ byItem, items, scale }: TrainingMatrix): Float64Array {
  const rated = byItem.rating.filter((rating) => !Number.isNaN(rating));
  const mean = rated.reduce((sum, rating) => sum + rating, 0) / Math.max(1, rated.length);
  return Float64Array.from(items, (_id, item) => {
    if (rated.length === 0) return 1;
    const own = byItem.rating
      .slice(byItem.start[item], byItem.start[item + 1])
      .filter((rating) => !Number.isNaN(rating));
    const sum = own.reduce((all, rating) => all + rating, SHRINKAGE * mean);
    return Math.max(0, sum / (own.length + SHRINKAGE) - scale.min) / (scale.max - scale.min);
  });
}

/** How well each item is rated, from 0 to 1; what few rated has less of it, and what nobody rated has none. */
export function itemWorth(train: TrainingMatrix): (id: number) => number {
  const share = reached(train);
  return (id) => {
    const item = train.itemAt(id);
    const people = item < 0 ? 0 : lengthOf(train.byItem, item);
    return ((share[item] ?? 0) * people) / (people + 1);
  };
}

/** The model of a dataset's training interactions. It has nothing to fit but their counts. */
export function preferenceModel(train: TrainingMatrix): PreferenceModel {
  const share = reached(train);
  const likes = new Uint8Array(train.users.length);
  return {
    title: `${itemCosine.title}, shrunk by support`,
    scores(liked, items) {
      const sums = new Float64Array(items.length);
      for (const id of liked) {
        const seed = train.itemAt(id);
        if (seed < 0) continue;
        const people = columnsOf(train.byItem, seed);
        for (const user of people) likes[user] = 1;
        items.forEach((item, at) => {
          const column = train.itemAt(item);
          if (column < 0 || column === seed || lengthOf(train.byItem, column) < LEAST_SUPPORT) return;
          let shared = 0;
          for (const user of columnsOf(train.byItem, column)) shared += likes[user] ?? 0;
          const cosine = shared / Math.sqrt(people.length * lengthOf(train.byItem, column));
          sums[at]! += ((share[column] ?? 0) * cosine * shared) / (shared + SHRINKAGE);
        });
        for (const user of people) likes[user] = 0;
      }
      return sums;
    },
  };
}

export const RANKERS = ['supported-cosine', 'item-cosine', 'ease', 'bpr-mf', 'sasrec'] as const;

export type RankerName = (typeof RANKERS)[number];

const FITTED = { 'item-cosine': itemCosine, ease, 'bpr-mf': bprMatrixFactorization, sasrec } as const;

/** Fits a ranker. @throws LabError `aborted`; `task-impossible` where the data cannot be fitted */
export async function fitRanker(
  name: RankerName,
  train: TrainingMatrix,
  context: FitContext,
): Promise<PreferenceModel> {
  if (name === 'supported-cosine') return preferenceModel(train);
  const entry = FITTED[name];
  const scorer = await entry.create({}).fit(train, context);
  return { title: entry.title, scores: (liked, items) => scoresOf(scorer, liked, items) };
}

/** Liked items are told as a history, the last one last; what nothing is known of comes last. */
function scoresOf(scorer: Scorer, liked: readonly ItemId[], items: readonly ItemId[]): Float64Array {
  const scores = scorer.score(UNKNOWN_USER, items, liked);
  const known = scores.filter(Number.isFinite);
  const least = known.reduce((low, score) => Math.min(low, score), 0);
  return scores.map((score) => (Number.isFinite(score) ? score : least));
}

/** By what `similar` compares items with items: by their texts, or by who rated both. */
export const LIKENESSES = ['texts', 'interactions'] as const;

export type LikenessName = (typeof LIKENESSES)[number];

/** The same retrieval, whose items are alike by the cosine of who rated them (ItemCF); a few words are compared by texts as before. */
export function likeByInteractions(retrieval: SoftRetrieval, train: TrainingMatrix): SoftRetrieval {
  const rated = new Map(train.items.map((id, at) => [id, at]));
  return {
    ...retrieval,
    likeBy: 'who rated both (item cosine)',
    like(itemId, { limit, among }) {
      const own = rated.get(itemId);
      if (own === undefined) return [];
      const people = columnsOf(train.byItem, own);
      const shared = new Map<number, number>();
      for (const user of people)
        for (const item of columnsOf(train.byUser, user)) shared.set(item, (shared.get(item) ?? 0) + 1);
      return retrieval
        .like(itemId, { limit: Number.MAX_SAFE_INTEGER, ...(among !== undefined && { among }) })
        .map(({ item }) => {
          const at = rated.get(item.id) ?? -1;
          const both = shared.get(at) ?? 0;
          return { item, cosine: both === 0 ? 0 : both / Math.sqrt(people.length * lengthOf(train.byItem, at)) };
        })
        .sort((a, b) => b.cosine - a.cosine || a.item.id - b.item.id)
        .slice(0, limit);
    },
  };
}

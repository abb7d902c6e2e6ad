/**
 * @file AgentRecBench (Shang et al. 2025) and the AgentSociety Challenge: `review.json` and `item.json`, JSON Lines that bring Yelp, Amazon and
 * Goodreads under the same names. Each row says where it is from, and is read as that source's own are.
 */
import type { Interactions, Item, User } from '../../../core/dataset.ts';
import type { JsonObject } from '../../../core/json.ts';
import { productOf } from '../amazon/metadata.ts';
import { parseRating, parseTime } from '../fields.ts';
import type { ImportedTables } from '../format.ts';
import { bookAttributes, goodreadsSeconds, yearOfBook } from '../goodreads/goodreads.ts';
import { IdNumbers } from '../id-numbers.ts';
import { collectInteractions, noInteractions } from '../interactions.ts';
import { idIn, numberIn, numeralIn, textIn } from '../json-fields.ts';
import { readJsonLines } from '../json-lines.ts';
import { jsonLinesFormat, type FilesByKind } from '../json-lines-format.ts';
import { plainLine, plainText } from '../plain-text.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import type { MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';
import { businessAttributes } from '../yelp/businesses.ts';
import { yelpSeconds } from '../yelp/yelp.ts';

const SCALE = { min: 1, max: 5, step: 1 };

interface Ids {
  readonly users: IdNumbers;
  readonly items: IdNumbers;
}

/** `review.json`, `item.json` or both. `user.json` is not read: it has ids, names, and what reviews made of people. */
export const agentRecBench = jsonLinesFormat({
  id: 'agent-recbench',
  title: 'AgentRecBench and the AgentSociety Challenge (JSON Lines of reviews, of items, or both)',
  sought: 'file of AgentRecBench reviews or items',
  kinds: {
    items: { has: ['item_id', 'source', 'type'], lacks: ['review_id'] },
    reviews: { has: ['review_id', 'user_id', 'item_id', 'stars', 'source'] },
  },
  read,
});

async function read({ reviews, items }: FilesByKind<'items' | 'reviews'>, reading: Reading): Promise<ImportedTables> {
  const ids: Ids = { users: new IdNumbers(), items: new IdNumbers() };
  const hasReviews = reviews.length > 0;
  const sources = new Set<Source>();
  // All of them, also those that nobody reviewed: tasks choose among them.
  const known = await readItems(items, ids.items, sources, reading);
  const interactions = hasReviews ? await readReviews(reviews, ids, sources, reading) : noInteractions();
  const [first, ...others] = [...sources].sort();
  return {
    manifest: {
      name: 'agent-recbench',
      title: 'AgentRecBench',
      synthetic: false,
      description: `Real ${hasReviews ? 'reviews' : 'items'} of ${[...sources].sort().join(', ')}, under the names of AgentRecBench.`,
      license: 'That of each source: Yelp, Amazon and Goodreads give their data for academic use only.',
      itemNoun: first === undefined || others.length > 0 ? 'item' : SOURCES[first].noun,
      scale: SCALE,
    },
    users: [...ids.users.entries()].map(([sourceId, id]): User => ({
      id,
      name: `person ${id}`,
      sourceId,
      attributes: {},
    })),
    items: [...ids.items.entries()].map(([sourceId, id]): Item => {
      if (!known.has(id) && items.length > 0) reading.rejected.clean('review of an item that is not described');
      return known.get(id) ?? { id, title: `item ${sourceId}`, year: null, sourceId, attributes: {} };
    }),
    interactions,
    ...(!hasReviews && { withoutInteractions: true }),
  };
}

type Described = Pick<Item, 'title' | 'year' | 'attributes'>;

/** What is particular to a source. */
interface SourceRows {
  readonly noun: string;
  readonly item: (value: JsonObject, sourceId: string, notes: RejectedRows) => Described;
  /** Unix seconds; null where there is no time. */
  readonly time: (value: JsonObject) => number | null;
  /** Members of a review. */
  readonly votes: string;
  readonly summary?: string;
}

type Source = 'yelp' | 'amazon' | 'goodreads';

const SOURCES: Readonly<Record<Source, SourceRows>> = {
  yelp: {
    noun: 'business',
    item: (value, _, notes) => ({
      title: textIn(value['name']),
      year: null,
      attributes: businessAttributes(value, notes),
    }),
    time: (value) => yelpSeconds(textIn(value['date'])),
    votes: 'useful',
  },
  amazon: {
    noun: 'product',
    // The edition of 2023 has other names than those before.
    item: (value, sourceId, notes) => productOf(0, sourceId, earlierNames(value), notes),
    time: (value) => {
      const milliseconds = numberIn(value['timestamp']);
      return milliseconds === null ? null : parseTime(String(Math.floor(milliseconds / 1000)));
    },
    votes: 'helpful_vote',
    summary: 'title',
  },
  goodreads: {
    noun: 'book',
    item: (value) => ({
      title: textIn(value['title']),
      year: yearOfBook(value),
      attributes: bookAttributes(value),
    }),
    time: (value) => goodreadsSeconds(textIn(value['date_added'])),
    votes: 'n_votes',
  },
};

const earlierNames = (value: JsonObject): JsonObject => ({
  ...value,
  main_cat: value['main_category'] ?? null,
  feature: value['features'] ?? null,
  brand: value['store'] ?? null,
});

const UNKNOWN_SOURCE = 'source is not yelp, amazon or goodreads';

const isSource = (name: string): name is Source => Object.hasOwn(SOURCES, name);

async function readItems(
  members: readonly MemberFile[],
  ids: IdNumbers,
  sources: Set<Source>,
  reading: Reading,
): Promise<Map<number, Item>> {
  const items = new Map<number, Item>();
  for (const member of members) {
    await readJsonLines(member, reading, ({ value }) => {
      const [sourceId, source] = [idIn(value['item_id']), textIn(value['source'])];
      if (sourceId === '') return 'item id is missing';
      if (!isSource(source)) return UNKNOWN_SOURCE;
      if (ids.has(sourceId)) return 'item id repeated: the first counts';
      const { title, year, attributes } = SOURCES[source].item(value, sourceId, reading.rejected);
      if (title === '') return 'title is empty';
      const id = ids.of(sourceId);
      sources.add(source);
      items.set(id, { id, title, year, sourceId, attributes });
      return null;
    });
  }
  return items;
}

/** 0 stars of Goodreads say that a book was put on a shelf and not rated. */
function readReviews(
  members: readonly MemberFile[],
  ids: Ids,
  sources: Set<Source>,
  reading: Reading,
): Promise<Interactions> {
  return collectInteractions(members, ['review', 'summary', 'votes'], reading, (member, again, use) =>
    readJsonLines(member, again, (row) => {
      const { value } = row;
      const [user, item, source] = [idIn(value['user_id']), idIn(value['item_id']), textIn(value['source'])];
      if (user === '') return 'user id is missing';
      if (item === '') return 'item id is missing';
      if (!isSource(source)) return UNKNOWN_SOURCE;
      const written = numeralIn(value['stars']);
      const rating = source === 'goodreads' && written === '0' ? Number.NaN : parseRating(written, SCALE);
      if (typeof rating === 'string') return rating;
      const { time: timeOf, votes, summary = '' } = SOURCES[source];
      const time = timeOf(value);
      if (time === null) return 'time is not a date';
      sources.add(source);
      return use(row, {
        ...{ user: ids.users.of(user), item: ids.items.of(item), rating, time },
        review: plainText(textIn(value['text'])) || null,
        summary: plainLine(textIn(value[summary])) || null,
        votes: numberIn(value[votes]) ?? 0,
      });
    }),
  );
}

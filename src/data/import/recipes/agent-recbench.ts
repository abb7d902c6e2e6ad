/**
 * @file AgentRecBench (Shang et al. 2025) and the AgentSociety Challenge: `review.json` and `item.json`, JSON Lines that bring Yelp, Amazon
 * and Goodreads under the same names. Each row says where it is from, and is read as that source's own are.
 */
import type { Json } from '../../../core/json.ts';
import { NO_DATE, parseRating, parseSeconds, numberIn, numeralIn, textIn, plainLine, plainText } from '../cells.ts';
import { formatOf } from '../read-recipe.ts';
import type { DescribedItem, InteractionRule, ItemRule, Recipe } from '../recipe.ts';
import type { RejectedRows } from '../import-progress.ts';
import { productOf } from './amazon.ts';
import { bookAttributes, goodreadsSeconds, ratingOrShelved, yearOfBook } from './goodreads.ts';
import { businessAttributes, yelpSeconds } from './yelp.ts';

const SCALE = { min: 1, max: 5, step: 1 };
const UNKNOWN_SOURCE = 'source is not yelp, amazon or goodreads';

type Value = (name: string) => Json | undefined;

interface SourceRows {
  readonly noun: string;
  readonly item: (value: Value, notes: RejectedRows) => DescribedItem;
  readonly time: (value: Value) => number | null;
  readonly votes: string;
  readonly summary?: string;
}

const SOURCES: Readonly<Record<string, SourceRows>> = {
  yelp: {
    noun: 'business',
    item: (value, notes) => ({
      title: textIn(value('name')),
      year: null,
      attributes: businessAttributes(value, notes),
    }),
    time: (value) => yelpSeconds(textIn(value('date'))),
    votes: 'useful',
  },
  amazon: {
    noun: 'product',
    item: (value, notes) => {
      const product = productOf(value, notes);
      return { ...product, title: product.title || textIn(value('item_id')) };
    },
    time: (value) => {
      const milliseconds = numberIn(value('timestamp'));
      return milliseconds === null ? null : parseSeconds(String(Math.floor(milliseconds / 1000)));
    },
    votes: 'helpful_vote',
    summary: 'title',
  },
  goodreads: {
    noun: 'book',
    item: (value) => ({ title: textIn(value('title')), year: yearOfBook(value), attributes: bookAttributes(value) }),
    time: (value) => goodreadsSeconds(textIn(value('date_added'))),
    votes: 'n_votes',
  },
};

const sourceOf = (name: string): SourceRows | undefined => (Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined);

const itemRule = (met: Set<string>): ItemRule => ({
  ...{ holds: 'items', has: ['item_id', 'source', 'type'], lacks: ['review_id'], id: 'item_id' },
  read(row, notes) {
    const name = textIn(row.value('source'));
    const source = sourceOf(name);
    if (source === undefined) return UNKNOWN_SOURCE;
    const item = source.item((member) => row.value(member), notes);
    if (item.title === '') return 'title is empty';
    met.add(name);
    return item;
  },
});

const reviewRule = (met: Set<string>): InteractionRule => ({
  ...{ holds: 'interactions', has: ['review_id', 'user_id', 'item_id', 'stars', 'source'] },
  ...{ user: 'user_id', item: 'item_id', texts: ['review', 'summary', 'votes'] },
  columns: { rating: 'stars', review: 'text', source: 'source' },
  rating(row) {
    const [name, written] = [textIn(row.value('source')), numeralIn(row.value('stars'))];
    if (sourceOf(name) === undefined) return UNKNOWN_SOURCE;
    return name === 'goodreads' ? ratingOrShelved(written) : parseRating(written, SCALE);
  },
  time: (row) => sourceOf(textIn(row.value('source')))?.time((member) => row.value(member)) ?? NO_DATE,
  rest(row) {
    const name = textIn(row.value('source'));
    const source = sourceOf(name);
    met.add(name);
    return {
      review: plainText(textIn(row.value('text'))) || null,
      summary: plainLine(textIn(row.value(source?.summary ?? ''))) || null,
      votes: numberIn(row.value(source?.votes ?? '')) ?? 0,
    };
  },
});

function recipe(): Recipe {
  const met = new Set<string>();
  return {
    id: 'agent-recbench',
    title: 'AgentRecBench and the AgentSociety Challenge (JSON Lines of reviews, with items or without)',
    sought: 'file of AgentRecBench reviews',
    ids: { users: 'texts', items: 'texts' },
    catalogue: 'all',
    undescribed: 'review of an item that is not described',
    unnamed: (sourceId) => `item ${sourceId}`,
    passedOver: /^user\.json/,
    rules: () => [itemRule(met), reviewRule(met)],
    manifest() {
      const [first = '', ...others] = [...met].sort();
      return {
        name: 'agent-recbench',
        title: 'AgentRecBench',
        synthetic: false,
        description: `Real reviews of ${[first, ...others].join(', ')}, under the names of AgentRecBench.`,
        license: 'That of each source: Yelp, Amazon and Goodreads give their data for academic use only.',
        itemNoun: others.length > 0 ? 'item' : (sourceOf(first)?.noun ?? 'item'),
        scale: SCALE,
      };
    },
  };
}

/** `review.json` and `item.json`. `user.json` is not read: it has ids, names, and what reviews made of people. */
export const agentRecBench = formatOf(recipe);

/**
 * @file AgentRecBench (Shang et al. 2025) and the AgentSociety Challenge: `review.json` and `item.json`, JSON Lines that bring Yelp, Amazon
 * and Goodreads under the same names. Each row says where it is from, and is read as that source's own are.
 */
import { ownValue } from '../../../core/json.ts';
import { NO_DATE, parseRating, parseSeconds, numberIn, numeralIn, textIn, plainLine, plainText } from '../cells.ts';
import type { RejectedRows } from '../import-progress.ts';
import { formatOf } from '../read-recipe.ts';
import type { DescribedItem, Recipe } from '../recipe.ts';
import type { Values } from '../table.ts';
import { productOf } from './amazon.ts';
import { bookOf, goodreadsSeconds, ratingOrShelved } from './goodreads.ts';
import { businessAttributes, yelpSeconds } from './yelp.ts';

const SCALE = { min: 1, max: 5, step: 1 };
const UNKNOWN_SOURCE = 'source is not yelp, amazon or goodreads';

interface SourceRows {
  readonly noun: string;
  readonly item: (row: Values, notes: RejectedRows) => DescribedItem;
  readonly time: (row: Values) => number | null;
  readonly votes: string;
}

const SOURCES: Readonly<Record<string, SourceRows>> = {
  yelp: {
    ...{ noun: 'business', votes: 'useful', time: ({ value }) => yelpSeconds(textIn(value('date'))) },
    item: (row, notes) => ({
      ...{ title: textIn(row.value('name')), year: null, attributes: businessAttributes(row, notes) },
    }),
  },
  amazon: {
    ...{ noun: 'product', votes: 'helpful_vote' },
    item(row, notes) {
      const product = productOf(row, notes);
      return { ...product, title: product.title || textIn(row.value('item_id')) };
    },
    time: ({ value }) => parseSeconds(String(Math.floor((numberIn(value('timestamp')) ?? NaN) / 1000))),
  },
  goodreads: {
    ...{ noun: 'book', votes: 'n_votes', item: bookOf },
    time: ({ value }) => goodreadsSeconds(textIn(value('date_added'))),
  },
};

const nameOf = ({ value }: Values): string => textIn(value('source'));
const sourceOf = (row: Values): SourceRows | undefined => ownValue(SOURCES, nameOf(row));

function recipe(): Recipe {
  const met = new Set<string>();
  return {
    id: 'agent-recbench',
    title: 'AgentRecBench and the AgentSociety Challenge (JSON Lines of reviews, with items or without)',
    sought: 'file of AgentRecBench reviews',
    catalogue: 'all',
    undescribed: 'review of an item that is not described',
    unnamed: (sourceId) => `item ${sourceId}`,
    passedOver: /^user\.json/,
    rules: () => [
      {
        ...{ holds: 'items', has: ['item_id', 'source', 'type'], lacks: ['review_id'], id: 'item_id' },
        read(row, notes) {
          const item = sourceOf(row)?.item(row, notes);
          if (item !== undefined && item.title !== '') met.add(nameOf(row));
          return item ?? UNKNOWN_SOURCE;
        },
      },
      {
        ...{ holds: 'interactions', has: ['review_id', 'user_id', 'item_id', 'stars', 'source'] },
        ...{ user: 'user_id', item: 'item_id' },
        columns: { rating: 'stars', review: 'text', source: 'source', summary: 'title', votes: 'helpful_vote' },
        rating(row) {
          const written = numeralIn(row.value('stars'));
          if (sourceOf(row) === undefined) return UNKNOWN_SOURCE;
          return nameOf(row) === 'goodreads' ? ratingOrShelved(written) : parseRating(written, SCALE);
        },
        time: (row) => sourceOf(row)?.time(row) ?? NO_DATE,
        rest(row) {
          met.add(nameOf(row));
          const heading = nameOf(row) === 'amazon' ? textIn(row.value('title')) : '';
          return {
            review: plainText(textIn(row.value('text'))) || null,
            summary: plainLine(heading) || null,
            votes: numberIn(row.value(sourceOf(row)?.votes ?? '')) ?? 0,
          };
        },
      },
    ],
    manifest() {
      const [first = '', ...others] = [...met].sort();
      return {
        name: 'agent-recbench',
        title: 'AgentRecBench',
        description: `Real reviews of ${[first, ...others].join(', ')}, under the names of AgentRecBench.`,
        license: 'That of each source: Yelp, Amazon and Goodreads give their data for academic use only.',
        itemNoun: others.length > 0 ? 'item' : (ownValue(SOURCES, first)?.noun ?? 'item'),
        scale: SCALE,
      };
    },
  };
}

/** `review.json` and `item.json`. `user.json` is not read: it has ids, names, and what reviews made of people. */
export const agentRecBench = formatOf(recipe);

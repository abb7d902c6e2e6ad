/** @file AgentRecBench's and the AgentSociety Challenge's files, made by hand in their format. */
import { describe, expect, test } from 'vitest';
import { counts, importSources, listIn, madeSource } from './sources.ts';

const YELP = {
  ...{ review_id: 'r1', user_id: 'u1', item_id: 'OjFr', stars: 4, useful: 3, funny: 0, cool: 0 },
  ...{ text: 'Good shoes.', date: '2018-07-07 22:09:11', source: 'yelp', type: 'business' },
};
const AMAZON = {
  ...{ review_id: 'r2', user_id: 'u2', item_id: 'B07Z', sub_item_id: 'B07Y', stars: 5, title: 'Just<br />right' },
  ...{ text: 'It <b>works</b>.', timestamp: 1_588_687_728_923, helpful_vote: 2, source: 'amazon', type: 'product' },
};
const GOODREADS = {
  ...{ review_id: 'r3', user_id: 'u1', item_id: '827260', stars: 0, text: '', n_votes: 0 },
  ...{ date_added: 'Fri Aug 25 13:55:02 -0700 2017', source: 'goodreads', type: 'book' },
};
const ITEMS = [
  {
    item_id: 'OjFr',
    name: 'Shoe Shop',
    city: 'Tampa',
    stars: 4.5,
    review_count: 9,
    categories: 'Shopping, Shoes',
    source: 'yelp',
    type: 'business',
  },
  {
    item_id: 'B07Z',
    title: 'Gamepad',
    main_category: 'Video Games',
    features: ['Two sticks'],
    store: 'North',
    average_rating: 4.4,
    rating_number: 90,
    bought_together: null,
    source: 'amazon',
    type: 'product',
  },
  {
    item_id: '827260',
    title: 'Wake',
    publication_year: '2015',
    average_rating: '4.10',
    authors: [{ author_id: '10' }],
    source: 'goodreads',
    type: 'book',
  },
  { item_id: 'Nobody', name: 'New Place', city: 'Tampa', source: 'yelp', type: 'business' },
];
const USERS = [{ user_id: 'u1', name: 'Ann', review_count: 12, average_stars: 3.9, source: 'yelp' }];

const files = () => [
  madeSource('item.json', ITEMS),
  madeSource('review.json', [YELP, AMAZON, GOODREADS]),
  madeSource('user.json', USERS),
];

describe('AgentRecBench', () => {
  test('three sources make one dataset, with the items that nobody reviewed', async () => {
    const dataset = await importSources(files());
    expect(counts(dataset)).toEqual([2, 4, 3]);
    expect(dataset.manifest).toMatchObject({
      name: 'agent-recbench',
      itemNoun: 'item',
      scale: { min: 1, max: 5, step: 1 },
    });
    expect(dataset.items.map(({ title, year, sourceId }) => [title, year, sourceId])).toEqual([
      ['Shoe Shop', null, 'OjFr'],
      ['Gamepad', null, 'B07Z'],
      ['Wake', 2015, '827260'],
      ['New Place', null, 'Nobody'],
    ]);
    expect(listIn(dataset.items[0]!, 'categories')).toEqual(['Shopping', 'Shoes']);
    expect(dataset.items[1]?.attributes).toMatchObject({
      main_category: 'Video Games',
      brand: 'North',
      features: ['Two sticks'],
    });
    const { rating, time, review, summary, votes } = dataset.interactions;
    expect([...rating]).toEqual([4, 5, Number.NaN]);
    expect([...time]).toEqual([
      Date.UTC(2018, 6, 7, 22, 9, 11) / 1000,
      1_588_687_728,
      Date.UTC(2017, 7, 25, 20, 55, 2) / 1000,
    ]);
    expect(review).toEqual(['Good shoes.', 'It works.', null]);
    expect(summary).toEqual([null, 'Just right', null]);
    expect([...(votes ?? [])]).toEqual([3, 2, 0]);
  });
});

import { describe, expect, test } from 'vitest';
import { testWithShared } from '../../shared.ts';
import { importShared, importSources, madeSource } from './sources.ts';

const REVIEW = {
  review_id: 'r1',
  user_id: 'u1',
  business_id: 'b1',
  stars: 4,
  useful: 2,
  funny: 0,
  cool: 0,
  text: 'Check in/out\nwas fine.',
  date: '2012-01-03 15:28:18',
};
const BUSINESS = {
  business_id: 'b1',
  name: 'Café Nord',
  neighborhood: '',
  address: '1 Main St',
  city: 'Calgary',
  state: 'AB',
  postal_code: 'T2E 6L6',
  latitude: 51.09,
  longitude: -114.03,
  stars: 4.5,
  review_count: 24,
  is_open: 1,
  attributes: {
    WiFi: "u'free'",
    NoiseLevel: 'average',
    BikeParking: 'False',
    RestaurantsPriceRange2: '2',
    BusinessParking: "{u'garage': False, 'street': True, 'lot': None, 'valet': True}",
    Alcohol: 'None',
    DogsAllowed: '{broken',
  },
  categories: 'Coffee & Tea, Food, Food',
  hours: { Monday: '8:0-18:30' },
};

describe('Yelp', () => {
  test('reviews and businesses together', async () => {
    const dataset = await importSources([madeSource('review.json', [REVIEW]), madeSource('business.json', [BUSINESS])]);
    expect(dataset.manifest).toMatchObject({ name: 'yelp', itemNoun: 'business', scale: { min: 1, max: 5, step: 1 } });
    expect(dataset.interactions).toEqual({
      user: Int32Array.of(1),
      item: Int32Array.of(1),
      rating: Float64Array.of(4),
      time: Float64Array.of(Date.UTC(2012, 0, 3, 15, 28, 18) / 1000),
      review: ['Check in/out\nwas fine.'],
      votes: Int32Array.of(2),
    });
    expect(dataset.items).toEqual([
      {
        id: 1,
        title: 'Café Nord',
        year: null,
        sourceId: 'b1',
        attributes: {
          categories: ['Coffee & Tea', 'Food'],
          address: '1 Main St',
          city: 'Calgary',
          state: 'AB',
          postal_code: 'T2E 6L6',
          latitude: 51.09,
          longitude: -114.03,
          open: 'yes',
          hours: ['Monday 8:0-18:30'],
          WiFi: 'free',
          NoiseLevel: 'average',
          BikeParking: 'no',
          RestaurantsPriceRange2: 2,
          BusinessParking: ['street', 'valet'],
        },
      },
    ]);
    expect(dataset.cleanedCounts).toEqual({ 'attribute is not a Python literal: left out': 1 });
  });

  test.each([
    [{ stars: 0 }, 'rating out of range'],
    [{ stars: null }, 'rating is not a number'],
    [{ date: '2012-02-30' }, 'time is not a date'],
    [{ date: 'soon' }, 'time is not a date'],
    [{ user_id: '' }, 'user id is missing'],
    [{ business_id: '' }, 'item id is missing'],
  ])('a review with %j is rejected: %s', async (change, reason) => {
    const rows = [
      { ...REVIEW, date: '2012-01-03' },
      { ...REVIEW, ...change },
    ];
    const dataset = await importSources(madeSource('review.json', rows));
    expect(dataset.rejected.map((row) => [row.line, row.reason])).toEqual([[2, reason]]);
    expect(dataset.interactions.time[0]).toBe(Date.UTC(2012, 0, 3) / 1000);
  });
});

const REVIEWS = 'yelp-sample/yelp_academic_dataset_review.json.gz';
const NEW = 'yelp-sample/yelp_academic_dataset_business.json.gz';

testWithShared(
  'the sample has its 993 people and 999 reviews, 77 of a business that it describes',
  [`data/${REVIEWS}`, `data/${NEW}`],
  async () => {
    const dataset = await importShared(REVIEWS, NEW);
    expect(dataset.rejectedCounts).toEqual({});
    expect([dataset.manifest.counts.users, dataset.manifest.counts.interactions]).toEqual([993, 999]);
    const described = new Set(dataset.items.filter(({ attributes }) => 'city' in attributes).map(({ id }) => id));
    expect(described.size).toBe(1000);
    expect([...dataset.interactions.item].filter((id) => described.has(id))).toHaveLength(77);
  },
);

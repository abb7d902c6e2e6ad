import { describe, expect, test } from 'vitest';
import { importSources, madeSource } from './sources.ts';

const REVIEW = {
  overall: 5,
  vote: '1,341',
  verified: true,
  reviewTime: '09 1, 2016',
  reviewerID: 'A1',
  asin: 'B1',
  reviewerName: 'Somebody Real',
  reviewText: 'Fine &amp; dandy.<br />Works <3',
  summary: 'Five Stars',
  unixReviewTime: 1472688000,
};
const PRODUCT = {
  asin: 'B1',
  title: ' Dad&#39;s <b>Card</b>',
  brand: 'by\n    \n    Acme',
  price: '$1,250.00',
  category: ['Gift Cards', 'Gift Cards', '</span></span></span>', 'Acme Gift Card 25'],
  description: ['<div class="aplus"> <br>One.<br /><br />Two.</div><script>var x = "<p>";</script>', ''],
  feature: ['Never expires &reg;'],
  details: {
    '\n    Product Dimensions: \n    ': '3.4 x 2.1 inches',
    'ASIN: ': 'B1',
    'Average Customer Review:': '4.5',
  },
  rank: '2 in Gift Cards (',
  main_cat: 'Gift Cards',
  also_buy: ['B9'],
};

describe('reviews of 2018', () => {
  test('alone come out with their ids, times, texts, headings and votes, without names of people', async () => {
    const dataset = await importSources(madeSource('Gift_Cards_5.json', [REVIEW]));
    expect(dataset.manifest).toMatchObject({ name: 'amazon-gift-cards-5', itemNoun: 'product', synthetic: false });
    expect(dataset.users).toEqual([{ id: 1, name: 'person 1', sourceId: 'A1', attributes: {} }]);
    expect(dataset.items).toEqual([{ id: 1, title: 'B1', year: null, sourceId: 'B1', attributes: {} }]);
    expect(dataset.interactions).toEqual({
      user: Int32Array.of(1),
      item: Int32Array.of(1),
      rating: Float64Array.of(5),
      time: Float64Array.of(1472688000),
      review: ['Fine & dandy.\nWorks <3'],
      summary: ['Five Stars'],
      votes: Int32Array.of(1341),
    });
    expect(JSON.stringify(dataset)).not.toContain('Somebody');
  });
});

describe('the dumps of 2014', () => {
  test('are Python literals', async () => {
    const reviews = `{'reviewerID': 'A1', 'asin': '0000', 'helpful': [3, 4], 'reviewText': u'It\\'s caf\\xe9', 'overall': 4.0, 'summary': "Dad's", 'unixReviewTime': 1252800000}\n`;
    const metadata = `{'asin': '0000', 'title': 'Tutu', 'price': 3.17, 'imUrl': 'http://x', 'related': {'also_bought': ['1']}, 'salesRank': {'Toys &amp; Games': 211836}, 'brand': 'Coxlures', 'categories': [['Sports', 'Dance'], ['Sports', 'Tutus']], 'description': 'Pink.'}\n`;
    const dataset = await importSources([madeSource('meta_X.json', metadata), madeSource('reviews_X.json', reviews)]);
    expect(dataset.manifest.name).toBe('amazon-x');
    expect(dataset.interactions).toMatchObject({ review: ["It's café"], summary: ["Dad's"], votes: Int32Array.of(3) });
    expect(dataset.items[0]).toMatchObject({
      title: 'Tutu',
      sourceId: '0000',
      attributes: {
        price: 3.17,
        brand: 'Coxlures',
        categories: ['Sports', 'Dance', 'Tutus'],
        description: 'Pink.',
        sales_ranks: ['211836 in Toys & Games'],
      },
    });
    expect(dataset.rejectedCounts).toEqual({});
  });
});

describe('metadata', () => {
  test('is cleaned, and what purchases and reviews made of a product is left out', async () => {
    const dataset = await importSources([madeSource('meta.json', [PRODUCT]), madeSource('reviews.json', [REVIEW])]);
    expect(dataset.items[0]).toEqual({
      id: 1,
      title: "Dad's Card",
      year: null,
      sourceId: 'B1',
      attributes: {
        categories: ['Gift Cards'],
        main_category: 'Gift Cards',
        brand: 'Acme',
        price: 1250,
        description: 'One.\nTwo.',
        features: ['Never expires ®'],
        details: ['Product Dimensions: 3.4 x 2.1 inches'],
        sales_ranks: ['2 in Gift Cards'],
      },
    });
    expect(dataset.cleanedCounts).toEqual({ 'categories run into markup: cut there': 1 });
  });
});

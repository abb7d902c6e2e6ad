/**
 * @file Amazon reviews of 2014, 2018 and 2023 (J. McAuley and others, UCSD), with the metadata of their products. Who wrote a review is
 * kept as an id only. Left out is what other people's purchases made of a product (also bought, also viewed), which could tell what a person is about to buy, and pictures.
 */
import { isJsonList, isJsonObject, type Json } from '../../../core/json.ts';
import {
  NO_DATE,
  parseSeconds,
  presentAttributes,
  numberIn,
  numeralIn,
  textIn,
  textsIn,
  plainLine,
  plainText,
} from '../cells.ts';
import { nameAfter, titleOfName } from '../source-files.ts';
import { formatOf } from '../read-recipe.ts';
import type { DescribedItem, InteractionRule, ItemRule } from '../recipe.ts';
import type { RejectedRows } from '../import-progress.ts';
import type { Row, Values } from '../table.ts';

const LICENSE =
  'Published for research by J. McAuley, J. Ni, Y. Hou and others, UCSD; reviews belong to their writers and to Amazon. ' +
  'Cite R. He and J. McAuley, WWW 2016 (2014 edition), J. Ni, J. Li and J. McAuley, EMNLP 2019 (2018 edition), or Y. Hou and others, 2024 (2023 edition).';
const SCALE = { min: 1, max: 5, step: 1 };
const VOTES = /^(?:\d{1,3}(?:,\d{3})+|\d+)$/;
const MOST_VOTES = 2 ** 31 - 1;

const REVIEWS_2018: InteractionRule = {
  ...{ holds: 'interactions', has: ['reviewerID', 'asin', 'overall'] },
  ...{ user: 'reviewerID', item: 'asin', scale: SCALE },
  columns: {
    ...{ rating: 'overall', time: 'unixReviewTime', 'time in words': 'reviewTime' },
    ...{ review: 'reviewText', summary: 'summary', votes: 'vote', 'votes of 2014': 'helpful' },
  },
  time: (row) => timeOf(row) ?? NO_DATE,
  rest(row, notes) {
    // `1,341` in 2018, `[helpful, all]` in 2014.
    const helpful = row.value('helpful');
    const votes = row.value('vote') ?? (isJsonList(helpful) ? helpful[0] : undefined);
    return restOf(row.value('reviewText'), row.value('summary'), votes, notes);
  },
};

const REVIEWS_2023: InteractionRule = {
  ...{ holds: 'interactions', has: ['user_id', 'parent_asin', 'rating', 'timestamp'] },
  ...{ user: 'user_id', item: 'parent_asin', scale: SCALE },
  columns: { rating: 'rating', time: 'timestamp', review: 'text', summary: 'title', votes: 'helpful_vote' },
  time(row) {
    const milliseconds = Number(row.get('timestamp') || 'none');
    return milliseconds >= 0 ? Math.floor(milliseconds / 1000) : 'time is not in milliseconds';
  },
  rest: ({ value }, notes) => restOf(value('text'), value('title'), value('helpful_vote'), notes),
};

/** Unix seconds, or the day in words: `09 1, 2016`. */
function timeOf(row: Row): number | null {
  const seconds = row.value('unixReviewTime');
  if (typeof seconds === 'number') return parseSeconds(String(seconds));
  const day = /^(\d{1,2}) (\d{1,2}), (\d{4})$/.exec(textIn(row.value('reviewTime')));
  return day === null ? null : Date.UTC(Number(day[3]), Number(day[1]) - 1, Number(day[2])) / 1000;
}

function restOf(
  review: Json | undefined,
  summary: Json | undefined,
  written: Json | undefined,
  notes: RejectedRows,
): ReturnType<NonNullable<InteractionRule['rest']>> {
  const text = numeralIn(written) || (written ? 'no numeral' : '0');
  const votes = VOTES.test(text) ? Number(text.replaceAll(',', '')) : Infinity;
  if (votes > MOST_VOTES) notes.clean('votes are not a number: left out');
  return {
    review: plainText(textIn(review)) || null,
    summary: plainLine(textIn(summary)) || null,
    votes: votes > MOST_VOTES ? 0 : votes,
  };
}

const products = (id: string, lacks: readonly string[]): ItemRule => ({
  ...{ holds: 'items', has: [id, 'title'], lacks: [...lacks, 'user_id', 'rating', 'source'], id, isUntitled: true },
  read: productOf,
});

export const amazon = formatOf({
  id: 'amazon-reviews',
  title:
    'Amazon reviews of 2014, 2018 and 2023 (JSON Lines with reviewerID, asin and overall, or with user_id, parent_asin and rating), with metadata of products or without',
  sought: 'file of Amazon reviews',
  catalogue: 'all',
  undescribed: 'item without metadata: the id stands for its title',
  unnamed: (asin) => asin,
  rules: () => [products('asin', ['reviewerID']), products('parent_asin', []), REVIEWS_2018, REVIEWS_2023],
  manifest(found) {
    const rated = found.filter(({ rule }) => rule.holds === 'interactions');
    const departments = rated.map(({ table }) => nameAfter(table.member.path).replace(/^(reviews|meta)-/, ''));
    const name = `amazon-${nameAfter([...new Set(departments)].join(' and '))}`;
    return {
      name,
      title: titleOfName(name),
      description: 'Real reviews and ratings of products by people on amazon.com, collected by UCSD.',
      license: LICENSE,
      itemNoun: 'product',
      scale: SCALE,
    };
  },
});

const PRICE = /^\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)$/;
// What is left of `<meta content="Magazines" />` where its beginning was cut off.
const END_OF_TAG = /^[^<>"]*"\s*\/>/;
const BRAND_PAGE = /^Visit Amazon's (.+) Page$/;
// What reviews or sales made of the product, and its id once more.
const NO_DETAIL = /customer review|sellers? rank|^asin$/i;

/** A product by its metadata, of any edition; without a title where it has none but markup. */
export function productOf({ value }: Values, notes: RejectedRows): DescribedItem {
  const written = textIn(value('title'));
  const title = plainLine(written.replace(END_OF_TAG, ''));
  if (title === '')
    notes.clean(written === '' ? 'title is missing: the id stands for it' : 'title is markup: the id stands for it');
  const price = priceOf(value('price'), notes);
  const attributes = presentAttributes({
    categories: categoriesOf(value('category') ?? value('categories'), notes),
    main_category: plainLine(textIn(value('main_cat') ?? value('main_category'))),
    brand: brandOf(value('brand') ?? value('store')),
    ...(price !== null && { price }),
    description: plainTexts(value('description')).join('\n'),
    features: plainTexts(value('feature') ?? value('features')),
    details: detailsOf(value('details')),
    sales_ranks: salesRanksOf(value('rank') ?? value('salesRank')),
  });
  return { title, year: null, attributes };
}

function priceOf(value: Json | undefined, notes: RejectedRows): number | null {
  const written = typeof value === 'string' ? value.trim() : value;
  if (written === undefined || written === null || written === '') return null;
  const amount =
    typeof written === 'string' ? Number(PRICE.exec(written)?.[1]?.replaceAll(',', '') ?? 'none') : numberIn(written);
  if (amount !== null && amount >= 0) return amount;
  notes.clean('price is not an amount: left out');
  return null;
}

/** What stands behind markup in the list belongs to other parts of the page. */
function categoriesOf(value: Json | undefined, notes: RejectedRows): readonly string[] {
  const written = textsIn(value);
  const markup = written.findIndex((text) => text.includes('<'));
  if (markup >= 0) notes.clean('categories run into markup: cut there');
  return textsIn((markup >= 0 ? written.slice(0, markup) : written).map(plainLine));
}

function brandOf(value: Json | undefined): string {
  // `by`, lines of blanks, the name: the page's byline.
  const brand = plainLine(textIn(value).replace(/^by\s*\n/i, ''));
  return BRAND_PAGE.exec(brand)?.[1] ?? brand;
}

const plainTexts = (value: Json | undefined): readonly string[] =>
  textsIn(value)
    .map(plainText)
    .filter((text) => text !== '');

/** `Publisher: Reason Magazine`. */
function detailsOf(value: Json | undefined): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([written, detail]) => {
    const name = plainLine(written).replace(/ ?:$/, '');
    const text = plainLine(textIn(detail)).replace(/ ?\($/, '');
    return name === '' || text === '' || NO_DETAIL.test(name) ? [] : [`${name}: ${text}`];
  });
}

/** `2 in Gift Cards`, from a text, a list of texts or, in 2014, an object of categories and places. */
function salesRanksOf(value: Json | undefined): readonly string[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([category, place]) =>
      typeof place === 'number' ? [`${place} in ${plainLine(category)}`] : [],
    );
  }
  return textsIn(value)
    .map((text) => plainLine(text).replace(/^>?#/, '').replace(/ ?\($/, ''))
    .filter((text) => text !== '');
}

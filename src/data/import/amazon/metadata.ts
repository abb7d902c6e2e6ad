/**
 * @file Products as the crawls of 2014 and 2018 describe them. Left out is what other people's purchases made of a product
 * (also bought, also viewed), since that could tell what a person is about to buy, and pictures.
 */
import type { Attributes, Item } from '../../../core/dataset.ts';
import { presentAttributes } from '../fields.ts';
import type { IdNumbers } from '../id-numbers.ts';
import { numberIn, textIn, textsIn } from '../json-fields.ts';
import { isJsonObject, type JsonObject, type Json } from '../../../core/json.ts';
import { readJsonLines, type JsonRow } from '../json-lines.ts';
import { plainLine, plainText } from '../plain-text.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import type { MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';

const PRICE = /^\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)$/;
// What is left of `<meta content="Magazines" />` where its beginning was cut off.
const END_OF_TAG = /^[^<>"]*"\s*\/>/;
const BRAND_PAGE = /^Visit Amazon's (.+) Page$/;
// What reviews or sales made of the product, and its id once more.
const NO_DETAIL = /customer review|sellers? rank|^asin$/i;

/** Products by their numbers. A product whose title is nothing but markup goes by its id. */
export async function readProducts(
  members: readonly MemberFile[],
  ids: IdNumbers,
  reading: Reading,
): Promise<Map<number, Item>> {
  const products = new Map<number, Item>();
  const use = ({ value }: JsonRow): string | null => {
    const asin = textIn(value['asin']);
    if (asin === '') return 'item id is missing';
    if (ids.has(asin)) return 'item id repeated: the first counts';
    const id = ids.of(asin);
    products.set(id, productOf(id, asin, value, reading.rejected));
    return null;
  };
  for (const member of members) await readJsonLines(member, reading, use);
  return products;
}

/** A product of which nothing but its id is known. */
export function unnamedProduct(id: number, asin: string): Item {
  return { id, title: asin, year: null, sourceId: asin, attributes: {} };
}

/** A product by its metadata. @param notes receives what had to be left out */
export function productOf(id: number, asin: string, value: JsonObject, notes: RejectedRows): Item {
  const title = plainLine(textIn(value['title']).replace(END_OF_TAG, ''));
  if (title === '') {
    notes.clean(
      textIn(value['title']) === ''
        ? 'title is missing: the id stands for it'
        : 'title is markup: the id stands for it',
    );
  }
  const price = priceOf(value['price'], notes);
  const attributes: Attributes = {
    categories: categoriesOf(value['category'] ?? value['categories'], notes),
    main_category: plainLine(textIn(value['main_cat'])),
    brand: brandOf(value['brand']),
    ...(price !== null && { price }),
    description: plainTexts(value['description']).join('\n'),
    features: plainTexts(value['feature']),
    details: detailsOf(value['details']),
    sales_ranks: salesRanksOf(value['rank'] ?? value['salesRank']),
  };
  return { ...unnamedProduct(id, asin), title: title === '' ? asin : title, attributes: presentAttributes(attributes) };
}

/** Dollars. */
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
  const named = (markup >= 0 ? written.slice(0, markup) : written).map(plainLine);
  return [...new Set(named.filter((name) => name !== ''))];
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

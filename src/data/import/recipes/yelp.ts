/**
 * @file The Yelp dataset: reviews and businesses, of the newest and of older editions. Mean stars and numbers of reviews are left out:
 * they are made of the very reviews that tasks hold out.
 */
import type { Attributes } from '../../../core/dataset.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { NO_DATE, numbersIn, partsOf, presentAttributes, textIn, textsIn, parseTime } from '../cells.ts';
import type { RejectedRows } from '../import-progress.ts';
import { parsePythonLiteral } from '../python-literal.ts';
import { formatOf } from '../read-recipe.ts';
import type { Values } from '../table.ts';

const SCALE = { min: 1, max: 5, step: 1 };
const DATE = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;
const PLACE = ['address', 'neighborhood', 'city', 'state', 'postal_code'];

/** `yelp_academic_dataset_review.json` and `yelp_academic_dataset_business.json`, also in parts. */
export const yelp = formatOf({
  id: 'yelp',
  title: 'Yelp (JSON Lines of reviews, with businesses or without)',
  sought: 'file of Yelp reviews',
  catalogue: 'all',
  undescribed: 'review of a business that is not described',
  unnamed: (_, id) => `business ${id}`,
  rules: () => [
    {
      ...{ holds: 'items', has: ['business_id', 'name', 'city'], lacks: ['review_id'], id: 'business_id' },
      read: (row, notes) => ({
        ...{ title: textIn(row.value('name')), year: null, attributes: businessAttributes(row, notes) },
      }),
    },
    {
      ...{ holds: 'interactions', has: ['review_id', 'user_id', 'business_id', 'stars'] },
      ...{ user: 'user_id', item: 'business_id', scale: SCALE },
      columns: { rating: 'stars', time: 'date', review: 'text', votes: 'useful' },
      time: (row) => yelpSeconds(textIn(row.value('date'))) ?? NO_DATE,
    },
  ],
  manifest: () => ({
    name: 'yelp',
    title: 'Yelp',
    description: 'Real reviews of businesses on yelp.com.',
    license: 'The Yelp Dataset agreement: academic use only; it must not be passed on.',
    itemNoun: 'business',
    scale: SCALE,
  }),
});

/** `2012-01-03 15:28:18`, or the day alone in older editions, as if it were in UTC; Yelp names no zone. Null for anything else. */
export const yelpSeconds = (text: string): number | null => (DATE.test(text) ? parseTime(text) : null);

export function businessAttributes({ value }: Values, notes: RejectedRows): Attributes {
  const [categories, features, hours, open] = ['categories', 'attributes', 'hours', 'is_open'].map(value);
  return presentAttributes({
    categories: typeof categories === 'string' ? partsOf(categories, ',') : textsIn(categories),
    ...Object.fromEntries(PLACE.map((name) => [name, textIn(value(name))])),
    ...numbersIn({ value }, ['latitude', 'longitude']),
    open: open === 1 ? 'yes' : open === 0 ? 'no' : '',
    hours: isJsonObject(hours) ? Object.entries(hours).map(([day, from]) => `${day} ${textIn(from)}`) : [],
    ...(isJsonObject(features) && Object.fromEntries(Object.entries(features).map((one) => feature(one, notes)))),
  });
}

/** A feature such as `["WiFi", "u'free'"]`: its value is a Python literal, or a bare word in older editions. */
function feature([name, written]: [string, Json], notes: RejectedRows): [string, string | number | readonly string[]] {
  if (typeof written !== 'string') return [name, plainValue(written)];
  const literal = parsePythonLiteral(written);
  if (literal !== undefined) return [name, plainValue(literal)];
  if (/^\w[\w -]*$/.test(written)) return [name, written];
  notes.clean('attribute is not a Python literal: left out');
  return [name, ''];
}

/** Of a dict the keys that are true: `{'garage': False, 'street': True}` → `street`. */
function plainValue(value: Json): string | number | readonly string[] {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (!isJsonObject(value)) return textsIn(value);
  return Object.entries(value).flatMap(([key, held]) =>
    held === true ? [key] : typeof held === 'string' ? [`${key}: ${held}`] : [],
  );
}

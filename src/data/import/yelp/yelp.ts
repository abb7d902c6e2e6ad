/** @file The Yelp dataset: reviews, businesses, or both, of the newest and of older editions. */
import type { Interactions, Item, User } from '../../../core/dataset.ts';
import { parseRating } from '../fields.ts';
import type { ImportedTables } from '../format.ts';
import { IdNumbers } from '../id-numbers.ts';
import { collectInteractions, noInteractions } from '../interactions.ts';
import { numberIn, numeralIn, textIn } from '../json-fields.ts';
import { readJsonLines } from '../json-lines.ts';
import { jsonLinesFormat, type FilesByKind } from '../json-lines-format.ts';
import type { MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';
import { readBusinesses } from './businesses.ts';

const SCALE = { min: 1, max: 5, step: 1 };
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;

/** `yelp_academic_dataset_review.json`, `yelp_academic_dataset_business.json`, or both; plain or gzipped, also in parts. */
export const yelp = jsonLinesFormat({
  id: 'yelp',
  title: 'Yelp (JSON Lines of reviews, of businesses, or both)',
  sought: 'file of Yelp reviews or businesses',
  kinds: {
    reviews: { has: ['review_id', 'user_id', 'business_id', 'stars'] },
    businesses: { has: ['business_id', 'name', 'city'], lacks: ['review_id'] },
  },
  read,
});

async function read(
  { reviews, businesses }: FilesByKind<'reviews' | 'businesses'>,
  reading: Reading,
): Promise<ImportedTables> {
  const ids = { users: new IdNumbers(), items: new IdNumbers() };
  const hasReviews = reviews.length > 0;
  const known = await readBusinesses(businesses, ids.items, reading);
  const interactions = hasReviews ? await readReviews(reviews, ids, reading) : noInteractions();
  const items = [...ids.items.entries()].map(([sourceId, id]): Item => {
    const business = known.get(id);
    if (business === undefined && businesses.length > 0)
      reading.rejected.clean('review of a business that is not described');
    return business ?? { id, title: `business ${id}`, year: null, sourceId, attributes: {} };
  });
  const users = [...ids.users.entries()].map(([sourceId, id]): User => ({
    id,
    name: `person ${id}`,
    sourceId,
    attributes: {},
  }));
  return {
    manifest: {
      name: 'yelp',
      title: 'Yelp',
      synthetic: false,
      description: hasReviews ? 'Real reviews of businesses on yelp.com.' : 'Businesses on yelp.com, without reviews.',
      license: 'The Yelp Dataset agreement: academic use only; it must not be passed on.',
      itemNoun: 'business',
      scale: SCALE,
    },
    users,
    items,
    interactions,
    ...(!hasReviews && { withoutInteractions: true }),
  };
}

function readReviews(
  members: readonly MemberFile[],
  ids: { readonly users: IdNumbers; readonly items: IdNumbers },
  reading: Reading,
): Promise<Interactions> {
  return collectInteractions(members, ['review', 'votes'], reading, (member, again, use) =>
    readJsonLines(member, again, (row) => {
      const { value } = row;
      const [user, item] = [textIn(value['user_id']), textIn(value['business_id'])];
      if (user === '') return 'user id is missing';
      if (item === '') return 'item id is missing';
      const rating = parseRating(numeralIn(value['stars']), SCALE);
      if (typeof rating === 'string') return rating;
      const time = yelpSeconds(textIn(value['date']));
      if (time === null) return 'time is not a date';
      const review = textIn(value['text']);
      return use(row, {
        user: ids.users.of(user),
        item: ids.items.of(item),
        rating,
        time,
        review: review === '' ? null : review,
        votes: numberIn(value['useful']) ?? 0,
      });
    }),
  );
}

/** `2012-01-03 15:28:18`, or the day alone in older editions, as if it were in UTC; Yelp names no zone. Null for anything else. */
export function yelpSeconds(text: string): number | null {
  const parts = DATE.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0, hour, minute, second] = parts.map((part) => (Number.isNaN(part) ? 0 : part));
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, second);
  const isDay = new Date(milliseconds).getUTCMonth() === month - 1 && milliseconds >= 0;
  return isDay ? milliseconds / 1000 : null;
}

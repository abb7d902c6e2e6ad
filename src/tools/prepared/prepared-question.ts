/** @file Questions whose statements the lab has written, the words of their answers, and those of a rating. */
import type { SqlValue } from '../../core/database.ts';
import type { ItemReference, RatingTask, UserReference } from '../../core/task.ts';

export type Rows = readonly (readonly SqlValue[])[];

export interface PreparedQuestion {
  readonly name: string;
  /** What it tells, without names and ids: lists of actions are then the same for all tasks of a kind, and are read once. */
  readonly gives: string;
  readonly question: string;
  /** @see OfferedAction.isKnown */
  readonly isKnown?: true;
  readonly sql: string;
  readonly tell: (rows: Rows) => string;
}

/** A number as a sentence gives it, with two decimals at most. */
export function inWords(value: SqlValue | undefined): string {
  if (typeof value !== 'number') return value ?? 'unknown';
  return String(Number(value.toFixed(2)));
}

/** A title as a sentence gives it: names and titles are data, so they cannot end their line. */
export const titled = ({ title }: Pick<ItemReference, 'title'>): string => JSON.stringify(title);

/** SQL for an item's title with its year, as tasks give it. @param item the alias of `items` */
export const titleSql = (item: string): string =>
  `${item}.title || CASE WHEN ${item}.year IS NULL THEN '' ELSE ' (' || ${item}.year || ')' END`;

/** So many rows are named in a sentence. */
export const MOST_NAMED = 5;

/** `"Heat (1995)" 4, "Casino (1995)" 3.5`. */
const listedRatings = (rows: Rows): string =>
  rows.map(([title, rating]) => `${JSON.stringify(title)} ${inWords(rating)}`).join(', ');

/** `5: 12 times, 4: 30 times`. */
const listedTimes = (rows: Rows): string =>
  rows.map(([rating, times]) => `${inWords(rating)}: ${inWords(times)} times`).join(', ');

export const onSimilarItems = (user: UserReference, item: ItemReference): PreparedQuestion => ({
  name: 'user-on-similar-items',
  gives: 'their ratings of what is like it',
  question: `How did user ${user.id} rate what is rated most like ${item.title}?`,
  sql: `SELECT ${titleSql('i')}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${user.id} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${item.id} ORDER BY s.similarity DESC, n.item_id LIMIT ${MOST_NAMED}`,
  tell: (rows) => `Ratings by user ${user.id} of what is rated most like ${titled(item)}: ${listedRatings(rows)}.`,
});

export const genreRatings = (user: UserReference, item: ItemReference): PreparedQuestion => ({
  name: 'user-genre-ratings',
  gives: 'their average rating for each of its genres',
  question: `How does user ${user.id} rate the genres of ${item.title}?`,
  sql: `SELECT a.value, AVG(n.rating) AS mean, COUNT(n.rating) FROM item_attributes a
JOIN item_attributes o ON o.attribute = 'genre' AND o.value = a.value
JOIN interactions n ON n.item_id = o.item_id AND n.user_id = ${user.id} AND n.rating IS NOT NULL
WHERE a.item_id = ${item.id} AND a.attribute = 'genre' GROUP BY a.value ORDER BY mean DESC, a.value LIMIT ${MOST_NAMED}`,
  tell: (rows) =>
    `Average ratings by user ${user.id} for the genres of ${titled(item)}: ${rows.map(([genre, mean, times]) => `${inWords(genre)} ${inWords(mean)} (${inWords(times)} ratings)`).join(', ')}.`,
});

/** Those first that tell most beyond the start: small models take them in this order. */
export const ratingQuestions = ({ user, item }: RatingTask): readonly PreparedQuestion[] => [
  onSimilarItems(user, item),
  genreRatings(user, item),
  ...ofBoth(user, item),
  ...ofPerson(user),
  ...ofItem(item),
];

function ofPerson({ id }: UserReference): PreparedQuestion[] {
  return [
    {
      name: 'user-average',
      gives: 'their average rating',
      isKnown: true,
      question: `What is the average rating given by user ${id}?`,
      sql: `SELECT mean_rating AS value, ratings AS support FROM user_statistics WHERE user_id = ${id} AND ratings > 0`,
      tell: ([row]) => `The average rating given by user ${id} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
    {
      name: 'user-latest',
      gives: 'what they rated last',
      isKnown: true,
      question: `What did user ${id} rate last?`,
      sql: `SELECT ${titleSql('i')}, n.rating FROM interactions n JOIN items i ON i.item_id = n.item_id
WHERE n.user_id = ${id} AND n.rating IS NOT NULL ORDER BY n.time DESC, n.item_id DESC LIMIT ${MOST_NAMED}`,
      tell: (rows) => `The latest ratings by user ${id}, the latest last: ${listedRatings(rows.toReversed())}.`,
    },
    {
      name: 'user-spread',
      gives: 'how often they give each number',
      question: `How often does user ${id} give each rating?`,
      sql: `SELECT rating, COUNT(*) FROM interactions WHERE user_id = ${id} AND rating IS NOT NULL GROUP BY rating ORDER BY rating DESC`,
      tell: (rows) => `Ratings by user ${id}: ${listedTimes(rows)}.`,
    },
  ];
}

function ofItem(item: ItemReference): PreparedQuestion[] {
  return [
    {
      name: 'item-average',
      gives: 'its average rating',
      isKnown: true,
      question: `What is the average rating of ${item.title}?`,
      sql: `SELECT mean_rating AS value, ratings AS support FROM item_statistics WHERE item_id = ${item.id} AND ratings > 0`,
      tell: ([row]) => `The average rating of ${titled(item)} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
    {
      name: 'item-facts',
      gives: 'its genres and director',
      isKnown: true,
      question: `Which genres has ${item.title}, and who directed it?`,
      sql: `SELECT attribute, GROUP_CONCAT(value, ', ') FROM item_attributes
WHERE item_id = ${item.id} AND attribute IN ('genre', 'director') GROUP BY attribute ORDER BY attribute DESC`,
      tell: (rows) =>
        `${titled(item)}: ${rows.map(([name, values]) => `${inWords(name)} ${inWords(values)}`).join('; ')}.`,
    },
  ];
}

function ofBoth({ id }: UserReference, item: ItemReference): PreparedQuestion[] {
  return [
    {
      name: 'user-decade-average',
      gives: 'their average rating for its decade',
      question: `What is the average rating given by user ${id} for the decade of ${item.title}?`,
      sql: `SELECT AVG(n.rating) AS value, COUNT(n.rating) AS support FROM items i JOIN items o ON o.year / 10 = i.year / 10
JOIN interactions n ON n.item_id = o.item_id AND n.user_id = ${id}
WHERE i.item_id = ${item.id} HAVING COUNT(n.rating) > 0`,
      tell: ([row]) =>
        `The average rating by user ${id} for the decade of ${titled(item)} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
    {
      name: 'similar-users-on-item',
      gives: 'what people of like taste gave it',
      question: `How did the people whose taste is most like that of user ${id} rate ${item.title}?`,
      sql: `SELECT n.rating AS rating FROM similar_users s
JOIN interactions n ON n.user_id = s.like_user_id AND n.item_id = ${item.id} AND n.rating IS NOT NULL
WHERE s.user_id = ${id} ORDER BY s.similarity DESC, n.user_id LIMIT ${MOST_NAMED}`,
      tell: (rows) =>
        `Ratings of ${titled(item)} by the people most like user ${id}: ${rows.map(([rating]) => inWords(rating)).join(', ')}.`,
    },
  ];
}

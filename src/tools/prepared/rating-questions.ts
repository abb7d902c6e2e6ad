/** @file What can be asked about how a person would rate an item. */
import type { RatingTask } from '../../core/task.ts';
import { inWords, titled, titleSql, type PreparedQuestion, type Rows } from './question.ts';

const MOST_NAMED = 5;

/** The questions about a rating. */
export function ratingQuestions(task: RatingTask): readonly PreparedQuestion[] {
  return [...aboutEither(task), ...aboutBoth(task)];
}

/** `"Heat (1995)" 4, "Casino (1995)" 3.5`. */
const listed = (rows: Rows): string =>
  rows.map(([title, rating]) => `${JSON.stringify(title)} ${inWords(rating)}`).join(', ');

function aboutEither({ user, item }: RatingTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  const title = titled(item);
  return [
    {
      name: 'user-average',
      question: `What is the average rating given by ${person}?`,
      thought: 'How high the person rates at all tells where to begin.',
      sql: `SELECT mean_rating AS value, ratings AS support FROM user_statistics WHERE user_id = ${user.id} AND ratings > 0`,
      tell: ([row]) => `The average rating given by ${person} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
    {
      name: 'item-average',
      question: `What is the average rating of ${item.title}?`,
      sql: `SELECT mean_rating AS value, ratings AS support FROM item_statistics WHERE item_id = ${item.id} AND ratings > 0`,
      tell: ([row]) => `The average rating of ${title} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
    {
      name: 'user-latest',
      question: `What did ${person} rate last?`,
      sql: `SELECT ${titleSql('i')}, n.rating FROM interactions n JOIN items i ON i.item_id = n.item_id
WHERE n.user_id = ${user.id} AND n.rating IS NOT NULL ORDER BY n.time DESC, n.item_id DESC LIMIT ${MOST_NAMED}`,
      tell: (rows) => `The latest ratings by ${person}, the latest last: ${listed(rows.toReversed())}.`,
    },
  ];
}

function aboutBoth({ user, item, itemNoun }: RatingTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  const title = titled(item);
  return [
    {
      name: 'user-genre-average',
      question: `What is the average rating by ${person} for a ${itemNoun} that shares a genre with ${item.title}?`,
      sql: `SELECT AVG(n.rating) AS value, COUNT(n.rating) AS support FROM interactions n WHERE n.user_id = ${user.id} AND n.item_id IN (
  SELECT o.item_id FROM item_attributes a JOIN item_attributes o ON o.attribute = a.attribute AND o.value = a.value
  WHERE a.item_id = ${item.id} AND a.attribute = 'genre')
HAVING COUNT(n.rating) > 0`,
      tell: ([row]) =>
        `The average rating by ${person} where a genre is shared with ${title} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
    {
      name: 'user-on-similar-items',
      question: `How did ${person} rate what is rated most like ${item.title}?`,
      thought: 'What the person gave to items like this one tells most about their taste for it.',
      sql: `SELECT ${titleSql('i')}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${user.id} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${item.id} ORDER BY s.similarity DESC, n.item_id LIMIT ${MOST_NAMED}`,
      tell: (rows) => `Ratings by ${person} of what is rated most like ${title}: ${listed(rows)}.`,
    },
    {
      name: 'similar-users-on-item',
      question: `How did the people whose taste is most like that of ${person} rate ${item.title}?`,
      thought: 'People of like taste may have rated this very item.',
      sql: `SELECT AVG(n.rating) AS value, COUNT(n.rating) AS support FROM similar_users s
JOIN interactions n ON n.user_id = s.like_user_id AND n.item_id = ${item.id} AND n.rating IS NOT NULL
WHERE s.user_id = ${user.id} HAVING COUNT(n.rating) > 0`,
      tell: ([row]) =>
        `The average rating of ${title} by the people most like ${person} is ${inWords(row?.[0])} (${inWords(row?.[1])} ratings).`,
    },
  ];
}

/** @file What can be asked that helps to explain why a person likes an item, or to head what they wrote of it. */
import type { TextTask } from '../../core/task.ts';
import { inWords, titled, titleSql, type PreparedQuestion, type Rows } from './question.ts';

const MOST_NAMED = 5;
const MOST_QUOTED = 3;

/** The questions about a text. */
export function textQuestions(task: TextTask): readonly PreparedQuestion[] {
  return task.type === 'explanation-generation' ? aboutLiking(task) : aboutHeadings(task);
}

const quoted = (rows: Rows): string => rows.map(([text]) => JSON.stringify(text)).join(', ');

function aboutLiking({ user, item }: TextTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  const title = titled(item);
  return [
    {
      name: 'others-on-item',
      question: `What did other people write about ${item.title}?`,
      sql: `SELECT review FROM interactions WHERE item_id = ${item.id} AND review IS NOT NULL
ORDER BY time DESC, user_id LIMIT ${MOST_QUOTED}`,
      tell: (rows) => `Others wrote about ${title}: ${quoted(rows)}.`,
    },
    {
      name: 'user-genre-ratings',
      question: `How does ${person} rate the genres of ${item.title}?`,
      sql: `SELECT a.value, AVG(n.rating) AS mean, COUNT(n.rating) FROM item_attributes a
JOIN item_attributes o ON o.attribute = 'genre' AND o.value = a.value
JOIN interactions n ON n.item_id = o.item_id AND n.user_id = ${user.id} AND n.rating IS NOT NULL
WHERE a.item_id = ${item.id} AND a.attribute = 'genre' GROUP BY a.value ORDER BY mean DESC, a.value LIMIT ${MOST_NAMED}`,
      tell: (rows) =>
        `Average ratings by ${person} for the genres of ${title}: ${rows.map(([genre, mean, times]) => `${inWords(genre)} ${inWords(mean)} (${inWords(times)} ratings)`).join(', ')}.`,
    },
    {
      name: 'user-on-similar-items',
      question: `How did ${person} rate what is rated most like ${item.title}?`,
      sql: `SELECT ${titleSql('i')}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${user.id} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${item.id} ORDER BY s.similarity DESC, n.item_id LIMIT ${MOST_NAMED}`,
      tell: (rows) =>
        `Ratings by ${person} of what is rated most like ${title}: ${rows.map(([like, rating]) => `${JSON.stringify(like)} ${inWords(rating)}`).join(', ')}.`,
    },
    {
      name: 'user-reviews',
      question: `What did ${person} write last?`,
      sql: `SELECT n.review, ${titleSql('i')} FROM interactions n JOIN items i ON i.item_id = n.item_id
WHERE n.user_id = ${user.id} AND n.review IS NOT NULL ORDER BY n.time DESC, n.item_id DESC LIMIT ${MOST_QUOTED}`,
      tell: (rows) =>
        `The latest reviews by ${person}, the latest last: ${rows
          .toReversed()
          .map(([review, of]) => `of ${JSON.stringify(of)}, ${JSON.stringify(review)}`)
          .join('; ')}.`,
    },
  ];
}

/** A dataset that gives such tasks has headings. */
function aboutHeadings({ user, item }: TextTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  return [
    {
      name: 'user-headings',
      question: `Which headings did ${person} give their reviews?`,
      sql: `SELECT summary FROM interactions WHERE user_id = ${user.id} AND summary IS NOT NULL
ORDER BY time DESC, item_id DESC LIMIT ${MOST_NAMED}`,
      tell: (rows) => `The latest headings by ${person}, the latest last: ${quoted(rows.toReversed())}.`,
    },
    {
      name: 'item-headings',
      question: `Which headings did other people give their reviews of ${item.title}?`,
      sql: `SELECT summary FROM interactions WHERE item_id = ${item.id} AND summary IS NOT NULL
ORDER BY time DESC, user_id LIMIT ${MOST_NAMED}`,
      tell: (rows) => `Headings of reviews of ${titled(item)}: ${quoted(rows)}.`,
    },
  ];
}

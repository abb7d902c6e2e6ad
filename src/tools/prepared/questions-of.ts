/** @file The prepared questions by kind of task. */
import {
  isRanking,
  type Task,
  type RankingTask,
  type RatingTask,
  type TextTask,
  type ItemReference,
  type UserReference,
} from '../../core/task.ts';
import type { SqlValue } from '../../core/database.ts';

type Rows = readonly (readonly SqlValue[])[];

export interface PreparedQuestion {
  readonly name: string;
  readonly question: string;
  /** Why one asks it, as a step of a worked example thinks; absent where it is no part of one, as where its rows may be the answer. */
  readonly thought?: string;
  readonly sql: string;
  readonly tell: (rows: Rows) => string;
}

/** A number as a sentence gives it: whole as it is, else with two decimals. */
function inWords(value: SqlValue | undefined): string {
  if (typeof value !== 'number') return value ?? 'unknown';
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** A title as a sentence gives it: names and titles are data, so they cannot end their line. */
const titled = ({ title }: Pick<ItemReference, 'title'>): string => JSON.stringify(title);

/** SQL for an item's title with its year, as tasks give it. @param item the alias of `items` */
export const titleSql = (item: string): string =>
  `${item}.title || CASE WHEN ${item}.year IS NULL THEN '' ELSE ' (' || ${item}.year || ')' END`;

const MOST_QUOTED = 3;

function textQuestions(task: TextTask): readonly PreparedQuestion[] {
  return task.type === 'explanation-generation' ? aboutLiking(task) : aboutHeadings(task);
}

const quoted = (rows: Rows): string => rows.map(([text]) => JSON.stringify(text)).join(', ');

/** `"Heat (1995)" 4, "Casino (1995)" 3.5`. */
const listedRatings = (rows: Rows): string =>
  rows.map(([title, rating]) => `${JSON.stringify(title)} ${inWords(rating)}`).join(', ');

const onSimilarItems = (user: UserReference, item: ItemReference): PreparedQuestion => ({
  name: 'user-on-similar-items',
  question: `How did user ${user.id} rate what is rated most like ${item.title}?`,
  sql: `SELECT ${titleSql('i')}, n.rating FROM similar_items s
JOIN interactions n ON n.item_id = s.like_item_id AND n.user_id = ${user.id} AND n.rating IS NOT NULL
JOIN items i ON i.item_id = n.item_id
WHERE s.item_id = ${item.id} ORDER BY s.similarity DESC, n.item_id LIMIT ${MOST_NAMED}`,
  tell: (rows) => `Ratings by user ${user.id} of what is rated most like ${titled(item)}: ${listedRatings(rows)}.`,
});

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
    onSimilarItems(user, item),
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

function ratingQuestions(task: RatingTask): readonly PreparedQuestion[] {
  return [...aboutEither(task), ...aboutBoth(task)];
}

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
      tell: (rows) => `The latest ratings by ${person}, the latest last: ${listedRatings(rows.toReversed())}.`,
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
      ...onSimilarItems(user, item),
      thought: 'What the person gave to items like this one tells most about their taste for it.',
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

const MOST_NAMED = 5;

const MOST_CANDIDATES = 10;

function rankingQuestions(task: RankingTask): readonly PreparedQuestion[] {
  return [...aboutPerson(task), ...(task.candidates.length === 0 ? [] : aboutCandidates(task))];
}

function aboutPerson({ user }: RankingTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  return [
    {
      name: 'user-latest',
      question: `What did ${person} choose last?`,
      sql: `SELECT ${titleSql('i')} FROM interactions n JOIN items i ON i.item_id = n.item_id
WHERE n.user_id = ${user.id} ORDER BY n.time DESC, n.item_id DESC LIMIT ${MOST_NAMED}`,
      tell: (rows) =>
        `The latest choices of ${person}, the latest last: ${rows
          .toReversed()
          .map(([title]) => JSON.stringify(title))
          .join(', ')}.`,
    },
    {
      name: 'user-genres',
      question: `Which genres does ${person} choose most?`,
      thought: 'What the person chooses most tells their taste.',
      sql: `SELECT a.value, COUNT(*) AS chosen FROM interactions n JOIN item_attributes a ON a.item_id = n.item_id
WHERE n.user_id = ${user.id} AND a.attribute = 'genre' GROUP BY a.value ORDER BY chosen DESC, a.value LIMIT ${MOST_NAMED}`,
      tell: (rows) =>
        `The genres that ${person} chooses most: ${rows.map(([genre, chosen]) => `${inWords(genre)} (${inWords(chosen)})`).join(', ')}.`,
    },
  ];
}

/** `12: "Heat (1995)" (301)`. */
const listed = (rows: Rows): string =>
  rows.map(([id, title, value]) => `${inWords(id)}: ${JSON.stringify(title)} (${inWords(value)})`).join(', ');

function aboutCandidates({ user, candidates }: RankingTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  const among = `(${candidates.map(({ id }) => id).join(', ')})`;
  const best = `ORDER BY value DESC, i.item_id LIMIT ${MOST_CANDIDATES}`;
  return [
    {
      name: 'most-rated',
      question: 'Which candidates have the most ratings?',
      thought: 'Well-known candidates are chosen more often.',
      sql: `SELECT i.item_id, ${titleSql('i')}, s.ratings AS value FROM items i JOIN item_statistics s ON s.item_id = i.item_id
WHERE i.item_id IN ${among} ${best}`,
      tell: (rows) => `The candidates with the most ratings: ${listed(rows)}.`,
    },
    {
      name: 'best-rated',
      question: 'Which candidates are rated best?',
      // Drawn to the mean of all as if by five more ratings, so that one rating does not win.
      sql: `SELECT i.item_id, ${titleSql('i')},
  (s.mean_rating * s.ratings + 5.0 * (SELECT AVG(mean_rating) FROM user_statistics)) / (s.ratings + 5.0) AS value
FROM items i JOIN item_statistics s ON s.item_id = i.item_id
WHERE i.item_id IN ${among} AND s.ratings > 0 ${best}`,
      tell: (rows) => `The candidates rated best, few ratings drawn to the mean: ${listed(rows)}.`,
    },
    {
      name: 'rated-by-the-same-people',
      question: `Which candidates are rated by the people who rated what ${person} chose?`,
      thought: 'People who chose what this person chose may have had some of the candidates.',
      sql: `SELECT i.item_id, ${titleSql('i')}, SUM(c.cosine) AS value FROM items i
JOIN co_rated_items c ON c.item_id = i.item_id
JOIN interactions n ON n.item_id = c.with_item_id AND n.user_id = ${user.id}
WHERE i.item_id IN ${among} GROUP BY i.item_id ${best}`,
      tell: (rows) => `The candidates closest to what ${person} chose, by who rated them: ${listed(rows)}.`,
    },
    {
      name: 'of-chosen-genres',
      question: `Which candidates are of the genres that ${person} chooses most?`,
      sql: `WITH chosen AS MATERIALIZED (
  SELECT a.value AS genre, COUNT(*) AS times FROM interactions n JOIN item_attributes a ON a.item_id = n.item_id
  WHERE n.user_id = ${user.id} AND a.attribute = 'genre' GROUP BY a.value)
SELECT i.item_id, ${titleSql('i')}, AVG(g.times) AS value FROM items i
JOIN item_attributes a ON a.item_id = i.item_id AND a.attribute = 'genre' JOIN chosen g ON g.genre = a.value
WHERE i.item_id IN ${among} GROUP BY i.item_id ${best}`,
      tell: (rows) => `The candidates of the genres that ${person} chooses most, by how often: ${listed(rows)}.`,
    },
  ];
}

export function questionsOf(task: Task): readonly PreparedQuestion[] {
  if (task.type === 'rating-prediction') return ratingQuestions(task);
  return isRanking(task) ? rankingQuestions(task) : textQuestions(task);
}

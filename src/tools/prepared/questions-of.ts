/** @file The prepared questions by kind of task; those of ratings are in `prepared-question.ts`. */
import { isRanking, type RankingTask, type Task, type TextTask } from '../../core/task.ts';
import {
  genreRatings,
  inWords,
  MOST_NAMED,
  onSimilarItems,
  ratingQuestions,
  titled,
  titleSql,
  type PreparedQuestion,
  type Rows,
} from './prepared-question.ts';

const MOST_QUOTED = 3;

function textQuestions(task: TextTask): readonly PreparedQuestion[] {
  return task.type === 'explanation-generation' ? aboutLiking(task) : aboutHeadings(task);
}

const quoted = (rows: Rows): string => rows.map(([text]) => JSON.stringify(text)).join(', ');

function aboutLiking({ user, item }: TextTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  const title = titled(item);
  return [
    {
      name: 'others-on-item',
      gives: 'what others wrote about it',
      question: `What did other people write about ${item.title}?`,
      sql: `SELECT review FROM interactions WHERE item_id = ${item.id} AND review IS NOT NULL
ORDER BY time DESC, user_id LIMIT ${MOST_QUOTED}`,
      tell: (rows) => `Others wrote about ${title}: ${quoted(rows)}.`,
    },
    genreRatings(user, item),
    onSimilarItems(user, item),
    {
      name: 'user-reviews',
      gives: 'what they wrote last',
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
      gives: 'their latest headings',
      question: `Which headings did ${person} give their reviews?`,
      sql: `SELECT summary FROM interactions WHERE user_id = ${user.id} AND summary IS NOT NULL
ORDER BY time DESC, item_id DESC LIMIT ${MOST_NAMED}`,
      tell: (rows) => `The latest headings by ${person}, the latest last: ${quoted(rows.toReversed())}.`,
    },
    {
      name: 'item-headings',
      gives: 'headings that others gave it',
      question: `Which headings did other people give their reviews of ${item.title}?`,
      sql: `SELECT summary FROM interactions WHERE item_id = ${item.id} AND summary IS NOT NULL
ORDER BY time DESC, user_id LIMIT ${MOST_NAMED}`,
      tell: (rows) => `Headings of reviews of ${titled(item)}: ${quoted(rows)}.`,
    },
  ];
}

const MOST_CANDIDATES = 10;

function rankingQuestions(task: RankingTask): readonly PreparedQuestion[] {
  return [...aboutPerson(task), ...(task.candidates.length === 0 ? [] : aboutCandidates(task))];
}

function aboutPerson({ user }: RankingTask): PreparedQuestion[] {
  const person = `user ${user.id}`;
  return [
    {
      name: 'user-latest',
      gives: 'what they chose last',
      isKnown: true,
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
      gives: 'the genres they choose most',
      isKnown: true,
      question: `Which genres does ${person} choose most?`,
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
      gives: 'the candidates with the most ratings',
      question: 'Which candidates have the most ratings?',
      sql: `SELECT i.item_id, ${titleSql('i')}, s.ratings AS value FROM items i JOIN item_statistics s ON s.item_id = i.item_id
WHERE i.item_id IN ${among} ${best}`,
      tell: (rows) => `The candidates with the most ratings: ${listed(rows)}.`,
    },
    {
      name: 'best-rated',
      gives: 'the candidates rated best',
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
      gives: 'the candidates rated by the people who rated what they chose',
      question: `Which candidates are rated by the people who rated what ${person} chose?`,
      sql: `SELECT i.item_id, ${titleSql('i')}, SUM(c.cosine) AS value FROM items i
JOIN co_rated_items c ON c.item_id = i.item_id
JOIN interactions n ON n.item_id = c.with_item_id AND n.user_id = ${user.id}
WHERE i.item_id IN ${among} GROUP BY i.item_id ${best}`,
      tell: (rows) => `The candidates closest to what ${person} chose, by who rated them: ${listed(rows)}.`,
    },
    {
      name: 'of-chosen-genres',
      gives: 'the candidates of the genres they choose most',
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
  if (isRanking(task)) return rankingQuestions(task);
  return 'rating' in task || 'review' in task ? textQuestions(task) : [];
}

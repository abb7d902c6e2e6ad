/** @file The prepared questions by kind of task. */
import { isRanking, type Task, type RankingTask } from '../../core/task.ts';
import { type PreparedQuestion, inWords, titleSql, type Rows } from './question.ts';
import { ratingQuestions } from './rating-questions.ts';
import { textQuestions } from './text-questions.ts';

const MOST_NAMED = 5;

const MOST_CANDIDATES = 10;

/** The questions about a choice; those about the candidates only where the task names some. */
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

/** The questions about a task, broad ones first. */
export function questionsOf(task: Task): readonly PreparedQuestion[] {
  if (task.type === 'rating-prediction') return ratingQuestions(task);
  return isRanking(task) ? rankingQuestions(task) : textQuestions(task);
}

/**
 * @file Answers the tools' own requests: a question as SQL, rows as a sentence, texts in short.
 */
import { exp } from '../core/numbers/elementary-functions.ts';
import type { Purpose } from '../core/language-model.ts';
import type { Random } from '../core/random.ts';
import { sentencesIn } from '../core/text/sentences.ts';
import { createPhrasebook, writeSentence, type Phrasebook, type Question } from './phrasebook.ts';
import { RANKING_QUERIES } from './ranking-queries.ts';
import { EXPLANATION_QUERIES } from './text/explanation-queries.ts';
import { HEADING_QUERIES } from './text/heading-queries.ts';
import { RATING_QUERIES } from './rating-queries.ts';

const BOOKS: readonly Phrasebook[] = [RATING_QUERIES, RANKING_QUERIES, EXPLANATION_QUERIES, HEADING_QUERIES].map(
  createPhrasebook,
);
const SHOWN_ROWS = 5;
const SENTENCES = 3;

function readQuestion(text: string): Question | null {
  for (const book of BOOKS) {
    const question = book.readQuestion(text);
    if (question !== null) return question;
  }
  return null;
}

/** The SQL of a question as JSON, or, where no rule fits, a sentence that says so and is no SQL. */
export function translate({ question, failed }: Extract<Purpose, { readonly type: 'sql' }>): string {
  const known = readQuestion(question);
  if (known === null) return 'The built-in reasoner has no rule for this question; it can only translate its own.';
  const sql = known.query.sql(known.subject);
  if (failed?.sql === sql) return 'The built-in reasoner has no other statement for this question.';
  return JSON.stringify({ sql });
}

/**
 * Rows as a sentence: in the words of the question's rule, else as they stand.
 * @param depth ℓ: of a list, position p in the order of the question is read with probability e^(−p/ℓ)
 */
export function tell(
  { question, columns, rows, truncated }: Extract<Purpose, { readonly type: 'sentence' }>,
  depth: number,
  random: Random,
): string {
  const known = readQuestion(question);
  const isRead = (position: number): boolean => random.uniform() < exp(-position / depth);
  if (known !== null) return writeSentence(known, columns, rows, isRead);
  if (rows.length === 0) return 'Nothing was found.';
  const shown = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => columns.map((column, at) => `${column} ${String(row[at])}`).join(', '));
  const isMore = truncated || rows.length > SHOWN_ROWS;
  return `Found: ${shown.join('; ')}${isMore ? '; and more' : ''}.`;
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']{4,}/gu) ?? [];

/** The sentences of the texts whose words are most common among all of them, in their order (Luhn 1958). */
export function summarize({ title, texts }: Extract<Purpose, { readonly type: 'summarize' }>): string {
  const sentences = texts.flatMap(sentencesIn).map((sentence) => sentence.trim());
  const counts = new Map<string, number>();
  for (const word of sentences.flatMap(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = sentences.map((sentence, at) => {
    const own = words(sentence);
    return { at, score: own.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / (own.length + 3) };
  });
  const best = scored.sort((a, b) => b.score - a.score || a.at - b.at).slice(0, SENTENCES);
  const kept = best.sort((a, b) => a.at - b.at).map(({ at }) => sentences[at]);
  return kept.length === 0 ? `Nobody wrote about ${title}.` : kept.join(' ');
}

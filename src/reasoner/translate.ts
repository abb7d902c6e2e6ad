/** @file Answers the tools' own requests: a question as SQL, rows as a sentence, texts in short. */
import { exp } from '../core/numbers/elementary-functions.ts';
import type { Purpose } from '../core/language-model.ts';
import type { Random } from '../core/random.ts';
import { sentencesIn } from '../core/text/words.ts';
import { resolveQuestion, type Question } from '../tools/queries/texts.ts';
import type { SqlValue } from '../core/database.ts';
import { foundIn } from '../core/found.ts';
import { aboutSubject, entitiesOf, fill, subjectPlaces, valuesOf } from '../tools/queries/query.ts';

const DIGITS = 4;

const written = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(DIGITS));

function cell(value: SqlValue | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' ? String(Number(value.toFixed(2))) : 'null';
}

type Rows = readonly (readonly SqlValue[])[];

/** What a sentence says besides its subject; null where there is nothing to say. */
function placesOf(
  { query, subject }: Question,
  columns: readonly string[],
  rows: Rows,
): Readonly<Record<string, string>> | null {
  if (rows.length === 0 && (subject.items.length === 0 || query.missing !== undefined)) return null;
  const { value, support } = foundIn(query.name, aboutSubject(subject), { columns, rows });
  if (query.kind === 'retrieval')
    return { values: rows.map(([id, likeness]) => `${String(id)} (${written(Number(likeness))})`).join(', ') };
  if (query.rows === 'told')
    return { values: rows.map((row) => row.map(cell).join(' ')).join('; '), support: written(rows.length) };
  if (subject.items.length > 0) {
    const pairs = [...valuesOf({ columns, rows })].map(([id, one]) => `${String(id)}: ${written(one)}`);
    return { values: pairs.length === 0 ? 'none' : pairs.join('; '), support: written(support) };
  }
  if (typeof value !== 'number') return null;
  const difference = `${Math.abs(value).toFixed(DIGITS)} ${value < 0 ? 'lower' : 'higher'}`;
  return { value: value.toFixed(DIGITS), difference, support: written(support) };
}

/** The sentence for the rows of a query, in the words of its template. */
export function writeSentence(question: Question, columns: readonly string[], rows: Rows): string {
  const { query, subject } = question;
  const places = subjectPlaces(subject);
  const said = placesOf(question, columns, rows);
  if (said !== null) return fill(query.sentence, { ...places, ...said });
  const named = entitiesOf(query).flatMap((entity) => places[entity] ?? []);
  return `Nothing is on record for that${named.length === 0 ? '' : `: ${named.join(', ')}`}.`;
}

const SHOWN_ROWS = 5;
const SENTENCES = 3;

/**
 * The SQL of a question as JSON, or, where no rule fits, a sentence that says so and is no SQL.
 * @param depth ℓ: of a list, position p in the order of the question is asked about with probability e^(−p/ℓ)
 */
export function translate(
  { question, failed }: Extract<Purpose, { readonly type: 'sql' }>,
  depth: number,
  random: Random,
): string {
  const known = resolveQuestion(question);
  if (known === null) return 'The built-in reasoner has no rule for this question; it can only translate its own.';
  if (failed !== null) return 'The built-in reasoner has no other statement for this question.';
  const { query, subject } = known;
  const items = subject.items.filter((_, position) => random.uniform() < exp(-position / depth));
  return JSON.stringify({ sql: query.sql({ ...subject, items }) });
}

export function tell({ question, columns, rows, truncated }: Extract<Purpose, { readonly type: 'sentence' }>): string {
  const known = resolveQuestion(question);
  if (known !== null) return writeSentence(known, columns, rows);
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

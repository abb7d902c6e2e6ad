/** @file The sentence that answers a named question, from its rows. */
import type { SqlValue } from '../core/database.ts';
import { foundIn } from '../core/found.ts';
import { aboutSubject, entitiesOf, fill, subjectPlaces, valuesOf } from '../tools/queries/query.ts';
import type { Question } from '../tools/queries/resolve.ts';

const DIGITS = 4;

/** A number as sentences write it: whole ones as they are. */
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

/**
 * @file Writes and reads the questions and sentences of a table of queries. Reading is remembered by text, since a
 * planner shows the same states again and again; equal texts always read equally.
 */
import type { SqlValue } from '../core/database.ts';
import { readRows, writeRows, type ToldValue } from './told-rows.ts';
import {
  differenceText,
  fill,
  readerOf,
  subjectOf,
  subjectPlaces,
  valueOf,
  type Subject,
} from '../trace/phrases/template.ts';
import { entitiesOf, type Query } from './query.ts';

/** A question that was read back. */
export interface Question {
  readonly query: Query;
  readonly subject: Subject;
}

/** What a sentence says. */
export interface Answer {
  /** Of a single answer; null for lists and retrievals. */
  readonly value: number | null;
  /** 0 where nothing is on record. */
  readonly support: number;
  /** Of a list: value by item that was read, unscaled. */
  readonly values: ReadonlyMap<number, number> | null;
  /** Where rows are told: those that were read. */
  readonly rows?: readonly (readonly ToldValue[])[];
  /** Whom and what the sentence itself names. */
  readonly subject: Subject;
}

const DIGITS = 4;
const LONGEST_MEMORY = 4096;
const NOTHING = 'Nothing is on record for that';

/** Remembers what a function of a text gave; forgets everything once there is too much. */
function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const memory = new Map<string, Result>();
  return (text) => {
    const known = memory.get(text);
    if (known !== undefined) return known;
    if (memory.size >= LONGEST_MEMORY) memory.clear();
    const result = read(text);
    memory.set(text, result);
    return result;
  };
}

/** A number as sentences write it: whole ones as they are. */
const written = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(DIGITS));

const isNumber = (value: SqlValue | undefined): value is number => typeof value === 'number' && Number.isFinite(value);

type Rows = readonly (readonly SqlValue[])[];

/** The value and support of a single answer; null where there is none. */
export function singleOf(columns: readonly string[], rows: Rows): { value: number; support: number } | null {
  const value = rows[0]?.[columns.indexOf('value')];
  const support = rows[0]?.[columns.indexOf('support')];
  return isNumber(value) && isNumber(support) && support > 0 ? { value, support } : null;
}

/** The values of a list by item, and the support that all share. */
export function listOf(
  columns: readonly string[],
  rows: Rows,
): { readonly values: ReadonlyMap<number, number>; readonly support: number } {
  const item = columns.indexOf('item_id');
  const value = columns.indexOf('value');
  const pairs = rows.map((row) => [row[item], row[value]] as const);
  const known = pairs.filter((pair): pair is [number, number] => isNumber(pair[0]) && isNumber(pair[1]));
  const support = rows[0]?.[columns.indexOf('support')];
  return { values: new Map(known), support: isNumber(support) ? support : 0 };
}

/** What a sentence says besides its subject; null where there is nothing to say. */
function saidOf(
  { query, subject }: Question,
  columns: readonly string[],
  rows: Rows,
  isRead: (position: number) => boolean,
): {
  readonly value?: string;
  readonly difference?: string;
  readonly values?: string;
  readonly support?: string;
} | null {
  if (query.kind === 'retrieval') {
    const values = rows.map(([id, similarity]) => `${String(id)} (${written(Number(similarity))})`).join(', ');
    return values === '' ? null : { values };
  }
  if (query.rows === 'told') {
    const told = rows.filter((_, position) => isRead(position));
    return told.length === 0 ? null : { values: writeRows(told), support: written(told.length) };
  }
  if (subject.items.length > 0) {
    const { values, support } = listOf(columns, rows);
    const told = subject.items.flatMap((id, position) => {
      const value = values.get(id) ?? (query.missing === 'no opinion' ? null : 0);
      return value !== null && isRead(position) ? [`${String(id)}: ${written(value)}`] : [];
    });
    return told.length === 0 ? null : { values: told.join('; '), support: written(support) };
  }
  const single = singleOf(columns, rows);
  return (
    single && {
      value: single.value.toFixed(DIGITS),
      difference: differenceText(single.value, DIGITS),
      support: written(single.support),
    }
  );
}

/**
 * The sentence for rows of a query, in the words of its template.
 * @param isRead of a list, which positions in the order of the question are read and told
 */
export function writeSentence(
  question: Question,
  columns: readonly string[],
  rows: Rows,
  isRead: (position: number) => boolean = () => true,
): string {
  const { query, subject } = question;
  const places = subjectPlaces(subject);
  const said = saidOf(question, columns, rows, isRead);
  if (said !== null) return fill(query.sentence, { ...places, ...said });
  const named = entitiesOf(query).flatMap((entity) => places[entity] ?? []);
  return named.length === 0 ? `${NOTHING}.` : `${NOTHING}: ${named.join(', ')}.`;
}

function readValues(text: string): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  for (const pair of text.split('; ')) {
    const colon = pair.indexOf(': ');
    const value = Number(pair.slice(colon + 2));
    if (colon > 0 && Number.isFinite(value)) values.set(Number(pair.slice(0, colon)), value);
  }
  return values;
}

/** The words of a table of queries. */
export interface Phrasebook {
  readonly queries: readonly Query[];
  /** The question as data; null where no template wrote it. */
  readQuestion(text: string): Question | null;
  /** What a sentence says in answer to a question; null where it is no answer at all, such as the message of an error. */
  readSentence(question: Question, text: string): Answer | null;
}

function answerOf(query: Query, groups: Readonly<Record<string, string | undefined>> | undefined): Answer | null {
  if (groups === undefined) return null;
  const { support, values } = groups;
  return {
    value: valueOf(groups),
    support: support === undefined ? 1 : Number(support),
    values: query.kind === 'evidence' && query.rows === undefined && values !== undefined ? readValues(values) : null,
    ...(query.rows === 'told' && values !== undefined && { rows: readRows(values) }),
    subject: subjectOf(groups),
  };
}

/** The phrasebook of a table of queries. */
export function createPhrasebook(queries: readonly Query[]): Phrasebook {
  const entries = queries
    .filter(({ tool }) => tool === 'database')
    .map((query) => {
      const reader = readerOf(query.sentence);
      const readAnswer = remembered((text) => answerOf(query, reader.exec(text)?.groups));
      return { query, question: readerOf(query.question), readAnswer };
    });
  const readAnswers = new Map(entries.map(({ query, readAnswer }) => [query, readAnswer]));
  return {
    queries,
    readQuestion: remembered((text) => {
      for (const { query, question } of entries) {
        const groups = question.exec(text)?.groups;
        if (groups !== undefined) return { query, subject: subjectOf(groups) };
      }
      return null;
    }),
    readSentence(question, text) {
      if (text.startsWith(NOTHING)) return { value: null, support: 0, values: null, subject: question.subject };
      return readAnswers.get(question.query)?.(text) ?? null;
    },
  };
}

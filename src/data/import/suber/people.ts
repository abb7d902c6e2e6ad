/** @file SUBER's generated people: CSV with lists as Python literals. */
import type { User } from '../../../core/dataset.ts';
import { parseId, presentAttributes } from '../fields.ts';
import { textsIn } from '../json-fields.ts';
import { parsePythonLiteral } from '../python-literal.ts';
import type { MemberFile } from '../source-files.ts';
import { readTable, type Reading, type Row, type TableShape } from '../table.ts';

/** The columns that tell a file of people. */
export const PEOPLE_COLUMNS = ['name', 'gender', 'description', 'age', 'job', 'hobby'] as const;

const TASTES = ['genres_liked', 'genres_disliked', 'categories_liked', 'categories_disliked'] as const;
const SHAPE: TableShape = { separator: ',', header: true, encoding: 'utf-8', columns: PEOPLE_COLUMNS };

/** People by their numbers: 1, 2, 3 … in the order of the file. Names repeat, as they do in the source. */
export async function readPeople(member: MemberFile, reading: Reading): Promise<readonly User[]> {
  const people: User[] = [];
  await readTable(member, SHAPE, reading, (row) => {
    const user = personOf(row, people.length + 1);
    if (typeof user === 'string') return user;
    people.push(user);
    return null;
  });
  return people;
}

function personOf(row: Row, id: number): User | string {
  const [name, gender, description, job, hobby] = [
    field(row, 'name'),
    field(row, 'gender'),
    field(row, 'description'),
    field(row, 'job'),
    field(row, 'hobby'),
  ];
  const age = parseId(field(row, 'age'));
  if (name === '') return 'name is empty';
  if (age === null) return 'age is not a number';
  const tastes: Record<string, readonly string[]> = {};
  for (const column of TASTES) {
    const list = listIn(row.get(column));
    if (list === null) return `${column} is not a list`;
    tastes[column] = list;
  }
  return { id, name, attributes: presentAttributes({ gender, age, job, hobby, description, ...tastes }) };
}

// A no-break space is a space that somebody copied.
const field = (row: Row, column: string): string => row.get(column).replaceAll('\u00A0', ' ').trim();

function listIn(written: string): readonly string[] | null {
  if (written.trim() === '') return [];
  const literal = parsePythonLiteral(written);
  return literal.ok && Array.isArray(literal.value) ? textsIn(literal.value) : null;
}

/** @file Which of several tables are read together: the parts of one table of people and items, and those that describe either. */
import { LabError } from '../../../core/errors.ts';
import type { ColumnMapping, ColumnRole } from '../../../core/table-columns.ts';
import { completeMapping, guessColumns, plainColumn, unclearRole } from '../column-mapping.ts';
import { nameAfter, baseName, folderOf } from '../source-files.ts';
import type { LookedFiles } from '../looked-files.ts';
import { shapeOf, stemOf, type Table } from '../open-table.ts';

export interface Chosen {
  readonly rated: readonly Table[];
  readonly mapping: ColumnMapping;
  readonly items: readonly Table[];
  readonly people: readonly Table[];
}

const ROLES: Readonly<Record<ColumnRole, string>> = {
  ...{ user: 'person', item: 'item', rating: 'rating', time: 'time', title: 'item’s title' },
  ...{ review: 'review', summary: 'review’s heading' },
};

export function hasRoles({ columns, hasHeader }: Table): boolean {
  const { user, item } = guessColumns(columns);
  return hasHeader && user !== undefined && item !== undefined;
}

/** @throws LabError `file-invalid` where the choice is not clear, `file-format-unknown` where no column says what it is */
export function chosenAmong(files: LookedFiles, tables: readonly Table[], given?: ColumnMapping): Chosen {
  const wanted = Object.values(given?.columns ?? {});
  const fitting = tables.filter((table) =>
    given === undefined ? hasRoles(table) : wanted.every((column) => table.columns.includes(column)),
  );
  if (fitting.length === 0) throw nothingFits(files, tables, given);
  const rated = oneShape(files, fitting, given);
  const [first] = rated as readonly [Table, ...Table[]];
  const unclear = given === undefined ? unclearRole(first.columns) : null;
  if (unclear !== null) {
    const { role, columns } = unclear;
    const which = columns.map((column) => `column ${first.columns.indexOf(column) + 1} (${column})`).join(' and ');
    const { user = '…', item = '…' } = guessColumns(first.columns);
    const example = Object.entries({ user, item, [role]: '…' }).map(([one, column]) => `${one}=${column}`);
    const message = `${first.file} has more than one column that may be the ${ROLES[role]}: ${which}. Name the columns (in the terminal --columns "${example.join(',')}").`;
    throw new LabError('file-invalid', message, { file: first.file, role, columns: [...columns] });
  }
  const mapping = given ?? completeMapping(guessColumns(first.columns));
  const others = tables.filter((table) => !rated.includes(table) && table.hasHeader);
  const joins = (table: Table, role: 'user' | 'item', other: 'user' | 'item'): boolean =>
    idColumn(table, mapping.columns[role]) !== undefined && idColumn(table, mapping.columns[other]) === undefined;
  const items = others.filter((table) => joins(table, 'item', 'user') && titleColumn(table) !== undefined);
  const people = others.filter((table) => joins(table, 'user', 'item'));
  return { rated, mapping, items: alike(items), people: alike(people) };
}

const alike = (tables: readonly Table[]): readonly Table[] =>
  tables.filter((table) => shapeOf(table) === shapeOf(tables[0] as Table));

/** Parts of one table. Where files of several shapes hold people and items, those with ratings are meant. */
function oneShape(files: LookedFiles, fitting: readonly Table[], given?: ColumnMapping): readonly Table[] {
  const shapes = new Map<string, Table[]>();
  for (const table of fitting) shapes.set(shapeOf(table), [...(shapes.get(shapeOf(table)) ?? []), table]);
  const isRated = ({ columns }: Table): boolean => given !== undefined || guessColumns(columns).rating !== undefined;
  const rated = [...shapes.values()].filter(([table]) => table !== undefined && isRated(table));
  const [chosen = fitting, another] = shapes.size === 1 ? [fitting] : rated;
  const kinds = new Set(chosen.map(({ kind }) => kind));
  if ((shapes.size > 1 && rated.length === 0) || another !== undefined || kinds.size > 1) {
    const names = fitting.map(({ member }) => member.path).join(', ');
    const message = `${files.files.name} holds several tables of people and items: ${names}. They are written differently, so they are no parts of one; import one of them.`;
    throw new LabError('file-invalid', message, { found: fitting.map(({ member }) => member.path) });
  }
  return chosen;
}

function nothingFits(files: LookedFiles, tables: readonly Table[], given?: ColumnMapping): LabError {
  const wanted = Object.values(given?.columns ?? {});
  const missing = ({ columns }: Table): readonly string[] => wanted.filter((column) => !columns.includes(column));
  const [table] = [...tables].sort((a, b) => missing(a).length - missing(b).length);
  if (table === undefined) return new LabError('file-invalid', `${files.files.name} holds no table.`);
  const { file, columns } = table;
  const there = columns.slice(0, 30).join(', ');
  const [column] = missing(table);
  if (column !== undefined)
    return new LabError('file-invalid', `${file} has no column ${column}; it has ${there}.`, { file, column });
  return columnsUnknown(table);
}

export function columnsUnknown({ file, columns, hasHeader, firstRows }: Table): LabError {
  const [first = []] = firstRows;
  const named = columns
    .slice(0, 30)
    .map((column, at) => (hasHeader || first[at] === undefined ? column : `${column} (${first[at]})`));
  const { user, item } = guessColumns(columns);
  if (hasHeader && (user !== undefined || item !== undefined)) {
    const [has, lacks] = user === undefined ? ['items', 'people'] : ['people', 'items'];
    const message = `${file} has a column for ${has} (${user ?? item}) and none for ${lacks}, so it holds no ratings: ${columns.slice(0, 30).join(', ')}. Import the table of ratings with it, or name the columns (in the terminal --columns "user=…,item=…").`;
    return new LabError('file-format-unknown', message, { file, columns: [...columns] });
  }
  const guess = positionGuess(columns, firstRows);
  const example = Object.entries(guess)
    .map(([role, column]) => `${role}=${column}`)
    .join(',');
  const message = `${file} is a table${hasHeader ? '' : ' without a header'} whose columns do not say which is the person and which the item: ${named.join(', ')}. Name the columns (in the terminal --columns "${example}").`;
  return new LabError('file-format-unknown', message, { file, columns: [...columns] });
}

const isDate = (cell: string): boolean => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell);
/** Smaller numbers may be ratings, larger ones are times. */
const LARGE = 1e6;

/** What columns without names often are: person, item, rating, time; a date is the time, and only a small number a rating. */
export function positionGuess(
  columns: readonly string[],
  [first = []]: readonly (readonly string[])[],
): Partial<Record<ColumnRole, string>> {
  // A header without a name over the first column is an index of pandas.
  const skipped = columns[0] === 'column 1' && columns[1] !== 'column 2' ? 1 : 0;
  const rest = columns.map((column, at) => ({ column, cell: first[at] ?? '0' })).slice(skipped);
  const date = rest.find(({ cell }) => isDate(cell));
  const [user, item, ...others] = rest.filter((one) => one !== date && one.cell !== '');
  const [rating] = others.filter(({ cell }) => Math.abs(Number(cell)) < LARGE);
  const time = date ?? others.find(({ cell }) => Number(cell) >= LARGE);
  const guess = { user, item, rating, time };
  return Object.fromEntries(Object.entries(guess).flatMap(([role, one]) => (one ? [[role, one.column]] : [])));
}

const plainLetters = (name: string): string =>
  plainColumn(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The column of another table that has the same ids. */
export const idColumn = ({ columns }: Table, name: string): string | undefined =>
  columns.find((column) => plainLetters(column) === plainLetters(name));

export const titleColumn = ({ columns }: Table): string | undefined =>
  guessColumns(columns).title ?? columns.find((column) => /^(name|item_?name|.*title)$/i.test(plainColumn(column)));

/** The name of a file, of what names of parts have in common, or of their folder. */
export function nameOf(tables: readonly Table[]): string {
  const paths = tables.map(({ member }) => member.path.replace(/\.inter$/, ''));
  const [first = ''] = paths;
  const stems = new Set(tables.map(({ member }) => stemOf(member)));
  const [stem = ''] = stems;
  if (tables.length === 1 && !/^part-?\d/i.test(baseName(first))) return nameAfter(first);
  if (stems.size === 1 && stem !== '' && !/^part$/i.test(stem)) return nameAfter(stem);
  return nameAfter(folderOf(first).slice(0, -1)) || nameAfter(first);
}

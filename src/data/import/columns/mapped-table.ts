/** @file Any table whose columns somebody named: CSV, TSV, JSON Lines or Parquet. */
import type { Interactions, Item, RatingScale, User } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import type { ColumnMapping, TableKind } from '../../../core/table-columns.ts';
import type { Interaction } from '../collected-interactions.ts';
import { nameAfter, titleOfName } from '../dataset-name.ts';
import { parseRating } from '../fields.ts';
import type { ImportFormat, ImportedTables, OpenedFiles } from '../format.ts';
import { IdNumbers } from '../id-numbers.ts';
import { collectInteractions } from '../interactions.ts';
import { dataFiles, missingFile, type MemberFile, type SourceFiles } from '../source-files.ts';
import { fileName, type Reading, type Row } from '../table.ts';
import { completeMapping, guessColumns, mappingJson } from './column-mapping.ts';
import { parseCellTime, scaleOf } from './cells.ts';
import { openTable } from './table-rows.ts';
import type { UnknownTable } from './unknown-table.ts';

const KINDS: Readonly<Record<TableKind, string>> = {
  csv: 'CSV with any columns',
  tsv: 'TSV with any columns',
  'json-lines': 'JSON Lines with any keys',
  parquet: 'Parquet with any columns',
};

// Nothing was rated; the scale is that of having chosen.
const UNRATED: RatingScale = { min: 1, max: 1, step: 1 };
const EVERY_NUMBER: RatingScale = { min: -1e9, max: 1e9, step: 1e-9 };

/**
 * The format of a table, for one file.
 * @param mapping which column is what; guessed from their names where it is not given
 */
export function mappedTable(kind: TableKind, mapping?: ColumnMapping): ImportFormat {
  return {
    id: kind,
    title: KINDS[kind],
    async recognises(members) {
      const [member, another] = dataFiles(members);
      if (member === undefined || another !== undefined) return false;
      const table = await openTable(member);
      const { user, item } = guessColumns(table.columns);
      return table.kind === kind && user !== undefined && item !== undefined;
    },
    open: (files) => open(files, kind, mapping),
  };
}

async function open(files: SourceFiles, kind: TableKind, given: ColumnMapping | undefined): Promise<OpenedFiles> {
  const [member] = dataFiles(files.members);
  if (member === undefined) throw missingFile(files, 'table');
  const table = await openTable(member);
  if (table.kind !== kind) {
    const problem = `${fileName(member)} is ${KINDS[table.kind].split(' with')[0]}, not ${KINDS[kind].split(' with')[0]}`;
    throw new LabError('file-invalid', `${problem}. Import it as ${table.kind}.`, { file: member.path });
  }
  const mapping = given ?? completeMapping(guessColumns(table.columns));
  const missing = Object.values(mapping.columns).find((column) => !table.columns.includes(column));
  if (missing !== undefined) {
    const there = table.columns.slice(0, 30).join(', ');
    throw new LabError('file-invalid', `${fileName(member)} has no column ${missing}; it has ${there}.`, {
      file: member.path,
      column: missing,
    });
  }
  return {
    members: [member],
    settings: mappingJson(mapping),
    partial: kind === 'parquet',
    read: (reading) => read(member, table, mapping, reading),
  };
}

async function read(
  member: MemberFile,
  table: UnknownTable,
  mapping: ColumnMapping,
  reading: Reading,
): Promise<ImportedTables> {
  const { columns, itemNoun = 'item' } = mapping;
  const ids = { users: new IdNumbers(), items: new IdNumbers() };
  const titles = new Map<number, string>();
  const interactions = await readInteractions(member, table, mapping, ids, titles, reading);
  const name = nameAfter(member.path) || 'table';
  const scale = columns.rating === undefined ? UNRATED : (mapping.scale ?? scaleOf(interactions.rating));
  return {
    manifest: {
      name,
      title: titleOfName(name),
      synthetic: false,
      description: `The table ${fileName(member)}.`,
      license: 'As its source says.',
      itemNoun,
      scale,
    },
    users: [...ids.users.entries()].map(([sourceId, id]): User => ({
      id,
      name: `person ${sourceId.slice(0, 40)}`,
      sourceId,
      attributes: {},
    })),
    items: [...ids.items.entries()].map(([sourceId, id]): Item => ({
      id,
      title: titles.get(id) ?? `${itemNoun} ${sourceId}`,
      year: null,
      sourceId,
      attributes: {},
    })),
    interactions,
  };
}

function readInteractions(
  member: MemberFile,
  table: UnknownTable,
  { columns, scale = EVERY_NUMBER }: ColumnMapping,
  ids: { readonly users: IdNumbers; readonly items: IdNumbers },
  titles: Map<number, string>,
  reading: Reading,
): Promise<Interactions> {
  const texts = (['review', 'summary'] as const).filter((column) => columns[column] !== undefined);
  const cell = (row: Row, role: keyof ColumnMapping['columns']): string => {
    const column = columns[role];
    return column === undefined ? '' : row.get(column).trim();
  };
  return collectInteractions([member], texts, reading, async (_, again, use) => {
    let position = 0;
    await table.readRows([...new Set(Object.values(columns))], again, (row) => {
      const [user, item] = [cell(row, 'user'), cell(row, 'item')];
      if (user === '') return 'user id is missing';
      if (item === '') return 'item id is missing';
      const rating = columns.rating === undefined ? Number.NaN : parseRating(cell(row, 'rating'), scale);
      if (typeof rating === 'string') return rating;
      const time = columns.time === undefined ? position : parseCellTime(cell(row, 'time'));
      if (time === null) return 'time is neither seconds nor a date';
      position += 1;
      const itemId = ids.items.of(item);
      const title = cell(row, 'title');
      if (title !== '' && !titles.has(itemId)) titles.set(itemId, title);
      const interaction: Interaction = {
        user: ids.users.of(user),
        item: itemId,
        rating,
        time,
        review: cell(row, 'review') || null,
        summary: cell(row, 'summary') || null,
      };
      return use(row, interaction);
    });
  });
}

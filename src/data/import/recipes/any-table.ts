/**
 * @file Tables of people, items and ratings under any names: parts of one table together, with tables that describe the items and the
 * people where their ids have the same name. RecBole's atomic files and Book-Crossing are such tables whose columns say more.
 */
import type { Attributes, RatingScale } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import type { ColumnMapping, ColumnRole } from '../../../core/table-columns.ts';
import { isMissing, parseList, parseNumber, parseRating, partsOf, presentAttributes, parseTime } from '../cells.ts';
import { mappingJson, plainColumn } from '../column-mapping.ts';
import { titleOfName } from '../source-files.ts';
import type { LookedFiles } from '../looked-files.ts';
import type { Table } from '../open-table.ts';
import type { RejectedRows } from '../import-progress.ts';
import { openedOf } from '../read-recipe.ts';
import type { FoundTable, ImportFormat, InteractionRule, ItemRule, OpenedFiles, Recipe, UserRule } from '../recipe.ts';
import type { Row } from '../table.ts';
import { chosenAmong, hasRoles, idColumn, nameOf, titleColumn, type Chosen } from './chosen-tables.ts';

const UNRATED: RatingScale = { min: 1, max: 1, step: 1 };
const EVERY_NUMBER: RatingScale = { min: -1e9, max: 1e9, step: 1e-9 };
const LISTS = /^(genres?|directors?|categor(y|ies)|tags?|genre_list)$/i;
const ADDRESSES = /url|image/i;
const YEAR = /^(year|release_?year|.*year.?of.?publication|.*publication_?year)$/i;

interface Dress {
  readonly id: string;
  readonly description?: string;
  readonly itemNoun?: string;
  readonly scale?: RatingScale;
  /** True where a rating of 0 says that there is none. */
  readonly zeroIsNone?: boolean;
  /** True where the choice of columns makes no other dataset. */
  readonly isKnown?: boolean;
}

const PLAIN: Dress = { id: 'table' };

/** CSV, TSV, JSON or Parquet. @param mapping which column is what; guessed from their names where it is not given */
export const anyTable = (mapping?: ColumnMapping): ImportFormat => ({
  id: 'table',
  title:
    'any table with columns for people and items (CSV, TSV, JSON Lines, JSON, Parquet), alone, in parts, or with tables of items and people',
  recognises: async (files) => (await files.allTables()).some((table) => hasRoles(table)),
  open: async (files) => openTables(files, PLAIN, mapping),
});

/** `BX-Book-Ratings.csv`, with `BX-Books.csv` and `BX-Users.csv` or without. */
export const bookCrossing: ImportFormat = {
  id: 'book-crossing',
  title: 'Book-Crossing (CSV with User-ID, ISBN and Book-Rating, with books and users or without)',
  recognises: async (files) =>
    (await files.allTables()).some(({ columns }) =>
      ['User-ID', 'ISBN', 'Book-Rating'].every((name) => columns.includes(name)),
    ),
  open: (files) =>
    openTables(files, {
      ...{
        id: 'book-crossing',
        itemNoun: 'book',
        scale: { min: 1, max: 10, step: 1 },
        zeroIsNone: true,
        isKnown: true,
      },
      description: 'Real ratings of books on bookcrossing.com; a 0 says that a book was read and not rated.',
    }),
};

const isTyped = (table: Table): boolean => table.columns.every((column) => plainColumn(column) !== column);

/** `ml-100k.inter`, `ml-100k.item` and `ml-100k.user`, and their like. */
export const recbole: ImportFormat = {
  id: 'recbole',
  title: 'RecBole (.inter, with .item and .user or without; their headers say `user_id:token`)',
  recognises: async (files) => (await files.allTables()).some((table) => isTyped(table) && hasRoles(table)),
  async open(files) {
    const lists = (await files.allTables()).filter((table) => isTyped(table) && hasRoles(table));
    for (const { file, columns } of lists) {
      const list = columns.find((column) => /list:token_seq$/.test(column));
      if (list === undefined) continue;
      const message = `${file} is a benchmark file of sequential models: its column ${list} repeats the history in each row. Import RecBole's original .inter, which has one interaction a row.`;
      throw new LabError('file-invalid', message, { file, column: list });
    }
    return openTables(files, { id: 'recbole', description: 'A dataset in RecBole’s atomic files.', isKnown: true });
  },
};

async function openTables(files: LookedFiles, dress: Dress, given?: ColumnMapping): Promise<OpenedFiles> {
  const chosen = chosenAmong(files, await files.allTables(), given);
  const recipe = recipeOf(chosen, dress);
  const found = recipe.rules().flatMap((rule): FoundTable[] => {
    const tables = { interactions: chosen.rated, items: chosen.items, people: chosen.people }[rule.holds as 'items'];
    return tables.map((table) => ({ rule, table }));
  });
  return { ...openedOf(recipe, found), ...(dress.isKnown !== true && { settings: mappingJson(chosen.mapping) }) };
}

function recipeOf(chosen: Chosen, dress: Dress): Recipe {
  const { rated, mapping } = chosen;
  const { itemNoun = dress.itemNoun ?? 'item' } = mapping;
  const titles = new Map<string, string>();
  const name = nameOf(rated) || 'table';
  const isRated = mapping.columns.rating !== undefined;
  return {
    ...{ id: dress.id, title: '', sought: 'table', catalogue: 'met' },
    unnamed: (sourceId) => titles.get(sourceId) ?? `${itemNoun} ${sourceId}`,
    personName: (sourceId) => `person ${sourceId.slice(0, 40)}`,
    rules: () => [itemRule(chosen), personRule(chosen), interactionRule(chosen, dress, titles)],
    manifest: (_, scale) => ({
      name,
      title: titleOfName(name),
      description:
        dress.description ??
        `The table ${rated
          .map(({ file }) => file)
          .slice(0, 3)
          .join(', ')}${rated.length > 3 ? ' …' : ''}.`,
      license: 'As its source says.',
      itemNoun,
      scale: isRated ? (mapping.scale ?? dress.scale ?? scale()) : UNRATED,
    }),
  };
}

function interactionRule({ mapping, rated }: Chosen, dress: Dress, titles: Map<string, string>): InteractionRule {
  const { user, item, ...columns } = mapping.columns;
  const { rating: rate, time: at } = columns;
  const scale = mapping.scale ?? EVERY_NUMBER;
  const commaDivides = rated[0]?.commaDivides ?? true;
  const cell = (row: Row, role: ColumnRole): string => {
    const column = mapping.columns[role];
    const text = column === undefined ? '' : row.get(column).trim();
    return isMissing(text) ? '' : text;
  };
  // The tables of Goodreads say so by the columns beside it.
  const zeroIsNone = dress.zeroIsNone === true || rated[0]?.columns.includes('is_reviewed') === true;
  return {
    ...{ holds: 'interactions', user, item, columns },
    rating(row) {
      if (rate === undefined) return Number.NaN;
      const written = row.get(rate).trim();
      if (isMissing(written)) return `rating is missing (column ${rate})`;
      const rating = parseRating(written, scale, commaDivides);
      if (zeroIsNone && rating === 0) return Number.NaN;
      return typeof rating === 'string' ? `${rating} (column ${rate})` : rating;
    },
    time(row) {
      if (at === undefined) return null;
      const written = row.get(at).trim();
      return parseTime(written) ?? unreadableTime(at, written);
    },
    rest(row) {
      const [title, id] = [cell(row, 'title'), row.get(item).trim()];
      if (title !== '' && !titles.has(id)) titles.set(id, title);
      return { review: cell(row, 'review') || null, summary: cell(row, 'summary') || null };
    },
  };
}

function unreadableTime(column: string, cell: string): string {
  if (isMissing(cell)) return `time is missing (column ${column})`;
  return `time cannot be read (column ${column}): write seconds, or a date such as 2020-01-31 or 2020-01-31 12:30:00, or leave the column out`;
}

function itemRule({ items: [table], mapping }: Chosen): ItemRule {
  const columns = table?.columns ?? [];
  const id = table === undefined ? '' : (idColumn(table, mapping.columns.item) ?? '');
  const title = table === undefined ? undefined : titleColumn(table);
  const year = columns.find((column) => YEAR.test(plainColumn(column)));
  const others = columns.filter((column) => ![id, title, year].includes(column));
  return {
    ...{ holds: 'items', id, isUntitled: true },
    read(row, notes) {
      const written = year === undefined ? '' : row.get(year).trim();
      const named = title === undefined ? '' : row.get(title).trim();
      return {
        title: isMissing(named) ? '' : named,
        year: /^[12]\d{3}(?:\.0)?$/.test(written) ? Number(written) : null,
        attributes: attributesIn(row, others, notes),
      };
    },
  };
}

function personRule({ people: [table], mapping }: Chosen): UserRule {
  const id = table === undefined ? '' : (idColumn(table, mapping.columns.user) ?? '');
  const others = (table?.columns ?? []).filter((column) => column !== id);
  return {
    ...{ holds: 'people', id },
    read: (row, notes) => ({ attributes: attributesIn(row, others, notes) }),
  };
}

/** Made of the very ratings that tasks hold out: `average_rating`, `num_votes`. */
function isOfRatings(name: string): boolean {
  const has = (...parts: readonly string[]): boolean => parts.some((part) => name.toLowerCase().includes(part));
  return has('rating', 'review', 'vote', 'score', 'stars') && has('average', 'avg', 'mean', 'count', 'num');
}

/** What a row says of its item or person besides its name. A type behind a name says what stands there. */
function attributesIn(row: Row, columns: readonly string[], notes: RejectedRows): Attributes {
  const attributes: Record<string, string | number | readonly string[]> = {};
  for (const column of columns) {
    const [name, text] = [plainColumn(column), row.get(column).trim()];
    const type = name === column ? '' : column.slice(column.lastIndexOf(':') + 1);
    if (isMissing(text)) continue;
    const number = type === 'float' ? parseNumber(text) : null;
    if (type === '' && isOfRatings(name)) notes.clean(`${name} is made of ratings: left out`);
    else if (type.endsWith('_seq')) attributes[name] = partsOf(text, / +/);
    else if (type === 'float' && number === null) notes.clean(`${name} is not a number: left out`);
    else if (number !== null) attributes[name] = number;
    else if (type === '' && LISTS.test(name)) attributes[name.toLowerCase()] = parseList(text, /[|;]/);
    else if (type !== '' || !ADDRESSES.test(name)) attributes[name] = text;
  }
  return presentAttributes(attributes);
}

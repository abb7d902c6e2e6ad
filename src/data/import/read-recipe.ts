/** @file The one importer: reads the tables of any recipe into people, items and interactions. */
import type { Item, User } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { isJsonList } from '../../core/json.ts';
import { tagLists } from '../tags.ts';
import { isMissing, parseId, presentAttributes, scaleOf } from './cells.ts';
import { foundIn } from './found-tables.ts';
import type { LookedFiles } from './looked-files.ts';
import { collectInteractions, noInteractions } from './interactions.ts';
import type { Table } from './open-table.ts';
import type {
  FoundTable,
  ImportedTables,
  ImportFormat,
  InteractionRule,
  OpenedFiles,
  Recipe,
  RecipeState,
  Rule,
  UsedFile,
} from './recipe.ts';
import { missingFile } from './source-files.ts';
import type { Reading, Row } from './table.ts';

export function formatOf(given: Recipe | (() => Recipe)): ImportFormat {
  const fresh = typeof given === 'function' ? given : (): Recipe => given;
  const recipe = fresh();
  return {
    id: recipe.id,
    title: recipe.title,
    recognises: async (files) => (await foundIn(recipe, files)).some(({ rule }) => isMark(recipe, rule)),
    async open(files) {
      const own = fresh();
      const found = await foundIn(own, files, true);
      if (found.length === 0) throw missingFile(files.files, recipe.sought);
      if (recipe.withoutInteractions !== true && !found.some(({ rule }) => rule.holds === 'interactions'))
        throw withoutRatings(files, recipe, found);
      return openedOf(own, found);
    },
  };
}

function withoutRatings({ files }: LookedFiles, recipe: Recipe, found: readonly FoundTable[]): LabError {
  const there = found.map(({ table }) => table.file).join(', ');
  const message = `${files.name} holds a catalogue (${there}) and no ${recipe.sought}, so nobody rated anything in it. Import both together.`;
  return new LabError('file-member-missing', message, { looked_for: recipe.sought });
}

/** Genres and links are of no use by themselves; nor is a list of people, other than where nothing is rated. */
const isMark = ({ withoutInteractions = false }: Recipe, { holds }: Rule): boolean =>
  holds === 'interactions' || holds === 'items' || (withoutInteractions && holds === 'people');

export function openedOf(recipe: Recipe, found: readonly FoundTable[]): OpenedFiles {
  return {
    used: found.map(usedFile),
    partial: found.some(({ table }) => table.kind === 'parquet'),
    ...(recipe.passedOver !== undefined && { passedOver: recipe.passedOver }),
    read: (reading) => readRecipe(recipe, found, reading),
  };
}

function usedFile({ rule, table }: FoundTable): UsedFile {
  const named: Record<string, string> =
    rule.holds === 'interactions' ? { person: rule.user, item: rule.item, ...rule.columns } : {};
  const isThere = ([, column]: [string, string]): boolean =>
    table.columns.length === 0 || table.columns.includes(column);
  const columns = Object.fromEntries(Object.entries(named).filter(isThere));
  return { member: table.member, kind: table.kind, holds: rule.holds, columns };
}

type Settled = Recipe & { readonly ids: Exclude<Recipe['ids'], (...given: never) => unknown> };

async function readRecipe(given: Recipe, found: readonly FoundTable[], reading: Reading): Promise<ImportedTables> {
  const recipe = { ...given, ids: typeof given.ids === 'function' ? given.ids(found) : given.ids };
  const state: RecipeState = {
    items: new Map(),
    users: new Map(),
    tags: { user: [], item: [], tag: [] },
    notes: reading.rejected,
  };
  for (const { rule, table } of found)
    if (rule.holds !== 'interactions')
      await readRows(table, table.columns, reading, (row) => useOther(recipe, rule, row, state));
  const ids = { users: new Ids(recipe.ids.users), items: new Ids(recipe.ids.items) };
  if (recipe.catalogue === 'all') for (const id of state.items.keys()) ids.items.of(id);
  if (recipe.isClosed === true || recipe.withoutInteractions === true)
    for (const id of state.users.keys()) ids.users.of(id);
  const rated = found.filter((one): one is RatedTable => one.rule.holds === 'interactions');
  const interactions = rated.length === 0 ? noInteractions() : await readRated(recipe, rated, state, ids, reading);
  const hasTags = found.some(({ rule }) => rule.holds === 'tags');
  const tags = hasTags ? tagLists(state.tags) : new Map<number, readonly string[]>();
  const isDescribed = state.items.size > 0;
  const items = ids.items.entries().map(([sourceId, id]): Item => {
    const known = state.items.get(sourceId);
    if (known === undefined && isDescribed && recipe.undescribed !== undefined)
      reading.rejected.clean(recipe.undescribed);
    const { title, year, attributes } = known ?? { title: '', year: null, attributes: {} };
    return {
      ...{ id, title: title || recipe.unnamed(sourceId, id), year },
      ...(recipe.ids.items === 'texts' && { sourceId }),
      attributes: hasTags ? presentAttributes({ ...attributes, tags: tags.get(id) ?? [] }) : attributes,
    };
  });
  const users = ids.users.entries().map(([sourceId, id]): User => {
    const { name = recipe.personName?.(sourceId, id) ?? `person ${id}`, attributes = {} } =
      state.users.get(sourceId) ?? {};
    return { id, name, ...(recipe.ids.users === 'texts' && { sourceId }), attributes };
  });
  const ascending = recipe.isClosed === true && state.users.size === 0;
  return {
    manifest: recipe.manifest(found, () => scaleOf(interactions.rating)),
    users: ascending ? users.sort((a, b) => a.id - b.id) : users,
    items,
    interactions,
    ...(hasTags && { tagged: state.tags }),
    ...(recipe.withoutInteractions === true && { withoutInteractions: true }),
  };
}

type RatedTable = FoundTable & { readonly rule: InteractionRule };

async function readRows(
  table: Table,
  columns: readonly string[],
  reading: Reading,
  use: (row: Row) => string | null,
): Promise<void> {
  const before = reading.pace.rows;
  const asked = new Set<string>();
  await table.readRows(columns, reading, (row) => use(asked.size === 0 ? watched(row, asked) : row));
  reading.told?.set(table.member.path, { rows: reading.pace.rows - before, columns: [...asked] });
}

function watched(row: Row, asked: Set<string>): Row {
  const note = (column: string): void => {
    if (row.columns.includes(column)) asked.add(column);
  };
  return {
    ...{ line: row.line, text: row.text, columns: row.columns },
    get: (column) => (note(column), row.get(column)),
    value: (column) => (note(column), row.value(column)),
  };
}

function useOther(recipe: Settled, rule: Exclude<Rule, InteractionRule>, row: Row, state: RecipeState): string | null {
  if (rule.holds !== 'items' && rule.holds !== 'people') return rule.use(row, state);
  const noun = rule.holds === 'items' ? 'item' : 'user';
  const id = typeof rule.id === 'string' ? row.get(rule.id).trim() : rule.id(row);
  const number = recipe.ids[`${noun}s`] === 'numbers' ? parseId(id) : id;
  if (number === null) return `${noun} id is not a number`;
  if (id === '') return `${noun} id is missing`;
  const described = rule.read(row, state.notes);
  if (typeof described === 'string') return described;
  if (isMissing(id)) return `${noun} id is missing`;
  const known: Map<string, unknown> = state[rule.holds === 'items' ? 'items' : 'users'];
  if (known.has(String(number))) return `${noun} id repeated: the first counts`;
  known.set(String(number), described);
  return null;
}

class Ids {
  private readonly kind: 'numbers' | 'texts';
  private readonly numbers = new Map<string, number>();

  constructor(kind: 'numbers' | 'texts') {
    this.kind = kind;
  }

  of(id: string): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.kind === 'numbers' ? Number(id) : this.numbers.size + 1;
    this.numbers.set(id, number);
    return number;
  }

  entries(): readonly (readonly [string, number])[] {
    return [...this.numbers];
  }
}

function readRated(
  recipe: Settled,
  tables: readonly RatedTable[],
  { items, users }: RecipeState,
  ids: { readonly users: Ids; readonly items: Ids },
  reading: Reading,
): ReturnType<typeof collectInteractions> {
  const texts = [...new Set(tables.flatMap(({ rule }) => rule.texts))];
  const sources = tables.map((one) => ({ ...one, file: one.table.file }));
  const { isClosed = false } = recipe;
  let position = 0;
  return collectInteractions(sources, texts, reading, ({ rule, table }, again, use) =>
    readRows(table, [rule.user, rule.item, ...Object.values(rule.columns)], again, (row) => {
      const user = idIn(recipe, row, 'user', rule.user);
      if (user.fault !== undefined) return user.fault;
      const item = idIn(recipe, row, 'item', rule.item);
      if (item.fault !== undefined) return item.fault;
      const rating = rule.rating(row);
      if (typeof rating === 'string') return rating;
      const given = rule.time(row);
      if (typeof given === 'string') return given;
      const rest = rule.rest?.(row, again.rejected);
      if (isClosed && users.size > 0 && !users.has(user.id)) return 'unknown user id';
      if (isClosed && !items.has(item.id)) return 'unknown item id';
      const time = given ?? position;
      position += 1;
      return use(row, { ...rest, rating, time, user: ids.users.of(user.id), item: ids.items.of(item.id) });
    }),
  );
}

type FoundId = { readonly id: string; readonly fault?: undefined } | { readonly fault: string };

function idIn(recipe: Settled, row: Row, noun: 'user' | 'item', column: string): FoundId {
  const text = row.get(column).trim();
  if (recipe.ids[`${noun}s`] === 'numbers') {
    const number = parseId(text);
    return number === null ? { fault: `${noun} id is not a number` } : { id: String(number) };
  }
  if (isMissing(text)) return { fault: `${noun} id is missing` };
  if (text.startsWith('[') && isJsonList(row.value(column)))
    return { fault: `${noun} id in the column ${column} is a list: write a row for each ${noun}` };
  return { id: text };
}

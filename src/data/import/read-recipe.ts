/** @file The one importer: finds the tables of any recipe among the files, and reads them into people, items and interactions. */
import type { Item, User } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { isJsonList } from '../../core/json.ts';
import { tagLists } from '../tags.ts';
import {
  isMissing,
  NOT_SECONDS,
  numberIn,
  parseId,
  parseRating,
  parseSeconds,
  presentAttributes,
  scaleOf,
} from './cells.ts';
import { foundIn } from './found-tables.ts';
import { collectInteractions, noInteractions, type Interaction } from './interactions.ts';
import type { LookedFiles } from './looked-files.ts';
import type { Table } from './open-table.ts';
import type {
  DescribedItem,
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

async function readRecipe(recipe: Recipe, found: readonly FoundTable[], reading: Reading): Promise<ImportedTables> {
  const tags = { user: [], item: [], tag: [] };
  const state: RecipeState = { items: new Map(), users: new Map(), tags, notes: reading.rejected };
  const isNamed = found.some(({ rule }) => rule.holds === 'items' && rule.isNamed === true);
  const ids = {
    user: new Ids('user', recipe.numbered?.includes('user') === true),
    item: new Ids('item', recipe.numbered?.includes('item') === true && !isNamed),
  };
  for (const { rule, table } of found)
    if (rule.holds !== 'interactions')
      await readRows(table, table.columns, reading, (row) => useOther(ids, rule, row, state));
  if (recipe.catalogue === 'all') for (const id of state.items.keys()) ids.item.of(id);
  if (recipe.isClosed === true || recipe.withoutInteractions === true)
    for (const id of state.users.keys()) ids.user.of(id);
  const rated = found.filter((one): one is RatedTable => one.rule.holds === 'interactions');
  const interactions = rated.length === 0 ? noInteractions() : await readRated(recipe, rated, state, ids, reading);
  const hasTags = found.some(({ rule }) => rule.holds === 'tags');
  const tagsOf = hasTags ? tagLists(state.tags) : new Map<number, readonly string[]>();
  const items = ids.item.all().map(([sourceId, id]): Item => {
    const known = state.items.get(sourceId);
    if (known === undefined && state.items.size > 0 && recipe.undescribed !== undefined)
      reading.rejected.clean(recipe.undescribed);
    const { title, year, attributes } = known ?? { title: '', year: null, attributes: {} };
    return {
      ...{ id, title: title || recipe.unnamed(sourceId, id), year },
      ...(!ids.item.areNumbers && { sourceId }),
      attributes: hasTags ? presentAttributes({ ...attributes, tags: tagsOf.get(id) ?? [] }) : attributes,
    };
  });
  const users = ids.user.all().map(([sourceId, id]): User => {
    const { name = recipe.personName?.(sourceId) ?? `person ${id}`, attributes = {} } = state.users.get(sourceId) ?? {};
    return { id, name, ...(!ids.user.areNumbers && { sourceId }), attributes };
  });
  const ascending = recipe.isClosed === true && state.users.size === 0;
  // In the order in which the first event of a run holds it.
  const { name, title, synthetic = false, ...rest } = recipe.manifest(found, () => scaleOf(interactions.rating));
  return {
    manifest: { name, title, synthetic, ...rest },
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
  await table.readRows(columns, reading, use);
  reading.told?.set(table.member.path, reading.pace.rows - before);
}

interface BothIds {
  readonly user: Ids;
  readonly item: Ids;
}

function useOther(ids: BothIds, rule: Exclude<Rule, InteractionRule>, row: Row, state: RecipeState): string | null {
  if (rule.holds !== 'items' && rule.holds !== 'people') return rule.use(row, state);
  const own = rule.holds === 'items' ? ids.item : ids.user;
  const id = own.read(typeof rule.id === 'string' ? row.get(rule.id).trim() : rule.id(row));
  if (id.fault !== undefined) return id.fault;
  const described = rule.read(row, state.notes);
  if (typeof described === 'string') return described;
  if (rule.holds === 'items' && rule.isUntitled !== true && (described as DescribedItem).title === '')
    return 'title is empty';
  const known: Map<string, unknown> = state[rule.holds === 'items' ? 'items' : 'users'];
  if (known.has(id.id)) return `${own.noun} id repeated: the first counts`;
  known.set(id.id, described);
  return null;
}

type FoundId = { readonly id: string; readonly fault?: undefined } | { readonly fault: string };

class Ids {
  readonly noun: 'user' | 'item';
  readonly areNumbers: boolean;
  private readonly numbers = new Map<string, number>();

  constructor(noun: 'user' | 'item', areNumbers: boolean) {
    this.noun = noun;
    this.areNumbers = areNumbers;
  }

  read(text: string): FoundId {
    const number = this.areNumbers ? parseId(text) : 0;
    if (number === null) return { fault: `${this.noun} id is not a number` };
    if (!this.areNumbers && isMissing(text)) return { fault: `${this.noun} id is missing` };
    return { id: this.areNumbers ? String(number) : text };
  }

  of(id: string): number {
    const number = this.numbers.get(id) ?? (this.areNumbers ? Number(id) : this.numbers.size + 1);
    this.numbers.set(id, number);
    return number;
  }

  all(): readonly (readonly [string, number])[] {
    return [...this.numbers];
  }
}

const TEXTS = ['review', 'summary', 'votes'] as const;

function readRated(
  { isClosed = false }: Recipe,
  tables: readonly RatedTable[],
  { items, users }: RecipeState,
  ids: BothIds,
  reading: Reading,
): ReturnType<typeof collectInteractions> {
  const texts = TEXTS.filter((name) => tables.some(({ rule }) => rule.columns[name] !== undefined));
  const sources = tables.map((one) => ({ ...one, file: one.table.file }));
  let position = 0;
  return collectInteractions(sources, texts, reading, ({ rule, table }, again, use) =>
    readRows(table, [rule.user, rule.item, ...Object.values(rule.columns)], again, (row) => {
      const user = idIn(ids.user, row, rule.user);
      if (user.fault !== undefined) return user.fault;
      const item = idIn(ids.item, row, rule.item);
      if (item.fault !== undefined) return item.fault;
      const rating = ratingOf(rule, row);
      if (typeof rating === 'string') return rating;
      const given = timeOf(rule, row);
      if (typeof given === 'string') return given;
      const rest = rule.rest?.(row, again.rejected) ?? restOf(rule, row);
      if (isClosed && users.size > 0 && !users.has(user.id)) return 'unknown user id';
      if (isClosed && !items.has(item.id)) return 'unknown item id';
      const time = given ?? position;
      position += 1;
      return use(row, { ...rest, rating, time, user: ids.user.of(user.id), item: ids.item.of(item.id) });
    }),
  );
}

function idIn(ids: Ids, row: Row, column: string): FoundId {
  const text = row.get(column).trim();
  const isList = !ids.areNumbers && text.startsWith('[') && isJsonList(row.value(column));
  if (!isList) return ids.read(text);
  return { fault: `${ids.noun} id in the column ${column} is a list: write a row for each ${ids.noun}` };
}

function ratingOf(rule: InteractionRule, row: Row): number | string {
  if (rule.rating !== undefined) return rule.rating(row);
  const {
    scale,
    columns: { rating },
  } = rule;
  if (rating === undefined || scale === undefined) return Number.NaN;
  return parseRating(row.get(rating).trim(), typeof scale === 'function' ? scale() : scale);
}

function timeOf(rule: InteractionRule, row: Row): number | string | null {
  if (rule.time !== undefined) return rule.time(row);
  const { time } = rule.columns;
  return time === undefined ? null : (parseSeconds(row.get(time).trim()) ?? NOT_SECONDS);
}

function restOf({ columns: { review, summary, votes } }: InteractionRule, row: Row): Partial<Interaction> {
  const text = (column: string | undefined): string | null => row.get(column ?? '').trim() || null;
  return { review: text(review), summary: text(summary), votes: numberIn(row.value(votes ?? '')) ?? 0 };
}

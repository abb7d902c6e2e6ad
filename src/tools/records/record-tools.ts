/**
 * @file The analyst's look-ups (MACRec's info and interaction tools) over training interactions: who somebody is, what something
 * is, and who rated what how. Their sentences have a fixed form, so that what an agent says can be checked against them.
 */
import type { Database, SqlValue } from '../../core/database.ts';
import type { Json } from '../../core/json.ts';
import type { Tool, ToolResult } from '../../core/tool.ts';
import { itemAttributes, personProfile } from './attributes.ts';

/** A history shows so many interactions at most, whatever k says. */
export const MOST_INTERACTIONS = 100;

type Look = (ids: readonly number[]) => ToolResult;

function numberTool(name: string, description: string, properties: readonly string[], look: Look): Tool {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(properties.map((property) => [property, { type: 'integer' }])),
      required: [...properties],
      additionalProperties: false,
    },
    async execute(args) {
      const given = (args ?? {}) as { readonly [name: string]: Json };
      const values = properties.map((property) => given[property]);
      const whole = values.filter((value): value is number => Number.isSafeInteger(value));
      if (whole.length === properties.length) return look(whole);
      return failure(`${name} takes whole numbers: ${properties.join(', ')}.`);
    },
  };
}

const failure = (observation: string): ToolResult => ({ observation, detail: null, failed: true });
const found = (observation: string, detail: Json): ToolResult => ({ observation, detail, failed: false });

/** `UserInfo[id]`, `ItemInfo[id]`, `UserHistory[id, k]`, `ItemHistory[id, k]`. */
export function recordTools(database: Database): readonly Tool[] {
  return [
    numberTool('UserInfo', 'tells the profile of a user', ['id'], ([id = 0]) => userInfo(database, id)),
    numberTool('ItemInfo', 'tells the attributes of an item', ['id'], ([id = 0]) => itemInfo(database, id)),
    numberTool('UserHistory', 'lists the latest k ratings by a user', ['id', 'k'], ([id = 0, k = 0]) =>
      userHistory(database, id, k),
    ),
    numberTool('ItemHistory', 'lists the latest k ratings of an item', ['id', 'k'], ([id = 0, k = 0]) =>
      itemHistory(database, id, k),
    ),
  ];
}

function userInfo(database: Database, id: number): ToolResult {
  const profile = personProfile(database, id);
  if (profile === null) return failure(`There is no user ${id}.`);
  return found(`User ${id}: ${profile.replaceAll('\n', '; ')}`, { user: id });
}

function itemInfo(database: Database, id: number): ToolResult {
  const attributes = itemAttributes(database, id);
  if (attributes === null) return failure(`There is no item ${id}.`);
  return found(`Item ${id}: ${attributes}`, { item: id });
}

function userHistory(database: Database, id: number, k: number): ToolResult {
  if (personProfile(database, id) === null) return failure(`There is no user ${id}.`);
  const most = within(k);
  if (most === 0) return failure('k must be 1 or more.');
  const rows = database.query(
    `SELECT item_id, rating FROM interactions WHERE user_id = ${id} ORDER BY time DESC, item_id DESC LIMIT ${most}`,
  ).rows;
  const all = countOf(database, 'user_statistics', 'user_id', id);
  if (rows.length === 0) return found(`User ${id} has no ratings on record.`, { user: id, rows: [] });
  const listed = rows.map(
    ([item, rating]) => `${String(item)}: ${itemAttributes(database, Number(item)) ?? ''} (rating: ${told(rating)})`,
  );
  const head = `The latest ${rows.length} of ${all} ratings by user ${id}, the latest first:`;
  return found(`${head}\n${spreadOf(database, 'user_id', id)}${listed.join('\n')}`, { user: id, k: most, of: all });
}

function itemHistory(database: Database, id: number, k: number): ToolResult {
  if (itemAttributes(database, id) === null) return failure(`There is no item ${id}.`);
  const most = within(k);
  if (most === 0) return failure('k must be 1 or more.');
  const rows = database.query(
    `SELECT user_id, rating FROM interactions WHERE item_id = ${id} ORDER BY time DESC, user_id DESC LIMIT ${most}`,
  ).rows;
  const all = countOf(database, 'item_statistics', 'item_id', id);
  if (rows.length === 0) return found(`Item ${id} has no ratings on record.`, { item: id, rows: [] });
  const listed = rows.map(([user, rating]) => `user ${String(user)} (rating: ${told(rating)})`);
  const head = `The latest ${rows.length} of ${all} ratings of item ${id}, the latest first:`;
  return found(`${head}\n${spreadOf(database, 'item_id', id)}${listed.join('\n')}`, { item: id, k: most, of: all });
}

/** Of all ratings, which k does not cut: a line, or nothing where there are no numbers. */
function spreadOf(database: Database, column: 'user_id' | 'item_id', id: number): string {
  const [row = []] = database.query(
    `SELECT COUNT(rating), AVG(rating), AVG(rating * rating) FROM interactions WHERE ${column} = ${id}`,
  ).rows;
  const [count, mean, square] = row.map(Number) as [number, number, number];
  if (count === 0) return '';
  const deviation = Math.sqrt(Math.max(0, square - mean * mean));
  return `Over all ${count}: mean ${mean.toFixed(2)}, standard deviation ${deviation.toFixed(2)}.\n`;
}

const within = (k: number): number => Math.min(Math.max(k, 0), MOST_INTERACTIONS);
const told = (rating: SqlValue | undefined): string => (typeof rating === 'number' ? String(rating) : 'none');

function countOf(database: Database, table: string, column: string, id: number): number {
  const [row] = database.query(`SELECT ratings FROM ${table} WHERE ${column} = ${id}`).rows;
  return Number(row?.[0] ?? 0);
}

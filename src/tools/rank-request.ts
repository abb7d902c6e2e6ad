/** @file Reads for whom and among what the Rank tool is to rank, from the words of a model. */
import type { ItemId, UserId } from '../core/dataset.ts';

/** What the items have to be. */
export interface Condition {
  /** `genre Comedy`, as the observation repeats it. */
  readonly words: string;
  /** About `items i`. */
  readonly sql: string;
}

/** Whom is ranked for, and among what. */
export interface RankRequest {
  readonly user: UserId;
  /** The only items that are ranked; empty for all. */
  readonly items: readonly ItemId[];
  readonly conditions: readonly Condition[];
}

const USER = /\b(?:user|person)s?\s{0,3}[#:]?\s{0,3}(\d{1,9})\b/i;
/** Nothing but the number. */
const NUMBER = /^\s{0,9}(\d{1,9})\s{0,9}$/;
const ITEMS = /\bitems?\s{0,3}[:=]?\s{0,3}(\d{1,9}(?:\s{0,3}(?:,|and)\s{0,3}\d{1,9}){0,200})/i;
const YEARS = /\byears?\s{0,3}[:=]?\s{0,3}(?:from\s)?(\d{4})(?:\s{0,3}(?:-|–|to)\s{0,3}(\d{4}))?/i;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

function yearsIn(text: string): Condition[] {
  const [, from, to = from] = YEARS.exec(text) ?? [];
  if (from === undefined || to === undefined) return [];
  return [{ words: from === to ? `year ${from}` : `years ${from} to ${to}`, sql: `i.year BETWEEN ${from} AND ${to}` }];
}

/** `genre: Comedy`, up to the next comma, semicolon or line. */
function conditionOn(attribute: string, text: string): Condition[] {
  const name = escaped(attribute).replaceAll('_', '[_ ]');
  const found = new RegExp(String.raw`\b${name}\s{0,3}(?:[:=]|is\b)?\s{0,3}([^,;\n]{1,200})`, 'i').exec(text)?.[1];
  const value = found?.trim().replace(/^["'](.*)["']$/, '$1') ?? '';
  if (value === '') return [];
  const sql = `EXISTS (SELECT 1 FROM item_attributes a WHERE a.item_id = i.item_id AND a.attribute = ${quoted(attribute)} AND LOWER(a.value) = LOWER(${quoted(value)}))`;
  return [{ words: `${attribute} ${value}`, sql }];
}

/** Conditions are read of attributes that there are, and years; other words say nothing. Null where nobody is named. @param attributes that items have */
export function readRankRequest(text: string, attributes: readonly string[]): RankRequest | null {
  const user = (USER.exec(text) ?? NUMBER.exec(text))?.[1];
  if (user === undefined) return null;
  const items = ITEMS.exec(text)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  const conditions = [...yearsIn(text), ...attributes.flatMap((attribute) => conditionOn(attribute, text))];
  return { user: Number(user), items: [...new Set(items)], conditions };
}

/** @file The people and items that a statement names by number: what a model's question is about. */
import type { About } from '../core/found.ts';

const TEXTS_AND_COMMENTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const NUMBERS = String.raw`\(?\s*(-?\d+(?:\s*,\s*-?\d+)*)`;
const NAMED = new RegExp(
  String.raw`\b(?:\w*_)?(user|item)_?id["\`\]]?\s*(?:=|==|is|in)\s*${NUMBERS}|(-?\b\d+)\s*==?\s*(?:\w+\.)?(?:\w*_)?(user|item)_?id\b`,
  'gi',
);

/** Ids that are compared with a column of users or of items, each once, in the order of the statement. */
export function idsInSql(sql: string): Pick<About, 'users' | 'items'> {
  const users = new Set<number>();
  const items = new Set<number>();
  // A number in quotes is compared as a number; other texts name nobody.
  const bare = sql.replaceAll(TEXTS_AND_COMMENTS, (text) => (/^'-?\d+'$/.test(text) ? text.slice(1, -1) : ' '));
  for (const [, of, listed, single, behind] of bare.matchAll(NAMED)) {
    const ids = (listed ?? single ?? '').split(',').map(Number).filter(Number.isSafeInteger);
    for (const id of ids) ((of ?? behind)?.toLowerCase() === 'user' ? users : items).add(id);
  }
  return { users: [...users], items: [...items] };
}

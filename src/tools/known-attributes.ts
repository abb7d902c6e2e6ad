/**
 * @file The attributes that the database has of people and items, as a planner reads them: a question can only ask for what is there. The
 * model that writes the statement is shown more of them, in the schema.
 */
import type { Database, SqlValue } from '../core/database.ts';

/** Names of the numbers that other sites give to items: nobody asks for them. */
export const FOREIGN_NUMBER = /(?:^|_)ids?$/u;
const MOST_ATTRIBUTES = 12;
const MOST_VALUES = 3;
/** Values that are repeated, and are words. */
const IS_WORDS = "value GLOB '*[A-Za-z]*' AND length(value) <= 40";

/** `of people: age, gender ("female", "male", …); of items: genre ("Comedy", …), director (known for 60 %: "Woody Allen", …)`. */
export function knownAttributes(database: Database): string {
  const people = attributesIn(database, { table: 'user_attributes', key: 'user_id', all: 'users' });
  const items = attributesIn(database, { table: 'item_attributes', key: 'item_id', all: 'items' });
  const parts = [people === '' ? '' : `of people: ${people}`, items === '' ? '' : `of items: ${items}`];
  const known = parts.filter((part) => part !== '').join('; ');
  return known === '' ? 'it knows no attributes of people or items' : `attributes ${known}`;
}

interface Place {
  readonly table: string;
  readonly key: string;
  readonly all: string;
}

function attributesIn(database: Database, { table, key, all }: Place): string {
  const { rows } = database.query(
    `SELECT attribute, COUNT(DISTINCT ${key}) * 1.0 / (SELECT COUNT(*) FROM ${all}) AS share FROM ${table} GROUP BY attribute ORDER BY share DESC, attribute`,
  );
  return rows
    .filter(([name]) => !FOREIGN_NUMBER.test(String(name)))
    .slice(0, MOST_ATTRIBUTES)
    .map(([name, share]) => attributeWords(String(name), Number(share), commonest(database, table, String(name))))
    .join(', ');
}

function commonest(database: Database, table: string, name: string): readonly SqlValue[] {
  const quoted = `'${name.replaceAll("'", "''")}'`;
  const { rows } = database.query(
    `SELECT value FROM ${table} WHERE attribute = ${quoted} AND ${IS_WORDS} GROUP BY value HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, value LIMIT ${String(MOST_VALUES)}`,
  );
  return rows.map(([value]) => value ?? null);
}

function attributeWords(name: string, share: number, values: readonly SqlValue[]): string {
  const known = share < 0.995 ? `known for ${String(Math.max(1, Math.round(100 * share)))} %` : '';
  const told = values.length === 0 ? '' : `${values.map((value) => JSON.stringify(value)).join(', ')}, …`;
  const parts = [known, told].filter((part) => part !== '').join(': ');
  return parts === '' ? name : `${name} (${parts})`;
}

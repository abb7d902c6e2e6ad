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

/** `attributes of people: age, gender ("female", "male", …); of items: genre ("Comedy", "Drama", …), director`. */
export function knownAttributes(database: Database): string {
  const known = (['user', 'item'] as const).flatMap((of) => {
    const names = attributesIn(database, `${of}_attributes`, `${of}_id`);
    return names === '' ? [] : [`of ${of === 'user' ? 'people' : 'items'}: ${names}`];
  });
  return known.length === 0 ? 'it knows no attributes of people or items' : `attributes ${known.join('; ')}`;
}

function attributesIn(database: Database, table: string, key: string): string {
  const { rows } = database.query(
    `SELECT attribute FROM ${table} GROUP BY attribute ORDER BY COUNT(DISTINCT ${key}) DESC, attribute`,
  );
  const names = rows.map(([name]) => String(name)).filter((name) => !FOREIGN_NUMBER.test(name));
  return names
    .slice(0, MOST_ATTRIBUTES)
    .map((name) => {
      const values = commonest(database, table, name).map((value) => JSON.stringify(value));
      return values.length === 0 ? name : `${name} (${values.join(', ')}, …)`;
    })
    .join(', ');
}

function commonest(database: Database, table: string, name: string): readonly SqlValue[] {
  const quoted = `'${name.replaceAll("'", "''")}'`;
  const { rows } = database.query(
    `SELECT value FROM ${table} WHERE attribute = ${quoted} AND ${IS_WORDS} GROUP BY value HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, value LIMIT ${String(MOST_VALUES)}`,
  );
  return rows.map(([value]) => value ?? null);
}

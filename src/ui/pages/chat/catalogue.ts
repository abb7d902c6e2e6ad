import type { LabClient } from '../../../client/lab.ts';

type Queried = Pick<LabClient, 'query'>;

const namesIn = async (client: Queried, sql: string): Promise<readonly string[]> =>
  (await client.query('sql', sql)).rows.map(([name]) => String(name));

/** Wishes that rules read for what they are, also together and in this order: what is said after `without` is left out too. */
export async function wishesIn(client: Queried): Promise<readonly string[]> {
  const [first, second] = await namesIn(
    client,
    "SELECT value FROM item_attributes WHERE attribute = 'genre' GROUP BY value ORDER BY count(*) DESC LIMIT 2",
  );
  const [title] = await namesIn(
    client,
    'SELECT title FROM items JOIN item_statistics USING (item_id) WHERE length(title) < 20 ORDER BY ratings DESC, title LIMIT 1',
  );
  return [
    ...(first === undefined ? [] : [first.toLowerCase()]),
    'from the 90s',
    ...(title === undefined ? [] : [`like ${title}`]),
    'newest first',
    'only three',
    ...(second === undefined ? [] : [`without ${second.toLowerCase()}`]),
  ];
}

/** The message with a wish more or less: what a person wrote stays before the wishes, which stand in their order. */
export function withWish(message: string, wish: string, wishes: readonly string[]): string {
  const parts = message.split(', ').filter((part) => part.trim() !== '');
  const chosen = wishes.filter((one) => (one === wish) !== parts.includes(one));
  return [...parts.filter((part) => !wishes.includes(part)), ...chosen].join(', ');
}

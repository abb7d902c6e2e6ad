/** @file What a turn starts with, and what a reply tells of items. */
import { CandidateBus } from '../../core/candidate-bus.ts';
import type { ReplyItem } from '../../core/dialogue.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ItemReference } from '../../core/task.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

const USUAL: ReadonlySet<string> = new Set(['genre', 'director', 'category']);

/** What is counted from ratings and is no attribute. */
const COUNTED = ['rating', 'ratings'] as const;

/** What the catalogue says of an item that a reply may tell. @param asked attributes that the plan's conditions and order name */
export function replyItem({ id, title }: ItemReference, catalogue: Catalogue, asked: readonly string[]): ReplyItem {
  const item = catalogue.items.find((one) => one.id === id);
  // A plan may write them as people do: `running time`.
  const named = new Set(asked.map((name) => catalogue.values.attribute(name)?.name));
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(item?.attributes ?? {})) {
    const own = catalogue.values.attribute(name)?.name;
    if (own !== undefined && (USUAL.has(own) || named.has(own)))
      facts[own] = typeof value === 'object' ? value.slice(0, 4).join(', ') : String(value);
  }
  const counted = COUNTED.filter((name) => asked.includes(name));
  if (counted.length > 0) {
    const sql = `SELECT round(mean_rating, 2), ratings FROM item_statistics WHERE item_id = ${String(id)}`;
    const [mean, ratings] = catalogue.database.query(sql).rows[0] ?? [];
    const numbers = { rating: mean, ratings };
    for (const name of counted) if (typeof numbers[name] === 'number') facts[name] = String(numbers[name]);
  }
  return { title, facts };
}

/** A bus with the whole catalogue. */
export function wholeBus(catalogue: Catalogue, context: RunContext): CandidateBus {
  return new CandidateBus(
    catalogue.items.map(({ id }) => id),
    context.random.fork('bus'),
  );
}

/**
 * @file The sample of a task as MACRec's data prompts tell it, from training interactions.
 */
import type { Database } from '../../core/database.ts';
import type { Sample, SampleInteraction, ItemReference, Task } from '../../core/task.ts';
import { hasHeadings } from '../headings.ts';
import { itemsAttributes, personProfile } from './attributes.ts';

/** Fills a task in. @param most interactions of history, the latest; MACRec takes 10 */
export function sampleOf(database: Database, task: Task, most: number): Sample {
  const { id } = task.user;
  const rows = database
    .query(
      `SELECT i.item_id, i.rating, t.title, t.year, ${hasHeadings(database) ? 'i.summary' : 'NULL'} FROM interactions i JOIN items t ON t.item_id = i.item_id
WHERE i.user_id = ${id} ORDER BY i.time DESC, i.item_id DESC LIMIT ${most}`,
    )
    .rows.toReversed();
  const asked: readonly ItemReference[] = 'candidates' in task ? task.candidates : [task.item];
  const attributes = itemsAttributes(database, [
    ...rows.map(([item]) => Number(item)),
    ...asked.map((item) => item.id),
  ]);
  const attributesOf = (item: ItemReference): string => attributes.get(item.id) ?? `Title: ${item.title}`;
  const history = rows.map(([item, rating, title, year, heading]): SampleInteraction => {
    const reference = { id: Number(item), title: year === null ? String(title) : `${String(title)} (${String(year)})` };
    return {
      item: reference,
      attributes: attributesOf(reference),
      rating: typeof rating === 'number' ? rating : null,
      heading: typeof heading === 'string' ? heading : null,
    };
  });
  return {
    task,
    profile: personProfile(database, id) ?? 'None',
    history,
    items: asked.map((item) => ({ item, attributes: attributesOf(item) })),
  };
}

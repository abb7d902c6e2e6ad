/**
 * @file The task as the data prompts of MACRec tell it.
 */
import type { Sample } from '../../core/sample.ts';

/** What the places of a data prompt hold. */
export function dataPlaces({ task, profile, history, items }: Sample): Readonly<Record<string, string>> {
  const [target] = items;
  const scale = 'scale' in task ? task.scale : null;
  return {
    user_id: String(task.user.id),
    user_profile: profile,
    history:
      history.map(({ attributes, rating }) => `${attributes} (rating: ${rating ?? 'none'})`).join('\n') || 'None',
    target_item_id: String(target?.item.id ?? ''),
    target_item_attributes: target?.attributes ?? '',
    candidate_item_attributes: items.map(({ item, attributes }) => `${item.id}: ${attributes}`).join('\n'),
    rating: 'rating' in task ? String(task.rating ?? 'unknown') : '',
    lowest: String(scale?.min ?? ''),
    highest: String(scale?.max ?? ''),
  };
}

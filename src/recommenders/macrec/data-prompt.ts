/**
 * @file The task as the data prompts of MACRec tell it.
 */
import { MOST_RANKED } from '../../core/finished-answer.ts';
import type { Sample, Task } from '../../core/task.ts';
import { historyLine } from '../../tools/records/attributes.ts';

/** What the manager of a task wants to know, as it is told whom it asks. */
export function questionOf({ task, items }: Sample): string {
  const user = `user ${String(task.user.id)}`;
  const [target] = items;
  const about = target === undefined ? 'an item' : `item ${String(target.item.id)}, ${target.attributes}`;
  const named = items.map(({ item }) => `${String(item.id)} ${JSON.stringify(item.title)}`).join(', ');
  const scale = 'scale' in task ? `from ${task.scale.min} (lowest) to ${task.scale.max} (highest)` : '';
  const rating = 'rating' in task ? task.rating : null;
  const rated = rating === null ? 'thinks as they do of' : `gave a rating of ${rating}, ${scale}, to`;
  const wanted: Readonly<Record<Task['type'], string>> = {
    'rating-prediction': `how ${user} will rate ${about}, ${scale}`,
    'direct-recommendation': `which of these items ${user} will choose: ${named}`,
    'sequential-recommendation': `which of these items ${user} will choose next: ${named}`,
    'explanation-generation': `why ${user} ${rated} ${about}`,
    'review-summarization': `how ${user} would head their review of ${about}`,
  };
  const many =
    items.length > 1
      ? ' Commands need not reach for all of them: look at those that bear most on what you are asked.'
      : '';
  return `The manager wants to know ${wanted[task.type]}.${many}`;
}

/** A ranking need not hold more, and a reply has no room for a hundred ids. */
const rankedOf = (candidates: number): string =>
  candidates > MOST_RANKED
    ? `the ids of the ${MOST_RANKED} likeliest of these ${candidates} candidates`
    : 'the ids of all candidates';

/** What the places of a data prompt hold. */
export function dataPlaces({ task, profile, history, items }: Sample): Readonly<Record<string, string>> {
  const [target] = items;
  const scale = 'scale' in task ? task.scale : null;
  return {
    user_id: String(task.user.id),
    item_noun: task.itemNoun,
    user_profile: profile,
    history: history.map(historyLine).join('\n') || 'None',
    target_item_id: String(target?.item.id ?? ''),
    target_item_attributes: target?.attributes ?? '',
    ranked: rankedOf(items.length),
    candidate_item_attributes: items.map(({ item, attributes }) => `${item.id}: ${attributes}`).join('\n'),
    rating: 'rating' in task ? String(task.rating ?? 'unknown') : '',
    lowest: String(scale?.min ?? ''),
    highest: String(scale?.max ?? ''),
  };
}

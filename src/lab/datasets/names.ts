/** @file Who and what the numbers of a dataset stand for. */
import type { Dataset } from '../../core/dataset.ts';
import { titleWithYear } from '../../core/text/words.ts';
import type { DatasetNames } from '../service.ts';

/** The names of a dataset's people and items. */
export function namesOf({ users, items }: Pick<Dataset, 'users' | 'items'>): DatasetNames {
  return {
    people: { ids: users.map(({ id }) => id), names: users.map(({ name }) => name) },
    items: { ids: items.map(({ id }) => id), names: items.map(titleWithYear) },
  };
}

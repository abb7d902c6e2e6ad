/** @file The models that a cell can ask, and the datasets that it can be about. */
import type { JsonObject } from '../../../core/json.ts';
import type { Session } from '../../session.svelte.ts';
import type { Models } from '../models/models.svelte.ts';
import { textAt, withMember } from '../../forms/written.ts';

/** Those of the lab and those that are ready, and the cell's own though it may be neither; each with its title. */
export function modelChoices(
  value: JsonObject,
  session: Session,
  models: Models,
): readonly (readonly [name: string, title: string])[] {
  const names = [
    textAt(value, ['spec', 'model', 'name']),
    ...(session.description?.models ?? []).map(({ name }) => name),
    ...models.ready.map(({ name }) => name),
  ];
  return [...new Set(names)].map((name) => [name, models.titleOf(name)]);
}

/** The cell with another model, as it is set up on the Models page. */
export function withModel(value: JsonObject, name: string, session: Session, models: Models): JsonObject {
  const isOfLab = session.description?.models.some((one) => one.name === name) === true;
  return withMember(value, ['spec', 'model'], { name, options: isOfLab ? {} : models.optionsOf(name) });
}

/** The datasets that are here, and the cell's own though it may not be. */
export function datasetChoices(named: string, session: Session): readonly (readonly [name: string, title: string])[] {
  return [...new Set([named, ...session.entries.map(({ manifest }) => manifest.name)])].map((name) => [name, name]);
}

/** @file Lengths of history as a dimension of a grid: how many of the latest items prompts of sequences list. */
import { LabError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';

type Tasks = { readonly name?: Json; readonly options?: JsonObject } | undefined;

/** Checks that what is asked for has a history. @throws LabError `spec-invalid` */
export function checkHistories({
  histories,
  spec,
}: {
  readonly histories?: readonly number[];
  readonly spec: JsonObject;
}): void {
  if (histories === undefined || (spec['tasks'] as Tasks)?.name === 'sequential-recommendation') return;
  const problem = 'histories: only the prompts of sequential-recommendation list a history; leave it out';
  throw new LabError('spec-invalid', `${problem}.`, { field: 'histories' });
}

export function withHistory(spec: JsonObject, history: number | undefined): JsonObject {
  const tasks = spec['tasks'] as Tasks;
  return history === undefined ? spec : { ...spec, tasks: { ...tasks, options: { ...tasks?.options, history } } };
}

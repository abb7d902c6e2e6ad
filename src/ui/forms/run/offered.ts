/** @file What fields of runs offer of a number, of the kinds of tasks and of datasets. */
import type { DatasetEntry, LabDescription, PlannerDescription } from '../../../client/lab.ts';
import { canonicalJson, type JsonObject } from '../../../core/json.ts';
import { isRankingType, type Task } from '../../../core/task.ts';
import type { Choice } from '../../parts/fields/fields.ts';
import { lackingFor } from '../../words.ts';
import { textAt } from '../written.ts';

/** The numbers up to one, and the present one where it is larger, in words. */
export function offeredNumbers(
  form: JsonObject,
  { path, min }: { readonly path: string; readonly min: number },
  most: number,
  words: (number: number) => string,
): readonly Choice[] {
  const present = Number(textAt(form, path.split('.')));
  const numbers = Array.from({ length: most - min + 1 }, (_, at) => min + at);
  return [...numbers, ...(present > most ? [present] : [])].map((number) => [String(number), words(number)]);
}

/** Of the options of planners those that there are, with values that can be chosen. */
export const offeredOptions = (
  planners: readonly Pick<PlannerDescription, 'options'>[],
  options: JsonObject,
): JsonObject =>
  Object.fromEntries(
    planners
      .flatMap((planner) => planner.options)
      .flatMap(({ name, choices }) => {
        const chosen = choices.find(({ value }) => canonicalJson(value) === canonicalJson(options[name]));
        return chosen === undefined ? [] : [[name, chosen.value]];
      }),
  );

/** The datasets that are here, and the one that is named though it may not be. */
export const datasetChoices = (named: string, here: readonly DatasetEntry[]): readonly Choice[] =>
  [...new Set([named, ...here.map(({ manifest }) => manifest.name)])].map((name) => [name, name]);

/** Why a dataset has no tasks of a kind. */
export type TaskProblems = { readonly [Type in Task['type']]?: string };

/** The kinds of tasks; those that a dataset has not are not to be chosen. @param wordOf what a kind is called, by its title else */
export const taskChoices = (
  lab: LabDescription | null,
  problems: TaskProblems = {},
  wordOf = (_type: Task['type'], title: string): string => title,
): readonly Choice[] =>
  (lab?.tasks ?? []).map(({ type, title }) => {
    const problem = problems[type];
    const word = wordOf(type, title);
    return [type, problem === undefined ? word : `${word} (${lackingFor(type, problems)})`, problem];
  });

/** Those that rank by what was learnt. */
export const rankersAmong = (baselines: LabDescription['baselines']): LabDescription['baselines'] =>
  baselines.filter(({ name, tasks }) => tasks.some(isRankingType) && name !== 'baseline/random');

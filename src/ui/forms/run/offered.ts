/** @file What fields of runs offer of a number, of the kinds of tasks and of datasets. */
import type { DatasetEntry, LabDescription, PlannerDescription } from '../../../client/lab.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { isRankingType, type Task } from '../../../core/task.ts';
import type { Choice } from '../../words.ts';
import { lackingFor } from '../../words.ts';
import { schemaAt, stillFitting } from '../schema.ts';
import { textAt, type Written } from '../written.ts';
import { MEMBERS, canScore, reasonerIn } from './models.ts';

/** The numbers up to one, and the present one where it is larger, in words. */
export function offeredNumbers(
  { value, schema }: Written,
  path: readonly string[],
  most: number,
  words: (number: number) => string,
): readonly Choice[] {
  const present = Number(textAt(value, path));
  const { minimum: min = 0 } = schemaAt(schema, path, value);
  const numbers = Array.from({ length: most - min + 1 }, (_, at) => min + at);
  return [...numbers, ...(present > most ? [present] : [])].map((number) => [String(number), words(number)]);
}

/** Those of RecMind's options that a set-up has fields for, where they still may be so. */
export function settable({ forms }: LabDescription, options: Json | undefined): JsonObject {
  const { properties = {} } = schemaAt(forms.run, ['recommender', 'options']);
  const shown = Object.entries(properties).filter(([name, { label }]) => label !== undefined && name !== 'answerFrom');
  const read = stillFitting<JsonObject>({ properties: Object.fromEntries(shown) }, {}).safeParse(options);
  return read.success ? read.data : {};
}

export const optionsOfOthers = (
  lab: LabDescription,
  planners: readonly Pick<PlannerDescription, 'options'>[],
): readonly string[] => {
  const used = planners.flatMap(({ options }) => options);
  return lab.planners.flatMap(({ options }) => options).filter((name) => !used.includes(name));
};

/** Fields that a run has no use for: of planners that are not chosen, of models that are not asked, of other tasks. */
export function idleFields(
  form: JsonObject,
  lab: LabDescription,
  planners: readonly Pick<PlannerDescription, 'options'>[],
): readonly string[] {
  const asking = reasonerIn(form, lab) !== null ? ['actions', 'decide'] : canScore(form) ? [] : ['decide'];
  return [
    ...[...optionsOfOthers(lab, planners), ...asking].map((name) => `spec.recommender.options.${name}`),
    ...(isRankingType(MEMBERS.task.read(form)) ? [] : ['spec.tasks.options.candidates']),
  ];
}

/** Where examples may come from: the tasks' own dataset, or another one. */
export const exampleChoices = (
  others: readonly { readonly name: string; readonly title: string }[],
): readonly Choice[] => [['', 'the same dataset'], ...others.map(({ name, title }): Choice => [name, title])];

/** The datasets that are here, and the one that is named though it may not be. */
export const datasetChoices = (named: string, here: readonly DatasetEntry[]): readonly Choice[] =>
  [...new Set([named, ...here.map(({ manifest }) => manifest.name)])].map((name) => [name, name]);

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

/** @file The models that a run asks: who plans, who judges, and how the built-in reasoner reasons. */
import type { LabDescription, Dial, ModelDescription } from '../../../client/lab.ts';
import { jsonList, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { Task } from '../../../core/task.ts';
import { asksOfSearches, isSameAgreement, type Agreement } from '../../../core/network-asks.ts';
import { REASONER_ID, REASONER_IN_SHORT } from '../../../core/reasoner-name.ts';
import type { Choice } from '../../words.ts';
import type { KeptModels } from '../grid/evaluation-input.ts';
import { memberAt, textAt, withMember } from '../written.ts';

export interface ModelsHere extends KeptModels {
  readonly embeddings: readonly { readonly name: string }[];
  readonly network: { agree(asks: readonly Agreement[]): void };
  /** Looks at what is here, the first time it is asked to. */
  look(): Promise<void>;
}

/**
 * The models that are ready here, what comes with the lab, and the one that is named though it may be neither.
 * @param same what leaving it open is called, where that can be chosen
 */
export function modelChoices(
  named: string,
  ofLab: readonly Pick<ModelDescription, 'name' | 'title'>[],
  models: KeptModels,
  same?: string,
): readonly Choice[] {
  const here: readonly Choice[] = [
    ...(same === undefined ? [] : [['', same] as const]),
    ...models.ready.map(({ name }): Choice => [name, models.titleOf(name)]),
    ...ofLab.map(({ name, title }): Choice => [name, name === REASONER_ID ? REASONER_IN_SHORT : title]),
  ];
  return here.some(([name]) => name === named) ? here : [...here, [named, `${models.titleOf(named)}, not here`]];
}

const isOfLab = (name: string, { models }: LabDescription): boolean => models.some((one) => one.name === name);

export function withModel(
  form: JsonObject,
  role: 'model' | 'critic',
  name: string,
  lab: LabDescription,
  models: Pick<KeptModels, 'optionsOf'>,
): JsonObject {
  const model = name === '' ? undefined : { name, options: isOfLab(name, lab) ? {} : models.optionsOf(name) };
  return withMember(form, ['spec', role], model);
}

/** The rules that come with the lab and plan; null for a language model. */
export const reasonerIn = (form: JsonObject, { models }: LabDescription): ModelDescription | null =>
  models.find(({ name, dials }) => name === MEMBERS.modelName.read(form) && dials.length > 0) ?? null;

/** Whether choices can be made by probability: only this engine gives those of replies that it did not write. */
export const canScore = (form: JsonObject): boolean =>
  [MEMBERS.modelName.read(form), MEMBERS.criticName.read(form) || 'transformers/'].every((name) =>
    name.startsWith('transformers/'),
  );

/** True where one of the tools compares meanings by what is not here. */
export const lacksEmbedding = (tools: readonly Json[], here: readonly string[]): boolean =>
  tools.some((tool) => {
    const name = textAt(tool, ['options', 'embedding', 'name']);
    return name !== '' && !here.includes(name);
  });

/** Whom searches may ask since the form was changed is agreed to: the person has just said so there. */
export function agreeToSearches(before: JsonObject, next: JsonObject, network: ModelsHere['network']): void {
  const known = asksOfSearches(before);
  const added = asksOfSearches(next).filter((ask) => !known.some((one) => isSameAgreement(one, ask)));
  if (added.length > 0) network.agree(added);
}

/** A run without what it can have no use of: it is refused with some of it. */
export function fitting(form: JsonObject, lab: LabDescription): JsonObject {
  const { shots, examplesFrom } = MEMBERS;
  let next = form;
  if (reasonerIn(form, lab) !== null) next = withMember(next, ['spec', 'recommender', 'options', 'actions'], undefined);
  if (!canScore(form)) next = withMember(next, ['spec', 'recommender', 'options', 'decide'], undefined);
  if (shots.read(form) === 0 && examplesFrom.read(form) !== '') next = examplesFrom.write(next, '');
  return next;
}

const MODEL = ['spec', 'model', 'options'];
const usual = ({ dials }: ModelDescription): Record<string, number> =>
  Object.fromEntries(dials.map((dial) => [dial.name, dial.default]));

/** All dials of the reasoner: those of its preset, and what departs from it. */
export function dialsIn(form: JsonObject, model: ModelDescription): Readonly<Record<string, number>> {
  const options = jsonMembers(memberAt(form, MODEL));
  const preset = model.presets.find(({ name }) => name === options['preset']);
  const own = Object.entries(options).filter((option): option is [string, number] => typeof option[1] === 'number');
  return { ...usual(model), ...preset?.dials, ...Object.fromEntries(own) };
}

/** The preset that the dials stand at; undefined where they stand at none. */
export const presetOf = (
  dials: Readonly<Record<string, number>>,
  model: ModelDescription,
): ModelDescription['presets'][number] | undefined =>
  model.presets.find((preset) =>
    Object.entries(dials).every(([name, value]) => (preset.dials[name] ?? usual(model)[name]) === value),
  );

export const withPreset = (form: JsonObject, preset: string): JsonObject =>
  withMember(form, MODEL, preset === 'default' ? {} : { preset });

export const withDial = (form: JsonObject, { name }: Pick<Dial, 'name'>, value: number): JsonObject =>
  withMember(form, [...MODEL, name], value);

export interface Member<Value> {
  read(form: JsonObject): Value;
  write(form: JsonObject, value: Value): JsonObject;
}

const textOf = <Text extends string = string>(path: string): Member<Text> => ({
  read: (form) => textAt(form, path.split('.')) as Text,
  write: (form, text) => withMember(form, path.split('.'), text),
});
const numberOf = (path: string): Member<number> => ({
  read: (form) => Number(memberAt(form, path.split('.')) ?? 0),
  write: (form, number) => withMember(form, path.split('.'), number),
});
/** A component that may be left out: its name, empty where there is none. */
const componentOf = (...path: string[]): Member<string> => ({
  read: (form) => textAt(form, [...path, 'name']),
  write: (form, name) => withMember(form, path, name === '' ? undefined : { name, options: {} }),
});

const OPTIONS = ['spec', 'recommender', 'options'];
const TOOLS = [...OPTIONS, 'tools'];
const PROGRAM = [...OPTIONS, 'program'];

/** What more than one place sets or keeps. */
export const MEMBERS = {
  dataset: textOf('spec.dataset.name'),
  task: textOf<Task['type']>('spec.tasks.name'),
  shots: numberOf('spec.tasks.options.shots'),
  /** The dataset that examples come from; empty for the one that is open. */
  examplesFrom: componentOf('spec', 'tasks', 'options', 'examplesFrom'),
  steps: numberOf('spec.recommender.options.steps'),
  branching: numberOf('spec.recommender.options.branching'),
  seed: numberOf('spec.seed'),
  planners: {
    read: (form): readonly string[] => jsonList(form['planners']).map(String),
    write: (form, planners) => ({ ...form, planners }),
  } satisfies Member<readonly string[]>,
  program: {
    read: (form) => {
      const { title, source } = jsonMembers(memberAt(form, PROGRAM));
      return { title: jsonText(title), source: jsonText(source) };
    },
    write: (form, { title, source }) => withMember(form, PROGRAM, { title, source }),
  } satisfies Member<PlannerProgram>,
  modelName: componentOf('spec', 'model'),
  /** Who votes and judges; empty where the model does. */
  criticName: componentOf('spec', 'critic'),
  /** None for the usual ones. */
  tools: {
    read: (form) => jsonList(memberAt(form, TOOLS)),
    write: (form, tools) => withMember(form, TOOLS, tools.length === 0 ? undefined : tools),
  } satisfies Member<readonly Json[]>,
};

/** A comparison with a planner more or less, in their order; one of one's own begins as the first program. */
export function withPlanner(
  form: JsonObject,
  name: string,
  { planners, programs: [start] }: LabDescription,
): JsonObject {
  const order = [...planners.map((planner) => planner.name), CUSTOM_PLANNER];
  const chosen = MEMBERS.planners.read(form);
  const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
  const written = MEMBERS.planners.write(
    form,
    next.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  );
  const isNew = name === CUSTOM_PLANNER && memberAt(form, PROGRAM) === undefined;
  return isNew && start !== undefined ? MEMBERS.program.write(written, start) : written;
}

/**
 * @file What a form of runs sets, each as a member of what it writes: a cell of a notebook, or the set-up of the Plan page, which is as a
 * comparison in a notebook has it.
 */
import type { LabDescription } from '../../../client/lab.ts';
import { jsonList, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { Task } from '../../../core/task.ts';
import { memberAt, textAt, withMember } from '../written.ts';

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

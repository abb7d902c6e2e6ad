/**
 * @file What a form of runs sets, each as a member of what it writes: a cell of a notebook, or the set-up of the Plan page, which is as a
 * comparison in a notebook has it. Titles and bounds of fields are here alone.
 */
import type { LabDescription } from '../../../client/lab.ts';
import { jsonList, jsonMembers, jsonText, type JsonObject } from '../../../core/json.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { Task } from '../../../core/task.ts';
import { memberAt, textAt, withMember } from '../written.ts';

/** The field of a member: what it is called, where it is, and what it may be. The bounds are those of `docs/run-spec.md`. */
export const RUN = {
  dataset: { label: 'Dataset', path: 'spec.dataset.name', fields: ['spec.dataset'] },
  task: { label: 'Task', path: 'spec.tasks.name', fields: ['spec.tasks.name', 'spec.metrics'] },
  candidates: { label: 'Candidates', path: 'spec.tasks.options.candidates', min: 0, max: 1000 },
  shots: { label: 'Examples in the prompt', path: 'spec.tasks.options.shots', min: 0, max: 20 },
  examplesFrom: {
    label: 'Where examples come from',
    path: 'spec.tasks.options.examplesFrom.name',
    fields: ['spec.tasks.options.examplesFrom'],
  },
  steps: { label: 'Steps', path: 'spec.recommender.options.steps', min: 1, max: 100 },
  branching: { label: 'Branches per step', path: 'spec.recommender.options.branching', min: 1, max: 10 },
  answerFrom: {
    label: 'Answers from',
    path: 'spec.recommender.options.answerFrom',
    choices: [
      ['kept', 'what it kept'],
      ['explored', 'all it explored'],
      ['both', 'both, one after the other'],
    ],
  },
  model: { label: 'Agent', path: 'spec.model.name', fields: ['spec.model'] },
  critic: { label: 'Critic', path: 'spec.critic.name', fields: ['spec.critic'] },
  seed: { label: 'Seed', title: 'Same seed, same run', path: 'spec.seed', min: 0, max: 4_294_967_295 },
} as const;

/** A member that is read and written as a whole. */
export interface Member<Value> {
  read(form: JsonObject): Value;
  write(form: JsonObject, value: Value): JsonObject;
}

const textOf = <Text extends string = string>(path: string): Member<Text> => ({
  read: (form) => textAt(form, path.split('.')) as Text,
  write: (form, text) => withMember(form, path.split('.'), text),
});
const numberOf = ({ path, min }: { readonly path: string; readonly min: number }): Member<number> => ({
  read: (form) => Number(memberAt(form, path.split('.')) ?? min),
  write: (form, number) => withMember(form, path.split('.'), number),
});
const flagOf = (option: string, value: string): Member<boolean> => ({
  read: (form) => textAt(form, [...OPTIONS, option]) === value,
  write: (form, isSet) => withMember(form, [...OPTIONS, option], isSet ? value : undefined),
});
/** A component that may be left out: its name, empty where there is none. */
const componentOf = (...path: string[]): Member<string> => ({
  read: (form) => textAt(form, [...path, 'name']),
  write: (form, name) => withMember(form, path, name === '' ? undefined : { name, options: {} }),
});

const OPTIONS = ['spec', 'recommender', 'options'];
const TOOLS = [...OPTIONS, 'tools'];
const PROGRAM = [...OPTIONS, 'program'];
/** The embedding that comes with the lab and needs no model. */
export const LEXICAL = 'built-in/lexical';
/** The tools that a spec has where it names none, in full. */
const USUAL: readonly JsonObject[] = [
  { name: 'database', options: {} },
  { name: 'search', options: { provider: 'catalogue', allowNetwork: false, baseUrl: null } },
  { name: 'summarize', options: { provider: 'extractive' } },
];

const toolsIn = (form: JsonObject): readonly JsonObject[] => {
  const listed = jsonList(memberAt(form, TOOLS)).map(jsonMembers);
  return listed.length === 0 ? USUAL : listed;
};
const toolIn = (form: JsonObject, tool: string): JsonObject =>
  jsonMembers(toolsIn(form).find(({ name }) => name === tool)?.['options']);
/** True where nothing but the usual is said of a tool. */
const isUsual = ({ name, options }: JsonObject): boolean => {
  const usual = jsonMembers(USUAL.find((one) => one['name'] === name)?.['options']);
  return Object.entries(jsonMembers(options)).every(([option, value]) => usual[option] === value);
};
/** The usual tools are left out, as they were before one was another. */
const withTools = (form: JsonObject, tools: readonly JsonObject[]): JsonObject =>
  withMember(form, TOOLS, tools.length === USUAL.length && tools.every(isUsual) ? undefined : tools);
const withTool = (form: JsonObject, name: string, options: JsonObject): JsonObject =>
  withTools(
    form,
    toolsIn(form).map((tool) => (tool['name'] === name ? { name, options } : tool)),
  );

/** Where the search tool looks, and whether by words or by meaning. Wikipedia is asked over the network. */
export const SEARCHES = [
  ['catalogue', 'the dataset’s catalogue'],
  ['meaning', 'the catalogue, by meaning'],
  ['wikipedia', 'Wikipedia, over the network'],
] as const;
/** One of them. */
export type Search = (typeof SEARCHES)[number][0];
const SEARCH_OPTIONS: Readonly<Record<Search, JsonObject>> = {
  catalogue: jsonMembers(USUAL[1]?.['options']),
  meaning: { provider: 'meaning', embedding: { name: LEXICAL, options: {} } },
  wikipedia: { provider: 'wikipedia', allowNetwork: true },
};

/** What more than one place sets or keeps. */
export const MEMBERS = {
  dataset: textOf(RUN.dataset.path),
  task: textOf<Task['type']>(RUN.task.path),
  shots: numberOf(RUN.shots),
  /** The dataset that examples come from; empty for the one that is open. */
  examplesFrom: componentOf('spec', 'tasks', 'options', 'examplesFrom'),
  steps: numberOf(RUN.steps),
  branching: numberOf(RUN.branching),
  seed: numberOf(RUN.seed),
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
  /** How a language model is asked: to choose among actions, and by the probabilities of the choices. */
  offered: {
    read: (form) => textAt(form, [...OPTIONS, 'actions']) !== 'free',
    write: (form, isSet) => withMember(form, [...OPTIONS, 'actions'], isSet ? 'offered' : 'free'),
  } satisfies Member<boolean>,
  scored: flagOf('decide', 'score'),
  search: {
    read: (form) => SEARCHES.find(([name]) => name === toolIn(form, 'search')['provider'])?.[0] ?? 'catalogue',
    write: (form, search) => withTool(form, 'search', SEARCH_OPTIONS[search]),
  } satisfies Member<Search>,
  /** What turns texts into vectors, where meaning is searched by. */
  embeddingName: {
    read: (form) => textAt(toolIn(form, 'search'), ['embedding', 'name']) || LEXICAL,
    write: (form, name) => withEmbedding(form, { name, options: {} }),
  } satisfies Member<string>,
  /** The fitted recommender that planners of a choice may ask; empty for none. */
  ranker: {
    read: (form) => textAt(toolIn(form, 'rank'), ['by', 'name']),
    write: (form, name) => {
      const others = toolsIn(form).filter((tool) => tool['name'] !== 'rank');
      return withTools(form, name === '' ? others : [...others, { name: 'rank', options: { by: { name } } }]);
    },
  } satisfies Member<string>,
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

/** Searches by meaning with another embedding; what searches otherwise stays as it is. */
export function withEmbedding(form: JsonObject, embedding: JsonObject): JsonObject {
  const options = toolIn(form, 'search');
  return options['provider'] === 'meaning' ? withTool(form, 'search', { ...options, embedding }) : form;
}

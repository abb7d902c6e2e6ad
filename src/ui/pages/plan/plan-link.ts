/** @file Links of the Plan page: a notebook of runs in the address, and how they were looked at. Nothing in a link is trusted. */
import type { RunSpec } from '../../../core/run.ts';
import type { AnswerFrom } from '../../../core/trace.ts';
import { decodeNotebook } from '../../../notebook/payload.ts';
import { readLink } from '../../../notebook/link.ts';
import { isPlanLink } from '../../places.ts';
import { asJson, canonicalJson, jsonList, jsonMembers } from '../../../core/json.ts';
import { asksOfSearches } from '../../../core/network-asks.ts';
import { CUSTOM_PLANNER, programIn } from '../../../core/planner-program.ts';
import { TASK_TYPES } from '../../../core/task.ts';
import { MEMBERS, lacksEmbedding } from '../../forms/run/models.ts';
import { settable } from '../../forms/run/offered.ts';
import { schemaAt, shapeOf } from '../../forms/schema.ts';
import { memberAt } from '../../forms/written.ts';
import { SPLITS } from '../../forms/grid/evaluation-input.ts';
import type { Files } from '../../parts/agents/system-file.ts';
import { counted } from '../../words.ts';
import type { OwnFiles } from '../team/own-files.svelte.ts';
import { methodOfSpec } from './run-view.svelte.ts';
import type { SetUp } from './set-up.svelte.ts';

export interface LinkedPlan {
  /** Of the planners, or of the first method where there is none; the others have the same but for what names them. */
  readonly spec: RunSpec;
  /** As what is set up calls them, teams and baselines too. */
  readonly methods: readonly string[];
  readonly teams: readonly RunSpec[];
  /** What answers are read from. */
  readonly from: AnswerFrom;
}

/** What an address has set up; null where it is no such link. @throws LabError `file-damaged`, `file-too-large` and the like */
export function readPlanLink(hash: string): LinkedPlan | null {
  if (!isPlanLink(hash)) return null;
  const parts = new URLSearchParams(hash.replace(/^#\w+&/, ''));
  const from = parts.get('from') === 'explored' ? 'explored' : 'kept';
  const runs = decodeNotebook(readLink(hash)).cells.filter((cell) => cell.type === 'comparison' || cell.type === 'run');
  const [first] = runs.toSorted((a, b) => Number(isOfPlanners(b)) - Number(isOfPlanners(a)));
  if (first === undefined) return null;
  const methods = runs.flatMap((cell) =>
    cell.type === 'comparison' ? cell.planners : methodOfSpec(asJson(cell.spec)),
  );
  const teams = runs.map(({ spec }) => spec).filter(({ recommender }) => recommender.name === 'macrec');
  return { spec: first.spec, methods, teams, from };
}

const isOfPlanners = ({ spec }: { readonly spec: RunSpec }): boolean => spec.recommender.name === 'recmind';

export interface ToChooseFrom {
  readonly models: readonly string[];
  readonly embeddings: readonly string[];
  readonly datasets: readonly string[];
  readonly files: OwnFiles;
}

/** Chooses the models of a spec that are here. @returns what to tell of those that are not */
export function chooseModels(setUp: SetUp, { model, critic }: RunSpec, models: readonly string[]): readonly string[] {
  const here = [...setUp.description.models.map(({ name }) => name), ...models];
  const lacking: string[] = [];
  if (here.includes(model.name)) {
    setUp.chooseModel(model.name);
    for (const { name, min, max } of setUp.model?.dials ?? []) {
      const value = model.options[name];
      if (typeof value === 'number' && value >= min && value <= max) setUp.setDial(name, value);
    }
  } else lacking.push(`The model ${model.name} is not in this browser.`);
  setUp.criticName = '';
  if (critic !== undefined && here.includes(critic.name)) setUp.criticName = critic.name;
  else if (critic !== undefined) lacking.push(`The model ${critic.name}, which judged, is not in this browser.`);
  return lacking;
}

function chooseOptions(setUp: SetUp, { recommender }: RunSpec, { embeddings }: ToChooseFrom): readonly string[] {
  const { tools: asked = [], ...options } = settable(setUp.description, { ...recommender.options });
  const tools = jsonList(asked);
  const here = [...setUp.description.embeddings.map(({ name }) => name), ...embeddings];
  // Whom queries go to is the reader's choice, never a link's.
  const asksOthers = asksOfSearches(tools).length > 0;
  const isLacking = lacksEmbedding(tools, here);
  const known = tools.map((tool) =>
    (asksOthers || isLacking) && jsonMembers(tool)['name'] === 'search' ? { name: 'search', options: {} } : tool,
  );
  // How a model of the reader is asked is no matter of the link's.
  const asking = Object.entries(setUp.options).filter(([name]) => ['actions', 'decide'].includes(name));
  setUp.options = { ...Object.fromEntries(asking), ...options, ...(known.length > 0 && { tools: known }) };
  if (asksOthers) return ['It searched Wikipedia; here the catalogue is searched.'];
  return isLacking
    ? ['It searched by meaning, with a model that is not in this browser; here words are searched.']
    : [];
}

/** Takes up the files of a team; those that a person has under the same path stay. @returns what to tell */
function takeFiles(own: OwnFiles, files: Files): readonly string[] {
  const mine = Object.keys(files).filter(
    (path) =>
      Object.hasOwn(own.list, path) && canonicalJson(own.list[path] ?? null) !== canonicalJson(files[path] ?? null),
  );
  const taken = Object.entries(files).filter(([path]) => !mine.includes(path));
  own.take(Object.fromEntries(taken));
  return [
    ...(taken.length === 0 ? [] : [`It brought ${counted(taken.length, 'file')} of teams.`]),
    ...(mine.length === 0
      ? []
      : [
          `Your own ${mine.join(', ')} stayed: undo your changes there, then open the link again, to have what it was.`,
        ]),
  ];
}

function chooseTeams(setUp: SetUp, { teams }: LinkedPlan, own: OwnFiles): readonly string[] {
  const [first] = teams;
  if (first === undefined) return [];
  const { rounds, files } = first.recommender.options;
  if (typeof rounds === 'number' && Number.isInteger(rounds) && rounds >= 1 && rounds <= 10) setUp.rounds = rounds;
  const others = teams.slice(1).map(({ recommender }) => jsonMembers(recommender.options['files']));
  return takeFiles(own, Object.assign({}, jsonMembers(files), ...others) as Files);
}

function chooseMethods(setUp: SetUp, { spec, methods }: LinkedPlan): readonly string[] {
  const { options } = spec.recommender;
  const program = methods.includes(CUSTOM_PLANNER) ? programIn({ ...options, planner: CUSTOM_PLANNER }) : null;
  if (program !== null) setUp.replaceProgram(program);
  const known = setUp.available.filter(
    ({ name }) => methods.includes(name) && (name !== CUSTOM_PLANNER || program !== null),
  );
  setUp.planners = known.map(({ name }) => name);
  const unknown = methods.filter((method) => !setUp.planners.includes(method));
  return unknown.map((method) => `There is no method ${method} here.`);
}

/** Chooses what a link has set up. @returns what cannot be chosen here, in sentences */
export function chooseLinked(setUp: SetUp, linked: LinkedPlan, from: ToChooseFrom): readonly string[] {
  const { spec } = linked;
  const form = jsonMembers(asJson({ spec }));
  for (const [name, path] of [['shots', ['tasks', 'options', 'shots']] as const, ['seed', ['seed']] as const]) {
    if (memberAt(form, ['spec', ...path]) === undefined) continue;
    const read = shapeOf<number>(schemaAt(setUp.description.forms.run, path)).safeParse(MEMBERS[name].read(form));
    if (read.success) setUp[name] = read.data;
  }
  setUp.task = TASK_TYPES.find((type) => type === spec.tasks.name) ?? setUp.task;
  const { candidates } = spec.tasks.options;
  if (typeof candidates === 'number' && candidates >= 2 && candidates <= 100) setUp.candidates = candidates;
  const split = canonicalJson(asJson(spec.split));
  setUp.split = SPLITS.find((one) => canonicalJson(one.spec) === split)?.spec ?? null;
  setUp.samples = null;
  const [user] = jsonList(spec.tasks.options['users']);
  setUp.chosenUser = typeof user === 'number' ? { id: user, name: '' } : null;
  const { person } = spec.dataset.options;
  setUp.guest = person !== undefined && typeof user === 'number' ? { id: user, person } : null;
  const examples = MEMBERS.examplesFrom.read(form);
  setUp.examplesFrom = from.datasets.includes(examples) ? examples : '';
  return [
    ...(examples === setUp.examplesFrom ? [] : [`Its examples were of the dataset ${examples}, which is not here.`]),
    ...chooseTeams(setUp, linked, from.files),
    ...chooseMethods(setUp, linked),
    ...chooseModels(setUp, spec, from.models),
    ...(isOfPlanners(linked) ? chooseOptions(setUp, spec, from) : []),
  ];
}

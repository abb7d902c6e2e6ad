/** @file Links of the Plan page and of Agents: a notebook of runs in the address, and how they were looked at. Nothing in a link is trusted. */
import type { RunSpec } from '../../../core/run.ts';
import type { AnswerFrom } from '../../../core/trace.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import { decodeNotebook } from '../../../notebook/decode.ts';
import { readLink } from '../../../notebook/link.ts';
import { isPlanLink, isAgentsLink } from '../../places.ts';
import type { Axis } from '../../../picture/scene.ts';
import { asJson, jsonList, jsonMembers } from '../../../core/json.ts';
import { asksOfSearches } from '../../../core/network-asks.ts';
import { CUSTOM_PLANNER, programIn } from '../../../core/planner-program.ts';
import { TASK_TYPES } from '../../../core/task.ts';
import { MEMBERS } from '../../forms/run/members.ts';
import { lacksEmbedding } from '../../forms/run/models.ts';
import { settable } from '../../forms/run/offered.ts';
import { schemaAt, shapeOf } from '../../forms/schema.ts';
import type { SetUp } from './set-up.svelte.ts';

export interface View {
  readonly from: AnswerFrom;
  readonly axis: Axis;
}

export interface LinkedPlan {
  /** Of the first planner; the others have the same but for their names. */
  readonly spec: RunSpec;
  readonly planners: readonly string[];
  readonly view: View;
}

function cellsIn(hash: string): Notebook['cells'] {
  const link = readLink(hash);
  return link.type === 'payload' ? decodeNotebook(link.payload).cells : [];
}

/** The run of agents that an address has set up. @throws LabError as `readPlanLink` does */
export function readAgentsLink(hash: string): Pick<LinkedPlan, 'spec'> | null {
  const cells = isAgentsLink(hash) ? cellsIn(hash) : [];
  const run = cells.find((cell) => cell.type === 'run' && cell.spec.recommender.name === 'macrec');
  return run?.type === 'run' ? run : null;
}

/** What an address has set up; null where it is no such link. @throws LabError `file-damaged`, `file-too-large` and the like */
export function readPlanLink(hash: string): LinkedPlan | null {
  if (!isPlanLink(hash)) return null;
  const parts = new URLSearchParams(hash.replace(/^#plan&/, ''));
  const view: View = {
    from: parts.get('from') === 'explored' ? 'explored' : 'kept',
    axis: parts.get('axis') === 'calls' ? 'calls' : 'steps',
  };
  for (const cell of cellsIn(hash)) {
    if (cell.type === 'comparison') return { spec: cell.spec, planners: cell.planners, view };
    const planner = cell.type === 'run' ? cell.spec.recommender.options['planner'] : undefined;
    if (cell.type === 'run' && typeof planner === 'string') return { spec: cell.spec, planners: [planner], view };
  }
  return null;
}

export interface ToChooseFrom {
  readonly models: readonly string[];
  readonly embeddings: readonly string[];
  readonly datasets: readonly string[];
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

function choosePlanners(setUp: SetUp, { spec, planners }: LinkedPlan): readonly string[] {
  const { options } = spec.recommender;
  const program = planners.includes(CUSTOM_PLANNER) ? programIn({ ...options, planner: CUSTOM_PLANNER }) : null;
  if (program !== null) setUp.replaceProgram(program);
  const known = setUp.available.filter(
    ({ name }) => planners.includes(name) && (name !== CUSTOM_PLANNER || program !== null),
  );
  setUp.planners = known.map(({ name }) => name);
  const unknown = planners.filter((planner) => !setUp.planners.includes(planner));
  return unknown.map((planner) => `There is no planner ${planner} here.`);
}

/** Chooses what a link has set up. @returns what cannot be chosen here, in sentences */
export function chooseLinked(setUp: SetUp, linked: LinkedPlan, from: ToChooseFrom): readonly string[] {
  const { spec } = linked;
  const form = jsonMembers(asJson({ spec }));
  for (const [name, path] of [['shots', ['tasks', 'options', 'shots']] as const, ['seed', ['seed']] as const]) {
    const read = shapeOf<number>(schemaAt(setUp.description.forms.run, path)).safeParse(MEMBERS[name].read(form));
    if (read.success) setUp[name] = read.data;
  }
  setUp.task = TASK_TYPES.find((type) => type === spec.tasks.name) ?? setUp.task;
  const [user] = jsonList(spec.tasks.options['users']);
  setUp.chosenUser = typeof user === 'number' ? { id: user, name: '' } : null;
  const { person } = spec.dataset.options;
  setUp.guest = person !== undefined && typeof user === 'number' ? { id: user, person } : null;
  const examples = MEMBERS.examplesFrom.read(form);
  setUp.examplesFrom = from.datasets.includes(examples) ? examples : '';
  return [
    ...(examples === setUp.examplesFrom ? [] : [`Its examples were of the dataset ${examples}, which is not here.`]),
    ...choosePlanners(setUp, linked),
    ...chooseModels(setUp, spec, from.models),
    ...chooseOptions(setUp, spec, from),
  ];
}

/** @file Links of the Plan page and of Agents: a notebook of runs in the address, and how they were looked at. Nothing in a link is trusted. */
import type { RunSpec } from '../../../core/run.ts';
import type { AnswerFrom } from '../../../core/trace.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import { decodeNotebook } from '../../../notebook/decode.ts';
import { readLink } from '../../../notebook/link.ts';
import { isPlanLink, isAgentsLink } from '../../places.ts';
import type { Axis } from '../../../picture/scene.ts';
import { asJson, jsonList, jsonMembers, type Json, type JsonObject } from '../../../core/json.ts';
import { CUSTOM_PLANNER, programIn } from '../../../core/planner-program.ts';
import { TASK_TYPES } from '../../../core/task.ts';
import { MEMBERS, RUN } from '../../forms/run/members.ts';
import { offeredOptions, rankersAmong } from '../../forms/run/offered.ts';
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

const NUMBERS = ['shots', 'steps', 'branching', 'seed'] as const;

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

function chooseTools(setUp: SetUp, form: JsonObject, { embeddings }: ToChooseFrom): readonly string[] {
  const ranker = MEMBERS.ranker.read(form);
  const search = MEMBERS.search.read(form);
  const embedding = MEMBERS.embeddingName.read(form);
  setUp.ranker = rankersAmong(setUp.description.baselines).find(({ name }) => name === ranker)?.name ?? '';
  const isKnown = embedding === setUp.embeddingName || embeddings.includes(embedding);
  setUp.search = 'catalogue';
  // Whom queries go to is the reader's choice, never a link's.
  if (search === 'wikipedia') return ['It searched Wikipedia; here the catalogue is searched.'];
  if (search === 'meaning' && !isKnown)
    return ['It searched by meaning, with a model that is not in this browser; here words are searched.'];
  setUp.search = search;
  setUp.embeddingName = embedding;
  return [];
}

function choosePlanners(setUp: SetUp, { spec, planners }: LinkedPlan): readonly string[] {
  const { options } = spec.recommender;
  const program = planners.includes(CUSTOM_PLANNER) ? programIn({ ...options, planner: CUSTOM_PLANNER }) : null;
  if (program !== null) setUp.replaceProgram(program);
  const known = setUp.available.filter(
    ({ name }) => planners.includes(name) && (name !== CUSTOM_PLANNER || program !== null),
  );
  setUp.planners = known.map(({ name }) => name);
  const usual = setUp.available.flatMap((planner) =>
    planner.options.map(({ name, default: one }): [string, Json] => [name, one]),
  );
  setUp.plannerOptions = { ...Object.fromEntries(usual), ...offeredOptions(known, options) };
  const unknown = planners.filter((planner) => !setUp.planners.includes(planner));
  return unknown.map((planner) => `There is no planner ${planner} here.`);
}

/** Chooses what a link has set up. @returns what cannot be chosen here, in sentences */
export function chooseLinked(setUp: SetUp, linked: LinkedPlan, from: ToChooseFrom): readonly string[] {
  const { spec } = linked;
  const form = jsonMembers(asJson({ spec }));
  for (const name of NUMBERS) {
    const number = MEMBERS[name].read(form);
    const { min, max } = RUN[name];
    if (Number.isInteger(number) && number >= min && number <= max) setUp[name] = number;
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
    ...chooseTools(setUp, form, from),
  ];
}

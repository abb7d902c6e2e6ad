/** @file A set-up as a spec of somebody else has it, as far as that can be chosen here. */
import { jsonList, jsonMembers, type Json } from '../../../core/json.ts';
import { CUSTOM_PLANNER, programIn } from '../../../core/planner-program.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { TASK_TYPES } from '../../../core/task.ts';
import type { LinkedPlan } from './plan-link.ts';
import type { SetUp } from './set-up.svelte.ts';

/** What there is to choose from besides what the lab describes. */
export interface ToChooseFrom {
  /** Models that are ready in this browser. */
  readonly models: readonly string[];
  readonly embeddings: readonly string[];
  readonly datasets: readonly string[];
}

function whole(value: Json | undefined, least: number, most: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** Chooses the models of a spec that are here. @returns what to tell of those that are not */
export function chooseModels(
  setUp: SetUp,
  { spec }: Pick<LinkedPlan, 'spec'>,
  { models }: ToChooseFrom,
): readonly string[] {
  const here = [...setUp.description.models.map(({ name }) => name), ...models];
  const { model, critic } = spec as { readonly model: ComponentSpec; readonly critic?: ComponentSpec };
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

function chooseTools(setUp: SetUp, tools: Json | undefined, { embeddings }: ToChooseFrom): readonly string[] {
  const list: readonly Json[] = jsonList(tools);
  const optionsOf = (tool: string) => jsonMembers(list.map(jsonMembers).find(({ name }) => name === tool)?.['options']);
  const search = optionsOf('search');
  const by = jsonMembers(optionsOf('rank')['by'])['name'];
  setUp.ranker = setUp.rankers.find(({ name }) => name === by)?.name ?? '';
  setUp.search = 'catalogue';
  // Whom queries go to is the reader's choice, never a link's.
  if (search['provider'] === 'wikipedia') return ['It searched Wikipedia; here the catalogue is searched.'];
  const embedding = jsonMembers(search['embedding'])['name'];
  if (search['provider'] !== 'meaning') return [];
  if (typeof embedding !== 'string' || (embedding !== setUp.embeddingName && !embeddings.includes(embedding)))
    return ['It searched by meaning, with a model that is not in this browser; here words are searched.'];
  setUp.search = 'meaning';
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
  setUp.plannerOptions = {};
  for (const { name, choices } of known.flatMap((planner) => planner.options)) {
    const value = options[name];
    if (choices.some((choice) => JSON.stringify(choice.value) === JSON.stringify(value)))
      setUp.setPlannerOption(name, value ?? null);
  }
  setUp.steps = whole(options['steps'], 1, 12) ?? setUp.steps;
  setUp.branching = whole(options['branching'], 1, 8) ?? setUp.branching;
  const unknown = planners.filter((planner) => !setUp.planners.includes(planner));
  return unknown.map((planner) => `There is no planner ${planner} here.`);
}

/** Chooses what a link has set up. @returns what cannot be chosen here, in sentences */
export function chooseLinked(setUp: SetUp, linked: LinkedPlan, from: ToChooseFrom): readonly string[] {
  const { tasks, recommender, seed } = linked.spec;
  const { options } = tasks;
  setUp.task = TASK_TYPES.find((type) => type === tasks.name) ?? setUp.task;
  setUp.shots = whole(options['shots'], 0, 8) ?? setUp.shots;
  setUp.seed = whole(seed, 0, 4_294_967_295) ?? setUp.seed;
  const users = jsonList(options['users']);
  const [user] = users;
  setUp.chosenUser = typeof user === 'number' ? { id: user, name: '' } : null;
  const { person } = linked.spec.dataset.options;
  setUp.guest = person !== undefined && typeof user === 'number' ? { id: user, person } : null;
  const examples = jsonMembers(options['examplesFrom'])['name'];
  setUp.examplesFrom = typeof examples === 'string' && from.datasets.includes(examples) ? examples : '';
  return [
    ...(typeof examples === 'string' && setUp.examplesFrom === ''
      ? [`Its examples were of the dataset ${examples}, which is not here.`]
      : []),
    ...choosePlanners(setUp, linked),
    ...chooseModels(setUp, linked, from),
    ...chooseTools(setUp, recommender.options['tools'], from),
  ];
}

/** @file Builds what a spec names. */
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { createRandom } from '../../core/random.ts';
import { isRaterType, isRequestType, type LabelledTask } from '../../core/task.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Metric } from '../../core/evaluation.ts';
import type { Recommender, Tool } from '../../core/recommender.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { type Split, splitDataset } from '../../data/split/splits.ts';
import { withSamples, sliceDataset } from '../../data/split/slice.ts';
import { withOwnPerson } from '../../data/person.ts';
import { makeTasks } from '../../data/split/tasks.ts';
import { METRICS } from '../../metrics/registry.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import type { Planner } from '../../core/planner.ts';
import { PLANNERS } from '../../planners/registry.ts';
import { customPlanner } from '../../programs/custom-planner.ts';
import type { ProgramRunner } from '../../programs/program-runner.ts';
import { macRec, type AgentRecommender } from '../../recommenders/macrec/macrec.ts';
import { SIMULATOR } from '../../recommenders/interec/simulated-person.ts';
import { recMind } from '../../recommenders/recmind/recmind.ts';
import { databaseTool } from '../../tools/database-tool.ts';
import { hasReviews } from '../../tools/text-budget.ts';
import { meaningSearch, type SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import { catalogueSearch, searchTool, type SearchProvider } from '../../tools/search-tool.ts';
import { summarizeTool } from '../../tools/summarize-tool.ts';
import { wikipediaSearch } from '../../tools/wikipedia-search.ts';
import { isBaseline } from './baseline-spec.ts';
import { NO_EXAMPLE_DATASETS, type ExampleDatasets } from './example-datasets.ts';
import { systemOf, type MacRecSpec } from './macrec-spec.ts';
import { createRaterTasks } from '../../environments/rater-test/suber-test.ts';
import type { CompleteRunSpec, RecMindSpec, ToolSpec } from './run-spec.ts';
import { DEFAULT_EMBEDDING, type SearchSpec } from './tool-spec.ts';
import { comesWithLab, REASONER_ID } from '../../core/reasoner-name.ts';

/** Each once; none for a baseline or a replay. */
export function neededModels(spec: CompleteRunSpec): readonly ComponentSpec[] {
  const { recommender, replies, model, critic } = spec;
  if (isBaseline(recommender) || replies.mode === 'replay') return [];
  const asked = [
    model,
    ...(critic === undefined ? [] : [critic]),
    ...namedModelsOf(spec).values(),
    ...embeddingsOf(spec),
  ];
  const loaded = asked.filter(({ name }) => !comesWithLab(name));
  return [...new Map(loaded.map((spec) => [canonicalJson({ ...spec }), spec])).values()];
}

/** The part of a dataset that a spec names. @throws LabError `task-impossible` where the slice is empty */
export function createDataset({ dataset }: CompleteRunSpec, whole: Dataset): Dataset {
  const { slice = {}, person } = dataset.options;
  const part = sliceDataset(whole, slice);
  return person === undefined ? part : withOwnPerson(part, person, whole);
}

export function createSplit({ split, tasks }: CompleteRunSpec, dataset: Dataset): Split {
  return withSamples(splitDataset(dataset, split), dataset, tasks.options.samples);
}

/** The tasks of a spec, in order. @throws LabError `task-impossible`, also where the examples' dataset is not open */
export function createTasks(
  spec: CompleteRunSpec,
  dataset: Dataset,
  split: Split,
  examples: ExampleDatasets = NO_EXAMPLE_DATASETS,
): LabelledTask[] {
  const { tasks, seed } = spec;
  const { users, count, examplesFrom, dialogue: _, ...options } = tasks.options;
  if (isRequestType(tasks.name)) {
    const problem = `There are no tasks in a ${tasks.name}, so there is nothing to measure or to save`;
    throw new LabError('task-impossible', `${problem}. Run it, or choose tasks of the dataset.`);
  }
  if (isRaterType(tasks.name))
    return createRaterTasks(tasks.name, tasks.options, createRandom(seed), dataset, examples.suber ?? null);
  const other = examplesFrom && examples.find(examplesFrom);
  return makeTasks(dataset, split, {
    ...options,
    type: tasks.name,
    seed,
    ...(users !== null && { users }),
    ...(count !== null && { count }),
    // What is held out there by the same rule is no example either.
    ...(other && { examplesFrom: { dataset: other, split: createSplit(spec, other) } }),
  });
}

export interface ToolSources {
  readonly database: Database;
  readonly retrieval: (embedding: ComponentSpec) => Promise<SoftRetrieval>;
  /** What runs planners that people wrote; none where not given. */
  readonly programs?: ProgramRunner;
}

/** RecMind as a spec has it. @throws LabError what opening its embedding throws */
export async function createRecMind(spec: RecMindSpec, sources: ToolSources): Promise<Recommender> {
  const { tools, actions = 'free', decide = 'generate', ...options } = spec;
  const helping = tools.filter((tool) => canHelp(tool, sources.database));
  const able = helping.length > 0 ? helping : tools;
  return recMind({
    ...options,
    actions,
    decide,
    planner: createPlanner(spec, sources.programs ?? null),
    tools: await Promise.all(able.map((tool) => createTool(tool, sources))),
  });
}

/** Where nobody wrote a review there is none to summarize, and without the network Wikipedia has no answer. */
function canHelp(tool: ToolSpec, database: Database): boolean {
  if (tool.name === 'summarize') return hasReviews(database);
  return tool.name !== 'search' || tool.options.provider !== 'wikipedia' || tool.options.allowNetwork;
}

function createPlanner(spec: RecMindSpec, programs: ProgramRunner | null): Planner {
  const { planner, program, steps, branching } = spec;
  if (planner === CUSTOM_PLANNER && program !== undefined)
    return customPlanner({ source: program.source, T: steps, k: branching }, programs);
  const entry = PLANNERS.find(({ name }) => name === planner);
  if (entry === undefined) throw new LabError('name-unknown', `There is no planner ${planner}.`);
  return entry.create(spec);
}

async function createTool(spec: ToolSpec, { database, retrieval }: ToolSources): Promise<Tool> {
  switch (spec.name) {
    case 'database':
      return databaseTool(database, spec.options.observations);
    case 'search':
      return searchTool(await createSearch(spec.options, { database, retrieval }));
    case 'summarize':
      return summarizeTool(database, spec.options.provider);
  }
}

async function createSearch(
  { provider, allowNetwork, baseUrl, embedding }: SearchSpec,
  { database, retrieval }: Pick<ToolSources, 'database' | 'retrieval'>,
): Promise<SearchProvider> {
  if (provider === 'meaning') return meaningSearch(await retrieval(embedding ?? DEFAULT_EMBEDDING));
  if (provider === 'catalogue') return catalogueSearch(database);
  return wikipediaSearch({ enabled: allowNetwork, ...(baseUrl !== null && { baseUrl }) });
}

/** MACRec as a spec has it. @throws LabError as `systemOf` does, and what opening its embedding throws */
export async function createMacRec(
  spec: MacRecSpec,
  { tasks, dataset }: Pick<CompleteRunSpec, 'tasks' | 'dataset'>,
  sources: ToolSources,
): Promise<AgentRecommender> {
  const { rounds, history, patience, lookUps = 'before' } = spec;
  return macRec({
    system: systemOf(spec, tasks.name, dataset.name),
    database: sources.database,
    search: await createSearch(spec.search, sources),
    rounds,
    history,
    patience,
    lookUps,
  });
}

export function searchesOf({ recommender }: CompleteRunSpec): readonly SearchSpec[] {
  if (recommender.name === 'macrec') return [recommender.options.search];
  if (recommender.name !== 'recmind') return [];
  return recommender.options.tools.flatMap((tool) => (tool.name === 'search' ? [tool.options] : []));
}

export function embeddingsOf(spec: CompleteRunSpec): readonly ComponentSpec[] {
  const { name, options } = spec.recommender;
  const named =
    name === 'interec'
      ? [options.embedding]
      : name === 'rater'
        ? [options.retrieval?.embedding].flatMap((one) => one ?? [])
        : searchesOf(spec).flatMap(({ embedding }) => embedding ?? []);
  return [...new Map(named.map((one) => [canonicalJson({ ...one }), one])).values()];
}

/** The models besides the agent and its critic, by the names that the run's recommender gives them. */
export function namedModelsOf({ recommender, tasks }: CompleteRunSpec): ReadonlyMap<string, CompleteRunSpec['model']> {
  if (recommender.name === 'interec')
    return new Map([[SIMULATOR, tasks.options.simulator ?? { name: REASONER_ID, options: {} }]]);
  return new Map(recommender.name === 'macrec' ? Object.entries(recommender.options.models ?? {}) : []);
}

export function metricsOf({ metrics }: CompleteRunSpec): Metric[] {
  return metrics.flatMap((name) => METRICS.find((metric) => metric.name === name) ?? []);
}

/**
 * @file Builds what a spec names.
 */
import type { Database } from '../core/database.ts';
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { Metric } from '../core/metric.ts';
import type { Recommender } from '../core/recommender.ts';
import type { LabelledTask } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import type { Split } from '../data/split/leave-last-out.ts';
import { splitDataset } from '../data/split/registry.ts';
import { sliceDataset } from '../data/split/slice.ts';
import { makeTasks } from '../data/split/tasks.ts';
import { METRICS } from '../metrics/registry.ts';
import { PLANNERS } from '../planners/registry.ts';
import { recMind } from '../recommenders/recmind/recmind.ts';
import { databaseTool } from '../tools/database-tool.ts';
import { catalogueSearch, searchTool } from '../tools/search-tool.ts';
import { summarizeTool } from '../tools/summarize-tool.ts';
import { wikipediaSearch } from '../tools/wikipedia-search.ts';
import type { CompleteRunSpec, RecMindSpec, ToolSpec } from './run-spec.ts';

/**
 * The part of a dataset that a spec is about.
 * @param whole the dataset that the spec names
 * @throws LabError `task-impossible` where the slice leaves nothing
 */
export function createDataset({ dataset }: CompleteRunSpec, whole: Dataset): Dataset {
  return sliceDataset(whole, dataset.options.slice ?? {});
}

/** The split of a spec. @param dataset the part that the spec is about */
export function createSplit({ split }: CompleteRunSpec, dataset: Dataset): Split {
  return splitDataset(dataset, split);
}

/**
 * The tasks of a spec, in their order.
 * @throws LabError `task-impossible` where the dataset cannot give them
 */
export function createTasks({ tasks, seed }: CompleteRunSpec, dataset: Dataset, split: Split): LabelledTask[] {
  const { users, count, shots, candidates, history } = tasks.options;
  return makeTasks(dataset, split, {
    type: tasks.name,
    shots,
    candidates,
    history,
    seed,
    ...(users !== null && { users }),
    ...(count !== null && { count }),
  });
}

/** RecMind as a spec has it, over a database of training interactions. */
export function createRecMind(spec: RecMindSpec, database: Database): Recommender {
  const { planner, tools, actions = 'free', decide = 'generate', ...options } = spec;
  const entry = PLANNERS.find(({ name }) => name === planner);
  if (entry === undefined) throw new LabError('name-unknown', `There is no planner ${planner}.`);
  return recMind({
    ...options,
    actions,
    decide,
    planner: entry.create(options),
    tools: tools.map((tool) => createTool(tool, database)),
  });
}

function createTool(spec: ToolSpec, database: Database): Tool {
  switch (spec.name) {
    case 'database':
      return databaseTool(database);
    case 'search': {
      const { provider, allowNetwork, baseUrl } = spec.options;
      const isWikipedia = provider === 'wikipedia';
      return searchTool(
        isWikipedia
          ? wikipediaSearch({ enabled: allowNetwork, ...(baseUrl !== null && { baseUrl }) })
          : catalogueSearch(database),
      );
    }
    case 'summarize':
      return summarizeTool(database, spec.options.provider);
  }
}

/** The metrics of a spec, in its order. */
export function metricsOf({ metrics }: CompleteRunSpec): Metric[] {
  return metrics.flatMap((name) => METRICS.find((metric) => metric.name === name) ?? []);
}

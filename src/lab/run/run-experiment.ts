/** @file The kind `run`: tasks answered by one method; and a run as a list shows it. */
import { wallClock } from '../../core/clock.ts';
import type { Dataset } from '../../core/dataset.ts';
import { asJson, type JsonObject } from '../../core/json.ts';
import type { RunSummary } from '../../core/run.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import { isRequestType } from '../../core/task.ts';
import { PLANNERS } from '../../planners/registry.ts';
import type { NewExperiment } from '../experiments/experiments.ts';
import type { Kind } from '../kind.ts';
import { baselineOf, isBaseline } from './baseline-spec.ts';
import { neededModels } from './registry.ts';
import { parseRunSpec, type CompleteRunSpec } from './run-spec.ts';

function titleOf(recommender: CompleteRunSpec['recommender']): string {
  if (isBaseline(recommender)) return baselineOf(recommender).title;
  if (recommender.name === 'rater') return 'Rater';
  if (recommender.name === 'interec') return `InteRecAgent (${recommender.options.speaker})`;
  if (recommender.name === 'macrec') return `MACRec (${recommender.options.system})`;
  const { planner: name, program } = recommender.options;
  if (name === CUSTOM_PLANNER && program !== undefined) return program.title;
  return PLANNERS.find((entry) => entry.name === name)?.title ?? name;
}

function askedOf({ tasks, dataset }: CompleteRunSpec, known: Pick<Dataset, 'users'> | null): readonly string[] {
  if (isRequestType(tasks.name)) return [tasks.name];
  const { users, count } = tasks.options;
  const [only] = users ?? [];
  const who =
    users?.length === 1
      ? (known?.users.find(({ id }) => id === only)?.name ?? dataset.options.person?.name ?? `person ${String(only)}`)
      : `${String(users?.length ?? count ?? 'all')} people`;
  return [tasks.name.replace('-', ' '), who];
}

/** @param open numbers stand for names where the dataset is not open */
export function runExperiment(
  id: string,
  spec: CompleteRunSpec,
  open: Pick<Dataset, 'manifest' | 'users'> | null,
): NewExperiment {
  const { name } = spec.dataset;
  const known = open?.manifest.name === name ? open : null;
  return {
    id,
    kind: 'run',
    startedAt: wallClock(),
    title: titleOf(spec.recommender),
    about: [...askedOf(spec, known), known?.manifest.title ?? name, `seed ${String(spec.seed)}`].join(' · '),
    dataset: name,
    spec: asJson(spec) as JsonObject,
  };
}

export const RUN: Kind<CompleteRunSpec, RunSummary> = {
  isLenient: true,
  parse: parseRunSpec,
  needs: neededModels,
  async run(spec, { lab, id, signal, begin, keep }) {
    const workbench = lab.workbench();
    await lab.check(spec, signal);
    await begin(runExperiment(id ?? '', spec, workbench.dataset));
    const parent = async (run: string) =>
      (await lab.experiments()).read(run).then(
        ({ events }) => events,
        () => null,
      );
    return keep((write) => workbench.run(spec, { write, parent, signal }));
  },
};

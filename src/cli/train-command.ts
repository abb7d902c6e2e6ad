/** @file Trains and judges policies in the terminal, over seeds, with checkpoints that a stopped training goes on from. */
import { LabError, toLabError, type LabErrorData } from '../core/errors.ts';
import { asJson, canonicalJson } from '../core/json.ts';
import { markdownTable } from '../core/text/words.ts';
import {
  cellPart,
  isPlanner,
  policyLabel,
  trainingCells,
  type PolicyScores,
  type SurrogateQuality,
  type TrainingSpec,
} from '../core/simulation.ts';
import { wordOf } from '../lab/run/build-cache.ts';
import type { Going, LabService } from '../lab/service.ts';
import { loggedOf } from '../lab/training/planners/interaction-log.ts';
import { COSTS, PolicyFold, SCORES, spread, type CurvePoint, type ShownCosts } from '../trace/training-fold.ts';
import { openTerminalLab, type LabPlaces } from './open-lab.ts';

export interface TrainOptions extends LabPlaces {
  /** One a policy, which has steps of its own. */
  readonly trainings: readonly TrainingSpec[];
}

export interface TrainedPolicy {
  readonly policy: string;
  readonly seed: number;
  /** As many as were learnt from: whole rounds. */
  readonly steps: number;
  readonly curve: readonly CurvePoint[];
  readonly scores: PolicyScores | null;
  /** Of a planner; null of a policy that learnt. */
  readonly costs: ShownCosts | null;
  /** What ended it before it was judged, such as that its numbers were none any more; null where nothing did. */
  readonly error: LabErrorData | null;
}

export interface TrainSummary {
  readonly people: number;
  readonly items: number;
  /** Of the surrogate that was learnt from; null where policies learnt from the rules themselves. */
  readonly surrogate: SurrogateQuality | null;
  readonly trained: readonly TrainedPolicy[];
}

/** Trains and judges; a failed policy and seed is reported with its error. @throws LabError `aborted`, `task-impossible` */
export async function trainCommand(
  { trainings, ...places }: TrainOptions,
  onProgress: (text: string) => void,
): Promise<{ readonly tables: string; readonly summary: TrainSummary }> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const { signal } = controller;
  const { lab } = openTerminalLab(places, onProgress);
  const { environment } = trainings[0]!;
  const { people, items } = await lab.query('environment', environment, { signal });
  // A page shows how many there are; here a table would stand that is of fewer than were asked for.
  for (const [what, there, asked] of [
    ['people', people.length, environment.people],
    ['items', items.length, environment.items],
  ] as const)
    if (there < asked)
      throw new LabError('task-impossible', `There are ${there} ${what}, not ${asked}; ask for fewer.`);
  const known = { people: people.length, items: items.length };
  const all: (TrainedPolicy & Pick<TrainSummary, 'surrogate'>)[] = [];
  for (const training of trainings) {
    const isAlone = trainings.filter(({ policies }) => policies[0]?.name === training.policies[0]?.name).length === 1;
    for (const trained of await trainOne(lab, training, known, signal, onProgress))
      all.push(isAlone ? trained : { ...trained, policy: policyLabel(training.policies[0]!) });
  }
  const surrogate = all.find((one) => one.surrogate !== null)?.surrogate ?? null;
  const trained = all.map(({ surrogate: _, ...one }) => one);
  return { tables: trainTable(trained), summary: { ...known, surrogate, trained } };
}

async function trainOne(
  lab: LabService,
  training: TrainingSpec,
  { people, items }: Pick<TrainSummary, 'people' | 'items'>,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<(TrainedPolicy & Pick<TrainSummary, 'surrogate'>)[]> {
  // What was trained otherwise is kept elsewhere.
  const id = `training-${wordOf(new TextEncoder().encode(canonicalJson(asJson(training))))}`;
  const { name } = training.policies[0]!;
  const all: (TrainedPolicy & Pick<TrainSummary, 'surrogate'>)[] = [];
  for (const cell of trainingCells(training)) {
    const { seed } = cell;
    const going: Going = {
      signal,
      onEvents: (events) =>
        events.forEach((event) => {
          if (event.type === 'training-round')
            onProgress(`${name}, seed ${seed}: ${event.steps} steps, mean reward ${event.meanReward?.toFixed(2)}`);
        }),
      onUpdate: (update) => {
        if (update.type === 'ratings') onProgress(`${update.done} of ${update.of} ratings for the surrogate`);
      },
    };
    const ended = await lab
      .start('training', id, { ...training, cells: [cell] }, going)
      .then(() => null)
      .catch(toLabError);
    if (ended?.code === 'aborted') throw ended;
    const fold = new PolicyFold();
    const { events } = await lab.read(id, cellPart(cell)).catch((thrown: unknown) => {
      throw ended ?? thrown;
    });
    events.forEach((event) => fold.add(event));
    const { points, scores, costs, surrogate, error } = fold.progress;
    const curve = points.filter(({ meanReward }) => meanReward !== null);
    // A planner learns from no steps of its own; it knows a log.
    const steps = isPlanner(name) ? loggedOf(items) * people : (curve.at(-1)?.steps ?? 0);
    all.push({ policy: name, seed, steps, curve, scores, costs, surrogate, error: error ?? ended?.toData() ?? null });
  }
  return all;
}

/** Means and standard deviations over the seeds that ended, how many failed, and what a seed of a planner cost on average. */
function trainTable(trained: readonly TrainedPolicy[]): string {
  const costs = trained.some((one) => one.costs !== null) ? COSTS : [];
  const head = ['Policy', 'Steps', ...[...SCORES, ...costs].map(([, title]) => title)];
  const rows = [...new Set(trained.map(({ policy }) => policy))].map((policy) => {
    const all = trained.filter((one) => one.policy === policy);
    const runs = all.filter((one) => one.scores !== null);
    const name =
      runs.length === all.length ? policy : `${policy} (${all.length - runs.length} of ${all.length} failed)`;
    const scores = SCORES.map(([score]) => written(runs.flatMap((run) => run.scores?.[score] ?? [])));
    const spent = costs.map(([cost]) => costOf(runs, cost));
    return [name, String(runs[0]?.steps ?? 0), ...scores, ...spent];
  });
  return markdownTable(head, rows);
}

/** Shares of liked genres are of nobody where no person says what they like. */
function written(values: readonly number[]): string {
  if (values.length === 0 || values.some((value) => Number.isNaN(value))) return '–';
  const { mean, deviation } = spread(values);
  return `${mean.toFixed(2)} ± ${deviation.toFixed(2)}`;
}

function costOf(runs: readonly TrainedPolicy[], cost: keyof ShownCosts): string {
  const values = runs.flatMap(({ costs }) => (costs === null ? [] : [costs[cost]]));
  return values.length === 0 ? '–' : spread(values).mean.toFixed(cost === 'seconds' ? 1 : 0);
}

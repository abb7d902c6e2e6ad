/** @file Trains and judges policies in the terminal, over seeds, with checkpoints that a stopped training goes on from. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toLabError, type LabError, type LabErrorData } from '../core/errors.ts';
import { asJson, canonicalJson, type Json } from '../core/json.ts';
import { markdownTable } from '../core/text/words.ts';
import type { ComponentSpec } from '../core/run.ts';
import {
  isPlanner,
  policyLabel,
  type EnvironmentSpec,
  type PolicyScores,
  type PolicySpec,
  type SurrogateQuality,
  type TrainingSpec,
} from '../core/simulation.ts';
import { SURROGATE_VERSION } from '../environments/raters/surrogate/surrogate-rater.ts';
import { loggedOf } from '../lab/training/planners/interaction-log.ts';
import { judgePlanner } from '../lab/training/planners/create-planner-policy.ts';
import type { TrainingGround } from '../lab/training/training-ground.ts';
import { judgeCell, type CheckpointPlace } from '../lab/training/train-cell.ts';
import type { CurvePoint } from '../lab/training/train-policy.ts';
import { COSTS, SCORES, spread, type ShownCosts } from '../trace/training-fold.ts';
import { openGround, type GroundPlaces } from './open-ground.ts';
import { createModelOpener } from './open-model.ts';
import { folderFileStore } from './folder-file-store.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { figuresOfPolicies } from './paper-figures.ts';

export interface TrainOptions extends GroundPlaces {
  readonly environment: EnvironmentSpec;
  readonly learnsFrom: TrainingSpec['learnsFrom'];
  /** What is trained, with its steps under each seed. */
  readonly policies: readonly (PolicySpec & { readonly steps: number })[];
  readonly seeds: readonly number[];
  /** The model that planners ask; null for the built-in reasoner. */
  readonly planner: ComponentSpec | null;
}

export interface TrainedPolicy {
  readonly policy: string;
  readonly seed: number;
  /** As many as were learnt from: whole rounds. */
  readonly steps: number;
  readonly curve: readonly CurvePoint[];
  /** Judged by the teacher; null where it failed. */
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

/** Trains and judges; a failed policy and seed is reported with its error. @throws LabError `aborted` */
export async function trainCommand(
  options: TrainOptions,
  onProgress: (text: string) => void,
): Promise<{ readonly tables: string; readonly summary: TrainSummary }> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const { signal } = controller;
  const { environment, learnsFrom } = options;
  const { ground, datasets } = await openGround(environment, learnsFrom === 'surrogate', options, signal, onProgress);
  const trained: TrainedPolicy[] = [];
  for (const policy of options.policies) {
    for (const seed of options.seeds) {
      const one = judgeOne(policy, seed, ground, options, signal, onProgress);
      trained.push(await one.catch((thrown: unknown) => failed(labelOf(policy, options), seed, toLabError(thrown))));
    }
  }
  const { people, items } = ground.catalogue;
  const surrogate = ground.surrogate?.quality ?? null;
  const theirs = await figuresOfPolicies(environment, datasets);
  return {
    tables: theirs === '' ? trainTable(trained) : `${trainTable(trained)}\n\n${theirs}`,
    summary: { people: people.length, items: items.length, surrogate, trained },
  };
}

/** A policy that stands twice is told apart by what was set of it. */
function labelOf(policy: PolicySpec, { policies }: TrainOptions): string {
  return policies.filter(({ name }) => name === policy.name).length > 1 ? policyLabel(policy) : policy.name;
}

function failed(policy: string, seed: number, error: LabError): TrainedPolicy {
  if (error.code === 'aborted') throw error;
  return { policy, seed, steps: 0, curve: [], scores: null, costs: null, error: error.toData() };
}

async function judgeOne(
  { steps, ...policy }: TrainOptions['policies'][number],
  seed: number,
  ground: TrainingGround,
  training: TrainOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<TrainedPolicy> {
  const { name } = policy;
  let seconds = 0;
  const { curve, scores, costs } = await judgeCell(
    ground,
    { policy, seed, steps },
    {
      place: placeOf(policy, seed, steps, training),
      onRound: ({ steps: done, meanReward }) =>
        onProgress(`${name}, seed ${seed}: ${done} steps, mean reward ${meanReward.toFixed(2)}`),
      async judgePlanner(planner) {
        const { openModel: open } = createModelOpener(training.places, onProgress);
        const model = training.planner === null ? {} : { model: { spec: training.planner, open } };
        const judged = await judgePlanner(planner, ground, await openSqlEngine(), { seed, signal, ...model });
        seconds = judged.seconds;
        return judged;
      },
      signal,
    },
  );
  const { people, items } = ground.catalogue;
  // A planner learns from no steps of its own; it knows a log.
  const learnt = isPlanner(name) ? loggedOf(items.length) * people.length : (curve.at(-1)?.steps ?? 0);
  const cost = costs === undefined ? null : { ...costs, seconds };
  return { policy: labelOf(policy, training), seed, steps: learnt, curve, scores, costs: cost, error: null };
}

/** Where the checkpoint of a policy under a seed is kept: what was trained otherwise is at another place. */
function placeOf(
  { name, options }: PolicySpec,
  seed: number,
  steps: number,
  { environment, learnsFrom, files }: TrainOptions,
): CheckpointPlace {
  const store = folderFileStore(files);
  // DQN spreads its exploration over its steps; any other policy can be trained for longer.
  const spread = name === 'dqn' ? { steps } : {};
  // Checkpoints of the optimiser before do not fit.
  const optimiser = name === 'a2c' ? { optimiser: 'PyTorch RMSprop' } : {};
  const place = { environment, learnsFrom, ...(learnsFrom === 'surrogate' && { surrogate: SURROGATE_VERSION }) };
  const path = `policies/${name}-${seed}-${wordOf(asJson({ options, ...spread, ...optimiser, ...place }))}.checkpoint`;
  return { read: () => store.read(path), write: (bytes) => store.write(path, bytes) };
}

/** A word that tells what a checkpoint belongs to from anything else. */
function wordOf(parts: Json): string {
  return bytesToHex(sha256(new TextEncoder().encode(canonicalJson(parts)))).slice(0, 16);
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

/** @file Trains and judges policies in the terminal, over seeds, with checkpoints that a stopped training goes on from. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toLabError, type LabError } from '../core/errors.ts';
import { asJson, canonicalJson, type Json } from '../core/json.ts';
import type { ComponentSpec } from '../core/run.ts';
import {
  isPlanner,
  policyLabel,
  type EnvironmentSpec,
  type PlannerName,
  type PolicySpec,
  type SurrogateQuality,
  type TrainingSpec,
} from '../core/simulation.ts';
import { SURROGATE_VERSION } from '../environments/raters/surrogate/surrogate-rater.ts';
import { HISTORY_ORACLE, judgeHistoryOracle } from '../lab/training/history-oracle.ts';
import { loggedOf } from '../lab/training/planners/interaction-log.ts';
import { judgePlanner } from '../lab/training/planners/create-planner-policy.ts';
import type { TrainingGround } from '../lab/training/training-ground.ts';
import { trainCell } from '../lab/training/train-cell.ts';
import { openGround, type GroundPlaces } from './open-ground.ts';
import { createModelOpener } from './open-model.ts';
import { folderFileStore } from './folder-file-store.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { figuresOfPolicies } from './paper-figures.ts';
import { trainTable, type TrainedPolicy } from './train-table.ts';

export interface TrainOptions extends GroundPlaces {
  readonly environment: EnvironmentSpec;
  readonly learnsFrom: TrainingSpec['learnsFrom'];
  /** What is trained, with its steps under each seed. */
  readonly policies: readonly (PolicySpec & { readonly steps: number })[];
  readonly seeds: readonly number[];
  /** The model that planners ask; null for the built-in reasoner. */
  readonly planner: ComponentSpec | null;
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
      const one = judgeCell(policy, seed, ground, options, signal, onProgress);
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

function judgeCell(
  policy: TrainOptions['policies'][number],
  seed: number,
  ground: TrainingGround,
  options: TrainOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<TrainedPolicy> {
  if (isPlanner(policy.name)) return judgeOne(policy.name, seed, ground, options, signal, onProgress);
  if (policy.name === HISTORY_ORACLE) return judgeBound(seed, ground, signal);
  return trainOne(policy, seed, ground, options, signal, onProgress);
}

/** A policy that stands twice is told apart by what was set of it. */
function labelOf(policy: PolicySpec, { policies }: TrainOptions): string {
  return policies.filter(({ name }) => name === policy.name).length > 1 ? policyLabel(policy) : policy.name;
}

function failed(policy: string, seed: number, error: LabError): TrainedPolicy {
  if (error.code === 'aborted') throw error;
  return { policy, seed, steps: 0, curve: [], scores: null, costs: null, error: error.toData() };
}

async function trainOne(
  { steps, ...policy }: TrainOptions['policies'][number],
  seed: number,
  ground: TrainingGround,
  training: TrainOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<TrainedPolicy> {
  const { environment, learnsFrom, files } = training;
  const store = folderFileStore(files);
  const { name, options } = policy;
  // DQN spreads its exploration over its steps; any other policy can be trained for longer.
  const spread = name === 'dqn' ? { steps } : {};
  // Checkpoints of the optimiser before do not fit.
  const optimiser = name === 'a2c' ? { optimiser: 'PyTorch RMSprop' } : {};
  const place = { environment, learnsFrom, ...(learnsFrom === 'surrogate' && { surrogate: SURROGATE_VERSION }) };
  const belongsTo = asJson({ options, ...spread, ...optimiser, ...place });
  const path = `policies/${name}-${seed}-${wordOf(belongsTo)}.checkpoint`;
  const { curve, scores } = await trainCell(
    ground,
    { policy, seed, steps },
    {
      place: { read: () => store.read(path), write: (bytes) => store.write(path, bytes) },
      onRound: ({ steps: done, meanReward }) =>
        onProgress(`${name}, seed ${seed}: ${done} steps, mean reward ${meanReward.toFixed(2)}`),
      signal,
    },
  );
  const label = labelOf(policy, training);
  return { policy: label, seed, steps: curve.at(-1)?.steps ?? 0, curve, scores, costs: null, error: null };
}

async function judgeBound(seed: number, ground: TrainingGround, signal: AbortSignal): Promise<TrainedPolicy> {
  const { scores } = await judgeHistoryOracle(ground, seed, signal);
  return { policy: HISTORY_ORACLE, seed, steps: 0, curve: [], scores, costs: null, error: null };
}

/** A planner learns from no steps of its own; it knows a log. */
async function judgeOne(
  name: PlannerName,
  seed: number,
  ground: TrainingGround,
  { planner, places }: TrainOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<TrainedPolicy> {
  const engine = await openSqlEngine();
  const opener = createModelOpener(places, onProgress);
  const { scores, costs, seconds } = await judgePlanner(name, ground, engine, {
    seed,
    signal,
    ...(planner !== null && { model: { spec: planner, open: opener.openModel } }),
  });
  const { people, items } = ground.catalogue;
  const steps = loggedOf(items.length) * people.length;
  return { policy: name, seed, steps, curve: [], scores, costs: { ...costs, seconds }, error: null };
}

/** A word that tells what a checkpoint belongs to from anything else. */
function wordOf(parts: Json): string {
  return bytesToHex(sha256(new TextEncoder().encode(canonicalJson(parts)))).slice(0, 16);
}

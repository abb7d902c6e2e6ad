/** @file Trains and judges policies in the terminal, over seeds, with checkpoints that a stopped training goes on from. */
import { canonicalJson } from '../core/json.ts';
import type { PolicyState } from '../core/policy.ts';
import { createRandom } from '../core/random.ts';
import type { SurrogateQuality } from '../environments/raters/surrogate/surrogate-rater.ts';
import { recommendToAll, scorePeople, type PolicyScores } from '../runs/training/evaluate-policy.ts';
import { createPolicy } from '../runs/training/policy-registry.ts';
import type { GroundOptions, TrainingGround } from '../runs/training/training-ground.ts';
import { trainPolicy, type Checkpoint, type CurvePoint } from '../runs/training/train-policy.ts';
import { openGround } from './environment-command.ts';
import { folderFileStore } from './folder-file-store.ts';

/** What was asked for. */
export interface TrainOptions extends GroundOptions {
  readonly of: 'films' | 'books';
  readonly policies: readonly string[];
  /** Steps of each policy and seed. */
  readonly steps: number;
  readonly seeds: number;
  /** In place of the policies' own hyperparameters. */
  readonly options: Readonly<Record<string, number>>;
  /** The folder of the checkpoints. */
  readonly files: string;
}

/** A policy under one seed. */
export interface TrainedPolicy {
  readonly policy: string;
  readonly seed: number;
  readonly curve: readonly CurvePoint[];
  /** Judged by the teacher. */
  readonly scores: PolicyScores;
}

/** How it went. */
export interface TrainSummary {
  readonly people: number;
  readonly items: number;
  /** Of the surrogate that was learnt from; null where policies learnt from the rules themselves. */
  readonly surrogate: SurrogateQuality | null;
  readonly trained: readonly TrainedPolicy[];
}

const STEPS_A_ROUND = 2048;

/** Trains and judges. @throws LabError for unknown policies, or what training throws */
export async function trainCommand(options: TrainOptions, onProgress: (text: string) => void): Promise<TrainSummary> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const { signal } = controller;
  const ground = await openGround(options, options.usesSurrogate, signal);
  const { catalogue } = ground;
  const trained: TrainedPolicy[] = [];
  for (const policy of options.policies) {
    for (let seed = 1; seed <= options.seeds; seed += 1)
      trained.push(await trainOne(policy, seed, ground, options, signal, onProgress));
  }
  return {
    people: catalogue.people.length,
    items: catalogue.items.length,
    surrogate: ground.surrogate?.quality ?? null,
    trained,
  };
}

async function trainOne(
  name: string,
  seed: number,
  ground: TrainingGround,
  options: TrainOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<TrainedPolicy> {
  const { catalogue, scale } = ground;
  const policy = createPolicy(name, {
    shape: { users: catalogue.people.length, items: catalogue.items.length },
    random: createRandom(`policy ${name} ${seed}`),
    features: ground.features,
    expected: ground.expected,
    ratingRange: scale,
    steps: options.steps,
    options: options.options,
  });
  const store = folderFileStore(options.files);
  const { people, items, seed: groundSeed, of, usesSurrogate } = options;
  const path = `policies/${nameOf({ name, seed, people, items, groundSeed, of, usesSurrogate: String(usesSurrogate), options: options.options })}.json`;
  const kept = await store.read(path);
  const saved = kept === null ? null : readCheckpoint(kept);
  const curve: CurvePoint[] = saved === null ? [] : [...saved.curve];
  const isLearning = name !== 'oracle' && name !== 'random';
  const plan = { seed, rounds: isLearning ? Math.ceil(options.steps / STEPS_A_ROUND) : 0, stepsARound: STEPS_A_ROUND };
  await trainPolicy(policy, ground.createTraining(), plan, {
    signal,
    from: saved?.checkpoint ?? null,
    async onRound(point, checkpoint) {
      curve.push(point);
      await store.write(path, writeCheckpoint(checkpoint(), curve));
      onProgress(`${name}, seed ${seed}: ${point.steps} steps, mean reward ${point.meanReward.toFixed(2)}`);
    },
  });
  const people11 = await recommendToAll(policy, ground.createEvaluation(), seed, signal);
  return { policy: name, seed, curve, scores: scorePeople(people11, catalogue, scale.max) };
}

/** A file name that says what a checkpoint belongs to. */
function nameOf(parts: Readonly<Record<string, string | number | Readonly<Record<string, number>>>>): string {
  return canonicalJson(parts)
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .replace(/^_|_$/g, '');
}

function writeCheckpoint({ round, state }: Checkpoint, curve: readonly CurvePoint[]): Uint8Array {
  const arrays = Object.fromEntries(
    Object.entries(state).map(([name, values]) => [
      name,
      Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
    ]),
  );
  return new TextEncoder().encode(JSON.stringify({ round, curve, arrays }));
}

function readCheckpoint(bytes: Uint8Array): { readonly checkpoint: Checkpoint; readonly curve: readonly CurvePoint[] } {
  const { round, curve, arrays } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly round: number;
    readonly curve: readonly CurvePoint[];
    readonly arrays: Readonly<Record<string, string>>;
  };
  const state: PolicyState = Object.fromEntries(
    Object.entries(arrays).map(([name, text]) => [
      name,
      new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer),
    ]),
  );
  return { checkpoint: { round, state }, curve };
}

/** The summary as a table: means over seeds, with the standard deviation over them. */
export function trainTable({ trained }: TrainSummary): string {
  const columns = [
    'averageReward',
    'map',
    'mrr',
    'personalization',
    'likedTop5',
    'dislikedTop5',
    'likedTop10',
    'dislikedTop10',
  ] as const;
  const lines = [...new Set(trained.map(({ policy }) => policy))].map((policy) => {
    const runs = trained.filter((one) => one.policy === policy);
    const cells = columns.map((column) => {
      const values = runs.map(({ scores }) => scores[column]);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const deviation = Math.sqrt(
        values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1),
      );
      return `${mean.toFixed(2)} ± ${deviation.toFixed(2)}`;
    });
    return `| ${policy} | ${cells.join(' | ')} |`;
  });
  const head = [
    'policy',
    'average reward',
    'MAP@10',
    'MRR@10',
    'Pers@10',
    'liked in 5',
    'disliked in 5',
    'liked in 10',
    'disliked in 10',
  ];
  return [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...lines].join('\n');
}

/** @file Trains and judges policies in the terminal, over seeds, with checkpoints that a stopped training goes on from. */
import { canonicalJson } from '../core/json.ts';
import type { PolicyScores, SurrogateQuality } from '../core/simulation.ts';
import type { GroundOptions, TrainingGround } from '../runs/training/training-ground.ts';
import { trainCell } from '../runs/training/train-cell.ts';
import type { CurvePoint } from '../runs/training/train-policy.ts';
import { openGround } from './environment-command.ts';
import { folderFileStore } from './folder-file-store.ts';

/** What was asked for. */
export interface TrainOptions extends GroundOptions {
  readonly of: 'films' | 'books';
  readonly policies: readonly string[];
  /** Steps of each policy under each seed. */
  readonly steps: Readonly<Record<string, number>>;
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
  readonly steps: number;
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
  const store = folderFileStore(options.files);
  const { people, items, seed: groundSeed, of, usesSurrogate } = options;
  const steps = options.steps[name]!;
  // DQN spreads its exploration over its steps; any other policy can be trained for longer.
  const spread = name === 'dqn' ? { steps } : {};
  const path = `policies/${nameOf({ name, seed, people, items, groundSeed, of, usesSurrogate: String(usesSurrogate), options: options.options, ...spread })}.checkpoint`;
  const cell = { policy: { name, options: options.options }, seed, steps };
  const { curve, scores } = await trainCell(ground, cell, {
    place: { read: () => store.read(path), write: (bytes) => store.write(path, bytes) },
    onRound: ({ steps, meanReward }) =>
      onProgress(`${name}, seed ${seed}: ${steps} steps, mean reward ${meanReward.toFixed(2)}`),
    signal,
  });
  return { policy: name, seed, steps, curve, scores };
}

/** A file name that says what a checkpoint belongs to. */
function nameOf(parts: Readonly<Record<string, string | number | Readonly<Record<string, number>>>>): string {
  return canonicalJson(parts)
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .replace(/^_|_$/g, '');
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

/** @file A training that takes part of a second, for those who compare machines and numbers of workers. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createRandom } from '../../src/core/random.ts';
import { createRuleRater } from '../../src/environments/raters/rules/rule-rater.ts';
import { recommendToAll, scorePeople } from '../../src/lab/training/evaluate-policy.ts';
import { createPolicy } from '../../src/lab/training/policy-registry.ts';
import { trainPolicy, type CurvePoint } from '../../src/lab/training/train-policy.ts';
import { createTrainingGround, type TrainingGround } from '../../src/lab/training/training-ground.ts';
import { drawCatalogue } from '../lab/training/draw-catalogue.ts';

/** A policy and a seed. */
export interface ShortTraining {
  readonly policy: string;
  readonly seed: number;
}

/** What is trained, in the order in which curves are merged. */
export const SHORT_TRAININGS: readonly ShortTraining[] = [
  { policy: 'a2c', seed: 1 },
  { policy: 'a2c', seed: 2 },
  { policy: 'ppo', seed: 1 },
  { policy: 'trpo', seed: 1 },
  { policy: 'dqn', seed: 1 },
  { policy: 'thompson', seed: 1 },
];

const { signal } = new AbortController();
const OPTIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ppo: { n_steps: 256, n_epochs: 2 },
  trpo: { n_steps: 256, n_critic_updates: 1, cg_max_steps: 5 },
  dqn: { learning_starts: 64 },
};
let opened: Promise<TrainingGround> | null = null;

/** Six people and 41 books, which is no multiple of 4: loops in WebAssembly have a rest. */
async function ground(): Promise<TrainingGround> {
  const catalogue = await drawCatalogue({ people: 6, items: 41, seed: 1 });
  return createTrainingGround(catalogue, createRuleRater(), { seed: 1, usesSurrogate: true }, signal);
}

/** Trains and judges. @returns the SHA-256 of curve, scores and all numbers of the policy */
export async function trainShortly({ policy: name, seed }: ShortTraining): Promise<string> {
  const at = await (opened ??= ground());
  const { catalogue, scale, features, expected } = at;
  const policy = createPolicy(name, {
    shape: { users: 6, items: 41 },
    random: createRandom(`policy ${name} ${seed}`),
    features,
    expected,
    ratingRange: scale,
    steps: 1024,
    options: OPTIONS[name] ?? {},
  });
  const curve: CurvePoint[] = [];
  const onRound = (point: CurvePoint): void => void curve.push(point);
  await trainPolicy(policy, at.createTraining(), { seed, rounds: 2, stepsPerRound: 512 }, { signal, onRound });
  const people = await recommendToAll(policy, at.createEvaluation(), seed, signal);
  const hash = sha256.create();
  hash.update(new TextEncoder().encode(JSON.stringify([curve, people, scorePeople(people, catalogue, scale.max)])));
  for (const values of Object.values(policy.save())) hash.update(new Uint8Array(values.buffer.slice(0)));
  return bytesToHex(hash.digest());
}

/** All of them, one after another. */
export async function trainAllShortly(): Promise<string[]> {
  const digests: string[] = [];
  for (const training of SHORT_TRAININGS) digests.push(await trainShortly(training));
  return digests;
}

/**
 * @file The hyperparameters that SUBER's public code trains with, by policy: Stable-Baselines3's where it names none. What stays the lab's own
 * under them: seen items are masked for TRPO and DQN too (there TRPO is masked where it is judged alone, and DQN values them at 0). What
 * Stable-Baselines3 comes to on SUBER's networks stands in docs/experiments.
 */
import type { A2cOptions } from './a2c.ts';
import type { DqnOptions } from './dqn.ts';
import type { PpoOptions } from './ppo.ts';
import type { TrpoOptions } from './trpo.ts';

const DISCOUNT = 0.975;

const A2C: A2cOptions = {
  rate: 7e-4,
  decay: 0.99,
  epsilon: 1e-5,
  steps: 5,
  discount: DISCOUNT,
  lambda: 1,
  valueWeight: 0.5,
  entropyWeight: 0,
  clip: 0.5,
  rewardHorizon: 0,
  initialisation: 1,
};

const PPO: PpoOptions = {
  rate: 3e-4,
  steps: 2048,
  batch: 64,
  epochs: 10,
  discount: DISCOUNT,
  lambda: 0.95,
  clipRange: 0.2,
  valueWeight: 0.5,
  clip: 0.5,
  entropyWeight: 0,
  rewardHorizon: 0,
  initialisation: 1,
};

const TRPO: TrpoOptions = {
  rate: 1e-3,
  steps: 2048,
  batch: 128,
  criticEpochs: 10,
  discount: DISCOUNT,
  lambda: 0.95,
  divergence: 0.01,
  rounds: 15,
  damping: 0.1,
  fisherShare: 1,
  tries: 10,
  criticSeesRatings: 0,
  rewardHorizon: 0,
  initialisation: 1,
};

/** Exploration falls within a tenth of the steps. */
const dqn = (steps: number): DqnOptions => ({
  rate: 1e-4,
  batch: 32,
  every: 4,
  targetEvery: 10_000,
  discount: DISCOUNT,
  startsAt: 50_000,
  buffer: 250_000,
  explorationSteps: Math.max(1, Math.round(steps / 10)),
  leastExploration: 0.05,
  clip: 10,
  ratingScale: 1,
  isDouble: 0,
  rewardHorizon: 0,
});

export function asPublished(policy: string, steps: number): Readonly<Record<string, number>> {
  if (policy === 'a2c') return { ...A2C };
  if (policy === 'ppo') return { ...PPO };
  if (policy === 'trpo') return { ...TRPO };
  return policy === 'dqn' ? { ...dqn(steps) } : {};
}

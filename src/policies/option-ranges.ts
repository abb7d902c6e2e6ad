/** @file What each hyperparameter may be: numbers outside of it make no policy that learns. Each policy's own file says what they are. */
import type { A2cOptions } from './a2c.ts';
import type { BanditOptions } from './bandits.ts';
import type { DqnOptions } from './dqn.ts';
import type { PpoOptions } from './ppo.ts';
import type { TrpoOptions } from './trpo.ts';
import { ownValue } from '../core/json.ts';

/** The lab's names by those of Stable-Baselines3. */
export const OWN_NAMES: Readonly<Record<string, string>> = {
  learning_rate: 'rate',
  n_steps: 'steps',
  batch_size: 'batch',
  n_epochs: 'epochs',
  gamma: 'discount',
  gae_lambda: 'lambda',
  clip_range: 'clipRange',
  vf_coef: 'valueWeight',
  ent_coef: 'entropyWeight',
  max_grad_norm: 'clip',
  ortho_init: 'initialisation',
  rms_prop_eps: 'epsilon',
  buffer_size: 'buffer',
  learning_starts: 'startsAt',
  train_freq: 'every',
  target_update_interval: 'targetEvery',
  exploration_final_eps: 'leastExploration',
  target_kl: 'divergence',
  n_critic_updates: 'criticEpochs',
  cg_max_steps: 'rounds',
  cg_damping: 'damping',
};

export const ownOptionName = (name: string): string => ownValue(OWN_NAMES, name) ?? name;

/** Hyperparameters by the lab's names. Of one that is set twice the later counts: `checkPolicyOptions` refuses that. */
export const byOwnNames = <Value>(options: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [ownOptionName(name), value]));

export interface OptionRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

export type OptionRanges<Options> = Readonly<Record<keyof Options, OptionRange>>;

const whole = (least: number, most: number): OptionRange => ({ least, most, isWhole: true });
const real = (least: number, most: number): OptionRange => ({ least, most, isWhole: false });
/** For what is divided by, or must be above 0. */
const TINY = 1e-12;
const SHARE = real(0, 1);
const RATE = real(TINY, 10);
const WEIGHT = real(0, 1000);
const CLIP = real(1e-6, 1e6);
/** A rollout that is longer than a round of training would never be learnt from. */
const ROLLOUT = whole(1, 2048);
const HORIZON = whole(0, 1e9);

export const A2C_RANGES: OptionRanges<A2cOptions> = {
  rate: RATE,
  decay: SHARE,
  epsilon: real(TINY, 1),
  steps: ROLLOUT,
  discount: SHARE,
  lambda: SHARE,
  valueWeight: WEIGHT,
  entropyWeight: WEIGHT,
  clip: CLIP,
  rewardHorizon: HORIZON,
  initialisation: whole(0, 1),
};

export const PPO_RANGES: OptionRanges<PpoOptions> = {
  rate: RATE,
  steps: ROLLOUT,
  batch: ROLLOUT,
  epochs: whole(1, 1000),
  discount: SHARE,
  lambda: SHARE,
  clipRange: real(0, 10),
  valueWeight: WEIGHT,
  clip: CLIP,
  entropyWeight: WEIGHT,
  rewardHorizon: HORIZON,
  initialisation: whole(0, 1),
};

export const TRPO_RANGES: OptionRanges<TrpoOptions> = {
  rate: RATE,
  steps: ROLLOUT,
  batch: ROLLOUT,
  criticEpochs: whole(1, 1000),
  discount: SHARE,
  lambda: SHARE,
  divergence: real(TINY, 100),
  rounds: whole(1, 1000),
  damping: WEIGHT,
  fisherShare: real(0.001, 1),
  tries: whole(1, 1000),
  criticSeesRatings: whole(0, 1),
  rewardHorizon: HORIZON,
  initialisation: whole(0, 1),
};

export const DQN_RANGES: OptionRanges<DqnOptions> = {
  rate: RATE,
  batch: whole(1, 4096),
  every: whole(1, 1e6),
  targetEvery: whole(1, 1e9),
  discount: SHARE,
  startsAt: whole(0, 1e9),
  buffer: whole(1, 1e7),
  explorationSteps: whole(1, 1e9),
  leastExploration: SHARE,
  clip: CLIP,
  ratingScale: WEIGHT,
  isDouble: whole(0, 1),
  rewardHorizon: HORIZON,
};

export const BANDIT_RANGES: OptionRanges<Omit<BanditOptions, 'features'>> = {
  ridge: real(1e-6, 1e6),
  width: WEIGHT,
};

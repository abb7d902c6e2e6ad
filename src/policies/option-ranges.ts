/** @file What each hyperparameter may be: numbers outside of it make no policy that learns. Each policy's own file says what they are. */
import type { A2cOptions } from './a2c.ts';
import type { BanditOptions } from './bandits.ts';
import type { DqnOptions } from './dqn.ts';
import type { PpoOptions } from './ppo.ts';
import type { TrpoOptions } from './trpo.ts';

/** The numbers that a hyperparameter may be, both ends among them. */
export interface OptionRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** A range for every hyperparameter of a policy. */
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

/** Of LinUCB and Thompson sampling. */
export const BANDIT_RANGES: OptionRanges<Omit<BanditOptions, 'features'>> = {
  ridge: real(1e-6, 1e6),
  width: WEIGHT,
};

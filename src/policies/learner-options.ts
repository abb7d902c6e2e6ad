/** @file The hyperparameters that A2C, PPO and TRPO have in common. */
import type { WeightOptions } from '../numeric/networks/orthogonal.ts';

/** What is set of a learner with an actor and a critic. */
export interface LearnerOptions extends WeightOptions {
  /** γ: what the next step is worth today. */
  readonly discount: number;
  /** λ of generalized advantage estimation. */
  readonly lambda: number;
  /** Horizon of the running mean that is subtracted from rewards; 0 disables it. */
  readonly rewardHorizon: number;
}

/** @file Generalized advantage estimation (Schulman et al. 2016). */
import { square } from '../core/numbers/elementary-functions.ts';
import type { Observation, Transition } from '../core/environment.ts';
import type { WeightOptions } from '../numeric/networks/orthogonal.ts';

/**
 * Rewards less their mean (reward centring; Naik, Wan, Tomar and Sutton 2024). Ratings are far from 0: without it a value is some 140
 * points whatever is recommended, and what items differ by drowns in it.
 */
export class RewardCentre {
  /** The mean, and how many rewards it is of; in an array, so that they are saved with the rest. */
  readonly numbers = new Float32Array(2);
  private readonly horizon: number;

  /** @param horizon how many rewards the mean is of, the later ones counting more; 0 where nothing is to be subtracted */
  constructor(horizon: number) {
    this.horizon = horizon;
  }

  add(reward: number): void {
    if (this.horizon === 0) return;
    const [mean = 0, count = 0] = this.numbers;
    const next = Math.min(count + 1, this.horizon);
    this.numbers[1] = next;
    this.numbers[0] = mean + (reward - mean) / next;
  }

  centred(reward: number): number {
    return reward - this.numbers[0]!;
  }
}

export interface LearnerOptions extends WeightOptions {
  /** γ: what the next step is worth today. */
  readonly discount: number;
  /** λ of generalized advantage estimation. */
  readonly lambda: number;
  /** Horizon of the running mean that is subtracted from rewards; 0 disables it. */
  readonly rewardHorizon: number;
}

export interface RolloutStep {
  readonly reward: number;
  readonly value: number;
  /** The critic's value of where it led; 0 after an end of the environment's own. */
  readonly valueAfter: number;
  /** True where an episode ended here, by itself or cut off. */
  readonly isLast: boolean;
}

/**
 * The steps of a rollout.
 * @param samples transitions one after another, each with the critic's value of where it began
 * @param valueOf asked where the next sample does not begin where this one led
 */
export function rolloutSteps(
  samples: readonly (Transition & { readonly value: number })[],
  valueOf: (observation: Observation) => number,
  centre: RewardCentre,
): RolloutStep[] {
  return samples.map(({ reward, value, terminated, truncated, next }, at) => {
    const isLast = terminated || truncated;
    const isCut = isLast || at === samples.length - 1;
    const valueAfter = terminated ? 0 : isCut ? valueOf(next) : samples[at + 1]!.value;
    return { reward: centre.centred(reward), value, valueAfter, isLast };
  });
}

/** The advantages: A_t = δ_t + γ λ A_{t+1}, δ_t = r_t + γ V(s_{t+1}) − V(s_t), begun anew with each episode. */
export function generalizedAdvantages(steps: readonly RolloutStep[], discount: number, lambda: number): number[] {
  const advantages = new Array<number>(steps.length).fill(0);
  let following = 0;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const { reward, value, valueAfter, isLast } = steps[at]!;
    following = reward + discount * valueAfter - value + (isLast ? 0 : discount * lambda * following);
    advantages[at] = following;
  }
  return advantages;
}

/** The advantages at mean 0 and deviation 1, as PPO and TRPO take them. */
export function normalized(advantages: readonly number[]): number[] {
  const mean = advantages.reduce((sum, one) => sum + one, 0) / advantages.length;
  const variance = advantages.reduce((sum, one) => sum + square(one - mean), 0) / Math.max(1, advantages.length - 1);
  const scale = 1 / (Math.sqrt(variance) + 1e-8);
  return advantages.map((one) => scale * (one - mean));
}

/** @file The contract of an environment that a policy learns in, after Gymnasium (Towers et al. 2024), but asynchronous. */

import type { RatedPerson } from './rater.ts';
import type { Random } from './random.ts';

export interface Observation {
  /** The person's place in the environment's list, from 0. */
  readonly user: number;
  /** Absent where a policy is asked outside of an environment. */
  readonly person?: RatedPerson;
  /** Items seen in this episode by their places, in the order of first sight. */
  readonly items: readonly number[];
  readonly ratings: readonly number[];
}

export interface Reset {
  readonly observation: Observation;
  readonly info: Readonly<Record<string, unknown>>;
}

export interface Step extends Reset {
  readonly reward: number;
  /** The episode ended by the environment's own rules: nothing follows, so nothing is worth anything after it. */
  readonly terminated: boolean;
  /** It was cut off from outside, such as by a time limit: what would have followed still counts. */
  readonly truncated: boolean;
}

export interface EpisodeStatistics {
  readonly user: number;
  readonly length: number;
  readonly reward: number;
}

export interface ResetOptions {
  /** Seeds the environment's random numbers. The first reset needs one. */
  readonly seed?: number;
  readonly user?: number;
}

/** An environment whose actions are items: 0 … itemCount − 1. */
export interface Environment {
  readonly userCount: number;
  readonly itemCount: number;
  readonly ratingRange: { readonly min: number; readonly max: number };
  /** @throws LabError `spec-invalid` without a seed at the first time, or with a user that there is not */
  reset(options?: ResetOptions): Promise<Reset>;
  /** @throws LabError `spec-invalid` out of an episode or for an unknown item, `model-failed` where no rating could be had */
  step(action: number): Promise<Step>;
}

export interface Transition {
  readonly observation: Observation;
  readonly action: number;
  readonly reward: number;
  readonly next: Observation;
  readonly terminated: boolean;
  readonly truncated: boolean;
}

/** Numbers of a policy by name; enough to go on bit for bit. */
export type PolicyState = Readonly<Record<string, Float32Array>>;

export interface Chooser {
  readonly id: string;
  readonly title: string;
  /** The item that it takes to be best, without learning. */
  choose(observation: Observation): number | Promise<number>;
}

export interface Policy extends Chooser {
  begin(random: Random): void;
  /** An item to try while training: never one seen in this episode, unless all are. */
  act(observation: Observation): number;
  /** Learns from the transition after the last `act`. @throws LabError `internal` when its weights become NaN */
  learn(transition: Transition): void;
  choose(observation: Observation): number;
  save(): PolicyState;
  /** Takes up saved numbers. @throws LabError `file-damaged` where they are another policy's */
  load(state: PolicyState): void;
}

export interface PolicyShape {
  readonly users: number;
  readonly items: number;
}

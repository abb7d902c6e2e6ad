/**
 * @file The contract of an environment that a policy learns in, after Gymnasium (Towers et al. 2024): `reset`, `step`,
 * observation, reward, terminated, truncated, info. Asynchronous, because a language model may be behind it.
 */

import type { RatedPerson } from './rater.ts';
import type { Random } from './random.ts';

/** What a policy sees: who the person is and what the person rated so far in this episode. */
export interface Observation {
  /** The person's place in the environment's list, from 0. */
  readonly user: number;
  /** What is known of the person: name, age, gender, description, job, hobby; absent where a policy is asked outside of an environment. */
  readonly person?: RatedPerson;
  /** Items seen in this episode by their places, in the order of first sight. */
  readonly items: readonly number[];
  /** The last rating of each, as it is kept in memory; beside `items`. */
  readonly ratings: readonly number[];
}

/** What is told besides, for people and statistics; no policy may learn from it. */
export type EnvironmentInfo = Readonly<Record<string, unknown>>;

/** The beginning of an episode. */
export interface Reset {
  readonly observation: Observation;
  readonly info: EnvironmentInfo;
}

/** What came of an action. */
export interface Step extends Reset {
  readonly reward: number;
  /** The episode ended by the environment's own rules: nothing follows, so nothing is worth anything after it. */
  readonly terminated: boolean;
  /** It was cut off from outside, such as by a time limit: what would have followed still counts. */
  readonly truncated: boolean;
}

/** What a finished episode came to. */
export interface EpisodeStatistics {
  readonly user: number;
  /** Its steps. */
  readonly length: number;
  /** The sum of the rewards. */
  readonly reward: number;
}

/** How an episode is begun. */
export interface ResetOptions {
  /** Begins the environment's random numbers anew; where absent they go on. The first reset needs one. */
  readonly seed?: number;
  /** Whose episode it is; drawn where absent. */
  readonly user?: number;
}

/** An environment whose actions are items: 0 … itemCount − 1. */
export interface Environment {
  readonly userCount: number;
  readonly itemCount: number;
  /** The ratings that memory can hold; a reward may be shaped but stays within. */
  readonly ratingRange: { readonly min: number; readonly max: number };
  /** @throws LabError `spec-invalid` without a seed at the first time, or with a user that there is not */
  reset(options?: ResetOptions): Promise<Reset>;
  /**
   * @param action an item's place
   * @throws LabError `spec-invalid` before the first reset, after the end of an episode, or for an item that there is not;
   * `model-failed` where no rating could be had
   */
  step(action: number): Promise<Step>;
}

/** What came of an action, as a learner needs it. */
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

/** Chooses items for people. */
export interface Chooser {
  /** `a2c`, `recmind`. */
  readonly id: string;
  readonly title: string;
  /** The item that it takes to be best, without learning. @throws LabError where it has to ask somebody, what that throws */
  choose(observation: Observation): number | Promise<number>;
}

/** Chooses items for people, and learns from what they rate. */
export interface Policy extends Chooser {
  /**
   * Begins a round of training; all that is drawn until the next one is drawn from this source. What was seen but not yet
   * learnt from is dropped.
   */
  begin(random: Random): void;
  /** An item to try while training: never one seen in this episode, unless all are. */
  act(observation: Observation): number;
  /** Learns from what came of the last `act`. @throws LabError `internal` when its weights become NaN */
  learn(transition: Transition): void;
  /** The item that it takes to be best, without any chance and without learning. */
  choose(observation: Observation): number;
  /** A copy of its numbers. */
  save(): PolicyState;
  /** Takes up saved numbers. @throws LabError `file-damaged` where they are another policy's */
  load(state: PolicyState): void;
}

/** What a policy is made for. */
export interface PolicyShape {
  readonly users: number;
  readonly items: number;
}

/** @file A recommender that learns by acting. */
import type { Observation } from './environment.ts';
import type { Random } from './random.ts';

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

/**
 * @file What cells of notebooks run: tasks, a conversation with the recommender, or policies that learn from simulated people. All give
 * the same events for the same spec.
 */
import type { ComponentSpec, RunSpec } from '../core/run.ts';

/** A conversation: what a person says to the recommender, turn by turn. */
export interface ConversationSpec {
  readonly kind: 'conversation';
  readonly dataset: ComponentSpec;
  readonly turns: readonly string[];
  readonly model: ComponentSpec;
  /** All tool calls at once, or one after each observation. */
  readonly planning: 'plan-first' | 'step-by-step';
  /** How often a turn is planned anew after the critic's no; 0 for no critic. */
  readonly reflections: number;
  readonly profile: boolean;
  readonly seed: number;
}

/** Policies that learn by recommending to simulated people, and are judged by what these rate. */
export interface PolicyTrainingSpec {
  readonly kind: 'training';
  /** Whose items are recommended; the people are generated. */
  readonly dataset: ComponentSpec;
  readonly people: number;
  readonly items: number;
  /** Their options are numbers in place of their own hyperparameters. */
  readonly policies: readonly ComponentSpec[];
  /** Ratings come from a surrogate fitted on the rules, or from the rules themselves, which always judge. */
  readonly learnsFrom: 'surrogate' | 'rules';
  /** Recommendations of each policy while it learns. */
  readonly steps: number;
  readonly seed: number;
}

/** What can be simulated. */
export type SimulationSpec = ConversationSpec | PolicyTrainingSpec;

/** What a cell runs. */
export type CellSpec = RunSpec | SimulationSpec;

/** True for a simulation, false for a run of tasks. */
export const isSimulation = (spec: CellSpec): spec is SimulationSpec => 'kind' in spec;

/**
 * @file What cells of notebooks run: tasks, a conversation with the recommender, or policies that learn from simulated people. All give
 * the same events for the same spec.
 */
import type { ConversationSettings } from '../core/dialogue.ts';
import type { ComponentSpec, RunSpec } from '../core/run.ts';
import type { EnvironmentSpec, TrainingSpec } from '../core/simulation.ts';

/** A conversation: what a person says to the recommender, turn by turn. */
export interface ConversationSpec extends ConversationSettings {
  readonly kind: 'conversation';
  readonly dataset: ComponentSpec;
  readonly turns: readonly string[];
  readonly model: ComponentSpec;
  readonly seed: number;
}

/** The environment of a cell: its items are those of the cell's dataset, rules rate, and the scale is that of the items. */
export type CellEnvironment = Omit<EnvironmentSpec, 'of' | 'also' | 'prompt'>;

/** A training on the items of the cell's dataset. */
export interface CellTrainingSpec extends Omit<TrainingSpec, 'environment' | 'planner'> {
  readonly kind: 'training';
  readonly dataset: ComponentSpec;
  readonly environment: CellEnvironment;
}

/** What can be simulated. */
export type SimulationSpec = ConversationSpec | CellTrainingSpec;

/** What a cell runs. */
export type CellSpec = RunSpec | SimulationSpec;

/** True for a simulation, false for a run of tasks. */
export const isSimulation = (spec: CellSpec): spec is SimulationSpec => 'kind' in spec;

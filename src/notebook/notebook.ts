/** @file Notebooks as data: what is to be run and shown. The outputs of cells are kept beside them. */
import type { ComponentSpec, RunSpec } from '../core/run.ts';
import type { ConversationSettings } from '../core/dialogue.ts';
import type { EnvironmentSpec, TrainingSpec } from '../core/simulation.ts';

interface CellBase {
  /** Unique in the notebook, and the same for as long as the cell is: lower-case letters, digits and hyphens. */
  readonly id: string;
}

export interface TextCell extends CellBase {
  readonly type: 'text';
  readonly text: string;
}

export interface DatasetCell extends CellBase {
  readonly type: 'dataset';
  readonly dataset: ComponentSpec;
}

export interface RunCell extends CellBase {
  readonly type: 'run';
  readonly spec: RunSpec;
}

/** A run for each planner, which differs from `spec` in `recommender.options.planner` alone. */
export interface ComparisonCell extends CellBase {
  readonly type: 'comparison';
  readonly spec: RunSpec;
  readonly planners: readonly string[];
}

export interface EvaluationCell extends CellBase {
  readonly type: 'evaluation';
  readonly spec: RunSpec;
  readonly recommenders: readonly ComponentSpec[];
  readonly models: readonly ComponentSpec[];
  readonly shots: readonly number[];
  readonly seeds: readonly number[];
}

export interface SimulationCell extends CellBase {
  readonly type: 'simulation';
  readonly spec: SimulationSpec;
}

export interface SqlCell extends CellBase {
  readonly type: 'sql';
  readonly source: string;
  readonly query: string;
}

export type ChartKind = 'bar' | 'line';

export interface ChartCell extends CellBase {
  readonly type: 'chart';
  readonly source: string;
  readonly kind: ChartKind;
  /** Columns; where `y` is null, bars count rows by `x`. */
  readonly x: string;
  readonly y: string | null;
  readonly colour: string | null;
}

export type Cell =
  TextCell | DatasetCell | RunCell | ComparisonCell | EvaluationCell | SimulationCell | SqlCell | ChartCell;

export type RunningCell = RunCell | ComparisonCell | EvaluationCell | SimulationCell;

/** What went into a run and what came out: of each SHA-256 the first 24 hexadecimal digits. */
export interface RunFingerprints {
  readonly dataset: string;
  readonly spec: string;
  readonly prompts: string;
  /** Of the events without their times: the beginning of the `digest` in the run's summary. */
  readonly results: string;
}

export interface ExpectedResults {
  readonly app: string;
  readonly runs: readonly RunFingerprints[];
}

export interface Notebook {
  readonly version: 1;
  readonly title: string;
  readonly cells: readonly Cell[];
  readonly expected?: { readonly [cell: string]: ExpectedResults };
  /** Recorded replies as JSON Lines, by the name that `replies.recording` of a spec gives. */
  readonly recordings?: { readonly [name: string]: string };
}

export interface ConversationSpec extends ConversationSettings {
  readonly kind: 'conversation';
  readonly dataset: ComponentSpec;
  readonly turns: readonly string[];
  readonly model: ComponentSpec;
  readonly seed: number;
}

/** Its items are those of the cell's dataset, and rules rate. */
export type CellEnvironment = Omit<EnvironmentSpec, 'of' | 'also' | 'prompt'>;

export interface CellTrainingSpec extends Omit<TrainingSpec, 'environment' | 'planner'> {
  readonly kind: 'training';
  readonly dataset: ComponentSpec;
  readonly environment: CellEnvironment;
}

export type SimulationSpec = ConversationSpec | CellTrainingSpec;

export type CellSpec = RunSpec | SimulationSpec;

export const isSimulation = (spec: CellSpec): spec is SimulationSpec => 'kind' in spec;

export type SimulationKind = SimulationSpec['kind'];

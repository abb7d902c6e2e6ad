/**
 * @file Notebooks as data: what students and teachers keep and pass on. A notebook names what is to be run and shown; the
 * outputs of its cells are folds over recorded events and are not part of it.
 */
import type { ComponentSpec, RunSpec } from '../core/run.ts';
import type { ConversationSettings } from '../core/dialogue.ts';
import type { EnvironmentSpec, TrainingSpec } from '../core/simulation.ts';

interface CellBase {
  /** Unique in the notebook, and the same for as long as the cell is: lower-case letters, digits and hyphens. */
  readonly id: string;
}

/** Markdown, as it was written. Whoever shows it makes it safe first. */
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

/** Several planners on the same tasks: a run for each, which differs from `spec` in `recommender.options.planner` alone. */
export interface ComparisonCell extends CellBase {
  readonly type: 'comparison';
  readonly spec: RunSpec;
  readonly planners: readonly string[];
}

/** An evaluation grid: a run of `spec` for each recommender, model, number of shots and seed. */
export interface EvaluationCell extends CellBase {
  readonly type: 'evaluation';
  readonly spec: RunSpec;
  readonly recommenders: readonly ComponentSpec[];
  readonly models: readonly ComponentSpec[];
  readonly shots: readonly number[];
  readonly seeds: readonly number[];
}

/** A simulation: one run of a conversation, or a run for each policy that learns. */
export interface SimulationCell extends CellBase {
  readonly type: 'simulation';
  readonly spec: SimulationSpec;
}

export interface SqlCell extends CellBase {
  readonly type: 'sql';
  readonly source: string;
  readonly query: string;
}

export type ChartKind = 'bar' | 'line' | 'point' | 'histogram';

export interface ChartCell extends CellBase {
  readonly type: 'chart';
  /** The id of a cell that gives rows: any but a text or a chart. */
  readonly source: string;
  readonly kind: ChartKind;
  /** Columns; a histogram counts by `x` alone, so its `y` is null. */
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
  /** Of the complete spec as canonical JSON. */
  readonly spec: string;
  /** Of everything that models were asked, in order. */
  readonly prompts: string;
  /** Of the events without their times: the beginning of the `digest` in the run's summary. */
  readonly results: string;
}

export interface ExpectedResults {
  readonly app: string;
  /** One for each run of the cell, in their order. */
  readonly runs: readonly RunFingerprints[];
}

export interface Notebook {
  readonly version: 1;
  readonly title: string;
  readonly cells: readonly Cell[];
  /** By cell id; for running cells only. */
  readonly expected?: { readonly [cell: string]: ExpectedResults };
  /** Recorded replies as JSON Lines, by the name that `replies.recording` of a spec gives. */
  readonly recordings?: { readonly [name: string]: string };
}

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

export interface CellTrainingSpec extends Omit<TrainingSpec, 'environment' | 'planner'> {
  readonly kind: 'training';
  readonly dataset: ComponentSpec;
  readonly environment: CellEnvironment;
}

export type SimulationSpec = ConversationSpec | CellTrainingSpec;

export type CellSpec = RunSpec | SimulationSpec;

export const isSimulation = (spec: CellSpec): spec is SimulationSpec => 'kind' in spec;

export type SimulationKind = SimulationSpec['kind'];

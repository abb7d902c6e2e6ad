/** @file An evaluation: a grid of runs on the same tasks. docs/evaluation.md describes it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LabError, toLabError } from '../../core/errors.ts';
import type { Factors } from '../../core/evaluation.ts';
import { asJson, canonicalJson, type Json, type JsonObject } from '../../core/json.ts';
import { programIn } from '../../core/planner-program.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { PLANNERS } from '../../planners/registry.ts';
import type { z } from '../../tools/schema.ts';
import { EVALUATION } from './evaluation-shape.ts';
import { isBaseline } from '../run/baseline-spec.ts';
import { parseRunSpec, type CompleteRunSpec, type DatasetSpec } from '../run/run-spec.ts';
import {
  NO_EXAMPLE_DATASETS,
  sourceKey,
  type ExampleDatasets,
  type ExampleFingerprints,
} from '../run/example-datasets.ts';
import { readShape } from '../run/spec-error.ts';

const MOST_CELLS = 10_000;

export type EvaluationSpec = z.infer<typeof EVALUATION>;

export interface EvaluationRow {
  readonly label: string;
  readonly factors: Factors;
  /** The label of its cells: where a tree is answered twice, its two rows have the same. */
  readonly run: string;
  readonly answer: AnswerFrom;
}

export interface EvaluationCell {
  readonly label: string;
  readonly spec: CompleteRunSpec;
  /** SHA-256 of the complete spec and the dataset's fingerprint, in hexadecimal. */
  readonly digest: string;
}

export interface Evaluation {
  readonly spec: EvaluationSpec;
  readonly cells: readonly EvaluationCell[];
  readonly rows: readonly EvaluationRow[];
  readonly base: string;
}

type Component = EvaluationSpec['recommenders'][number];

interface Row extends EvaluationRow {
  readonly parts: { readonly [field: string]: Json };
  readonly examples: Examples;
  readonly history?: number;
}

// Enough that only the budget ends planning.
const WITHOUT_END = 40;

const AS_THEY_ARE: Examples = { shots: undefined, from: undefined };

const partOf = ({ name, options }: Component): Json => ({ name, options });

function nameOf({ name, options, label }: Component, option: string): string {
  const chosen = programIn(options)?.title ?? options[option];
  return label ?? (typeof chosen === 'string' ? chosen : name);
}

/** How examples are given: their number, and where they come from; undefined where the grid does not say. */
interface Examples {
  readonly shots: number | undefined;
  readonly from: Component | null | undefined;
}

function examplesOf({ shots, examplesFrom, spec }: EvaluationSpec): Examples[] {
  const tasks = spec['tasks'] as { readonly options?: { readonly shots?: Json } } | undefined;
  return (shots ?? [undefined]).flatMap((shot): Examples[] => {
    // Without examples it is all one where they come from.
    if ((shot ?? tasks?.options?.shots ?? 0) === 0) return [{ shots: shot, from: undefined }];
    return (examplesFrom ?? [undefined]).map((from) => ({ shots: shot, from }));
  });
}

const takesBudget = ({ name }: Component): boolean => name === 'recmind';

/** What is crossed with a method that asks a model; one entry that changes nothing where the grid does not say. */
function levelsOf(spec: EvaluationSpec, recommender: Component) {
  const { models = [null], callBudgets = [null] } = spec;
  const budgets = takesBudget(recommender) ? callBudgets : [null];
  return models.flatMap((model) =>
    examplesOf(spec).flatMap((examples) => budgets.map((budget) => ({ model, examples, budget }))),
  );
}

const sourceOf = ({ name, label }: Component): string => label ?? name;

function answersAsked({ name, options: { answerFrom } }: Component): readonly AnswerFrom[] {
  if (name !== 'recmind' || (answerFrom !== 'both' && answerFrom !== 'explored')) return ['kept'];
  return answerFrom === 'both' ? ['kept', 'explored'] : ['explored'];
}

/** What a method is called by its answer. A label that a person gave to a method with one answer stays as it is. */
function answerTitle(recommender: Component, method: string, answer: AnswerFrom): string {
  const isNamed = recommender.label !== undefined && recommender.options['answerFrom'] !== 'both';
  return answer === 'kept' || isNamed ? method : `${method}, everything explored`;
}

/** With a budget of model calls, only that ends planning; the steps are the method's own where it names them. */
function withinBudget(recommender: Component, modelCalls: number | null): Component {
  if (modelCalls === null) return recommender;
  const budget = { modelCalls, toolCalls: null };
  const endless = PLANNERS.find(({ name }) => name === recommender.options['planner'])?.endless;
  return { ...recommender, options: { ...(endless ?? { steps: WITHOUT_END }), ...recommender.options, budget } };
}

/** Every method at every length of history, which baselines for sequences read too. */
function rowsOf(spec: EvaluationSpec): Row[] {
  const { histories = [] } = spec;
  if (histories.length === 0) return rowsAt(spec);
  const many = (label: string, history: number): string =>
    histories.length > 1 ? `${label}, history of ${String(history)}` : label;
  return histories.flatMap((history) =>
    rowsAt(spec).map((row): Row => {
      const labels = { label: many(row.label, history), run: many(row.run, history) };
      return { ...row, ...labels, factors: { ...row.factors, history }, history };
    }),
  );
}

/** A baseline asks no model and reads no examples, so it has one row whatever the models, shots and budgets are. */
function rowsAt(spec: EvaluationSpec): Row[] {
  const { models = [], shots = [], callBudgets = [], examplesFrom = [] } = spec;
  return spec.recommenders.flatMap((recommender): Row[] => {
    const method = nameOf(recommender, 'planner');
    const none = { method, model: null, shots: null, budget: null };
    if (isBaseline(recommender)) {
      const parts = { recommender: partOf(recommender) };
      return [{ label: method, factors: none, run: method, answer: 'kept', parts, examples: AS_THEY_ARE }];
    }
    return levelsOf(spec, recommender).flatMap(({ model, examples, budget }): Row[] => {
      const { from } = examples;
      const modelName = model === null ? null : nameOf(model, 'preset');
      const labelled = (title: string): string =>
        [
          title,
          ...(modelName !== null && models.length > 1 ? [modelName] : []),
          ...(shots.length > 1 ? [`${String(examples.shots)} shots`] : []),
          ...(examplesFrom.length > 1 && from !== undefined
            ? [from === null ? 'own examples' : `examples from ${sourceOf(from)}`]
            : []),
          ...(callBudgets.length > 1 && takesBudget(recommender)
            ? [budget === null ? 'no budget' : `${String(budget)} calls`]
            : []),
        ].join(', ');
      const parts = {
        recommender: partOf(withinBudget(recommender, budget)),
        ...(model !== null && { model: partOf(model) }),
      };
      const factors = {
        model: modelName,
        shots: examples.shots ?? null,
        budget,
        ...(from !== undefined && { examplesFrom: from === null ? null : sourceOf(from) }),
      };
      const answers = answersAsked(recommender).map((answer) => ({
        answer,
        method: answerTitle(recommender, method, answer),
      }));
      const run = labelled(answers[0]?.method ?? method);
      return answers.map(({ answer, method: title }): Row => ({
        label: labelled(title),
        factors: { method: title, ...factors },
        run,
        answer,
        parts,
        examples,
      }));
    });
  });
}

function checkRows(rows: readonly Row[], base: string | undefined): void {
  const labels = rows.map(({ label }) => label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) {
    throw new LabError('spec-invalid', `Two rows are called "${twice}"; give one of them another label.`);
  }
  if (base !== undefined && !labels.includes(base)) {
    throw new LabError('spec-invalid', `base: there is no row "${base}"; one of ${labels.join(', ')}.`, {
      field: 'base',
    });
  }
}

function withExamples(
  spec: { readonly [field: string]: Json },
  { shots, from }: Examples,
): { readonly [field: string]: Json } {
  if (shots === undefined && from === undefined) return spec;
  const tasks = spec['tasks'] as { readonly options?: { readonly [option: string]: Json } } | undefined;
  const { examplesFrom = null, ...options } = tasks?.options ?? {};
  const source = shots === 0 ? null : from === undefined ? examplesFrom : from && partOf(from);
  return {
    ...spec,
    tasks: {
      ...tasks,
      options: { ...options, ...(shots !== undefined && { shots }), ...(source !== null && { examplesFrom: source }) },
    },
  };
}

/** The digest of a run on a dataset. @param examples the fingerprint of the dataset of its examples, where that is another */
function digestOf(spec: CompleteRunSpec, dataset: string, examples: string | undefined): string {
  const run = { spec: asJson(spec), dataset, ...(examples !== undefined && { examples }) };
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(run))));
}

/** Checks an evaluation and all its runs. Unknown example datasets are left out of digests. @throws LabError naming the row */
export function parseEvaluation(input: unknown, dataset: string, examples: ExampleFingerprints = {}): Evaluation {
  const spec = readShape(EVALUATION, input);
  const rows = rowsOf(spec);
  checkRows(rows, spec.base);
  checkHistories(spec);
  const seeds: readonly { readonly seed?: number }[] = spec.seeds?.map((seed) => ({ seed })) ?? [{}];
  if (rows.length * seeds.length > MOST_CELLS) {
    throw new LabError(
      'spec-invalid',
      `An evaluation holds at most ${MOST_CELLS} runs, not ${rows.length * seeds.length}.`,
    );
  }
  const runs = rows.filter(({ label, run }) => label === run);
  const cells = runs.flatMap(({ label, parts, examples: given, history }) =>
    seeds.map((seed): EvaluationCell => {
      const shared = withHistory(spec.spec, history);
      const complete = inRow(label, () => parseRunSpec(withExamples({ ...shared, ...parts, ...seed }, given)));
      const { examplesFrom } = complete.tasks.options;
      const shown = examplesFrom && examples[sourceKey(examplesFrom)];
      return { label, spec: complete, digest: digestOf(complete, dataset, shown) };
    }),
  );
  return {
    spec,
    cells,
    rows: rows.map(({ label, factors, run, answer }) => ({ label, factors, run, answer })),
    base: spec.base ?? rows[0]?.label ?? '',
  };
}

export function exampleSourcesOf({ cells }: Pick<Evaluation, 'cells'>): DatasetSpec[] {
  const sources = cells.flatMap(({ spec }) => spec.tasks.options.examplesFrom ?? []);
  return [...new Map(sources.map((source) => [sourceKey(source), source])).values()];
}

/** The fingerprints of those datasets. @throws LabError `task-impossible` where one is not open */
export function exampleFingerprints(
  evaluation: Pick<Evaluation, 'cells'>,
  open: ExampleDatasets = NO_EXAMPLE_DATASETS,
): ExampleFingerprints {
  const sources = exampleSourcesOf(evaluation);
  return Object.fromEntries(sources.map((source) => [sourceKey(source), open.find(source).manifest.sha256]));
}

type Tasks = { readonly name?: Json; readonly options?: JsonObject } | undefined;

/** Checks that what is asked for has a history. @throws LabError `spec-invalid` */
function checkHistories({ histories, spec }: EvaluationSpec): void {
  if (histories === undefined || (spec['tasks'] as Tasks)?.name === 'sequential-recommendation') return;
  const problem = 'histories: only the prompts of sequential-recommendation list a history; leave it out';
  throw new LabError('spec-invalid', `${problem}.`, { field: 'histories' });
}

function withHistory(spec: JsonObject, history: number | undefined): JsonObject {
  const tasks = spec['tasks'] as Tasks;
  return history === undefined ? spec : { ...spec, tasks: { ...tasks, options: { ...tasks?.options, history } } };
}

function inRow<Value>(label: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (thrown) {
    const { code, message, details } = toLabError(thrown);
    throw new LabError(code, `${label}: ${message}`, details, { cause: thrown });
  }
}

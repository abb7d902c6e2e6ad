/**
 * @file An evaluation: a grid of runs on the same tasks. docs/evaluation.md describes it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LabError, toLabError } from '../../core/errors.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import { z } from '../../tools/schema.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run-spec.ts';
import { problemOf } from '../spec-problem.ts';

const MOST = 100;
const MOST_CELLS = 10_000;
const OPTIONS = z._default(z.record(z.string(), z.json()), {});
const LABEL = z.string().check(z.minLength(1), z.maxLength(80));
const COMPONENT = z.strictObject({ name: z.string(), options: OPTIONS, label: z.exactOptional(LABEL) });
const listOf = <Type extends z.core.SomeType>(type: Type) => z.array(type).check(z.minLength(1), z.maxLength(MOST));
const count = z.int().check(z.gte(1));

const SPEC = z.strictObject({
  /** Where its results are kept: those of finished tasks are taken from there. */
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,80}$/)),
  /** What the runs share. */
  spec: z.record(z.string(), z.json()),
  recommenders: listOf(COMPONENT),
  models: z.exactOptional(listOf(COMPONENT)),
  shots: z.exactOptional(listOf(z.int())),
  seeds: z.exactOptional(listOf(z.int())),
  /** The label of the row that the others are compared with; the first where it is not given. */
  base: z.exactOptional(z.string()),
  /** Of all runs together. */
  budget: z._default(z.strictObject({ modelCalls: z._default(count, 1e9), tokens: z._default(count, 1e12) }), {
    modelCalls: 1e9,
    tokens: 1e12,
  }),
});

/** An evaluation as people write it, its shape checked. */
export type EvaluationSpec = z.infer<typeof SPEC>;

/** One run of an evaluation. */
export interface EvaluationCell {
  /** The row of the table that it belongs to. */
  readonly label: string;
  readonly spec: CompleteRunSpec;
  /** SHA-256 of the complete spec and the dataset's fingerprint, in hexadecimal. */
  readonly digest: string;
}

/** A checked evaluation. */
export interface Evaluation {
  readonly spec: EvaluationSpec;
  /** Row by row, in each the seeds in their order. */
  readonly cells: readonly EvaluationCell[];
  /** The labels of the rows. */
  readonly rows: readonly string[];
  readonly base: string;
}

type Component = EvaluationSpec['recommenders'][number];

interface Row {
  readonly label: string;
  readonly parts: { readonly [field: string]: Json };
  readonly shots: number | undefined;
}

const isBaseline = ({ name }: Component): boolean => name.startsWith('baseline/');
const partOf = ({ name, options }: Component): Json => ({ name, options });

function nameOf({ name, options, label }: Component, option: string): string {
  const chosen = options[option];
  return label ?? (typeof chosen === 'string' ? chosen : name);
}

/** A baseline asks no model and reads no examples, so it has one row whatever the models and shots are. */
function rowsOf({ recommenders, models = [], shots = [] }: EvaluationSpec): Row[] {
  const rows: Row[] = [];
  for (const recommender of recommenders) {
    const own = nameOf(recommender, 'planner');
    const parts = { recommender: partOf(recommender) };
    if (isBaseline(recommender)) {
      rows.push({ label: own, parts, shots: undefined });
      continue;
    }
    for (const model of models.length === 0 ? [null] : models) {
      for (const shot of shots.length === 0 ? [undefined] : shots) {
        const label = [
          own,
          ...(model !== null && models.length > 1 ? [nameOf(model, 'preset')] : []),
          ...(shots.length > 1 ? [`${String(shot)} shots`] : []),
        ].join(', ');
        rows.push({ label, parts: { ...parts, ...(model !== null && { model: partOf(model) }) }, shots: shot });
      }
    }
  }
  return rows;
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

function withShots(
  spec: { readonly [field: string]: Json },
  shots: number | undefined,
): { readonly [field: string]: Json } {
  if (shots === undefined) return spec;
  const tasks = spec['tasks'] as { readonly options?: { readonly [option: string]: Json } } | undefined;
  return { ...spec, tasks: { ...tasks, options: { ...tasks?.options, shots } } };
}

/** The digest of a run on a dataset. */
function digestOf(spec: CompleteRunSpec, dataset: string): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson({ spec: spec as unknown as Json, dataset }))));
}

/**
 * Checks an evaluation and all its runs.
 * @param dataset the fingerprint of the dataset that it is about
 * @throws LabError `spec-invalid`, `name-unknown`, naming the row where it is one row's
 */
export function parseEvaluation(input: unknown, dataset: string): Evaluation {
  const result = SPEC.safeParse(input);
  if (!result.success) throw problemOf(input, result.error);
  const spec = result.data;
  const rows = rowsOf(spec);
  checkRows(rows, spec.base);
  const seeds = spec.seeds ?? [parseRunSpec({ ...spec.spec, recommender: undefined, metrics: undefined }).seed];
  if (rows.length * seeds.length > MOST_CELLS) {
    throw new LabError(
      'spec-invalid',
      `An evaluation holds at most ${MOST_CELLS} runs, not ${rows.length * seeds.length}.`,
    );
  }
  const cells = rows.flatMap(({ label, parts, shots }) =>
    seeds.map((seed): EvaluationCell => {
      const complete = inRow(label, () => parseRunSpec(withShots({ ...spec.spec, ...parts, seed }, shots)));
      return { label, spec: complete, digest: digestOf(complete, dataset) };
    }),
  );
  const labels = rows.map(({ label }) => label);
  return { spec, cells, rows: labels, base: spec.base ?? labels[0] ?? '' };
}

function inRow<Value>(label: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (thrown) {
    const { code, message, details } = toLabError(thrown);
    throw new LabError(code, `${label}: ${message}`, details, { cause: thrown });
  }
}

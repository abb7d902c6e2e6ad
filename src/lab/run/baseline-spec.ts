/** @file Baselines as a RunSpec has them: `{"name": "baseline/item-cosine", "options": {"neighbours": 20}}`. */
import { LabError, toLabError } from '../../core/errors.ts';
import { BASELINE_PREFIX, methodKind } from '../../core/recommender.ts';
import { isTextType, type Task } from '../../core/task.ts';
import type { BaselineEntry } from '../../recommenders/baselines/baseline.ts';
import { BASELINES, baselineNamed, TEXT_BASELINES } from '../../recommenders/baselines/registry.ts';
import type { TextBaselineEntry } from '../../recommenders/baselines/text/text-baseline.ts';
import { z } from '../../tools/schema.ts';
import { inOneOrder } from './tool-spec.ts';

export type BaselineName = `${typeof BASELINE_PREFIX}${string}`;

/** `recommender` of a spec, for baselines; the hyperparameters are checked by `completeBaseline`. */
export const BASELINE = z.strictObject({
  name: z.enum([...BASELINES, ...TEXT_BASELINES].map(({ name }): BaselineName => `${BASELINE_PREFIX}${name}`)),
  options: z._default(inOneOrder(z.record(z.string(), z.number())), {}),
});

export type AnyBaseline = BaselineEntry | TextBaselineEntry;

export type BaselineSpec = z.infer<typeof BASELINE>;

export const isBaseline = (recommender: { readonly name: string }): recommender is BaselineSpec =>
  methodKind(recommender.name) === 'baseline';

const ANSWERS: Readonly<
  Record<AnyBaseline['kind'], { readonly does: string; readonly tasks: readonly Task['type'][] }>
> = {
  rating: { does: 'predicts ratings', tasks: ['rating-prediction'] },
  ranking: { does: 'ranks items', tasks: ['direct-recommendation', 'sequential-recommendation'] },
  sequence: {
    does: 'ranks what comes next',
    tasks: ['direct-recommendation', 'sequential-recommendation'],
  },
  text: { does: 'writes texts', tasks: ['explanation-generation', 'review-summarization'] },
};

/** The baseline that a spec names. @throws LabError `name-unknown` */
export function baselineOf({ name }: { readonly name: BaselineName }): AnyBaseline {
  const own = name.slice(BASELINE_PREFIX.length);
  return TEXT_BASELINES.find((entry) => entry.name === own) ?? baselineNamed(own);
}

export const tasksOf = ({ kind }: AnyBaseline): readonly Task['type'][] => ANSWERS[kind].tasks;

export function baselinesFor(task: Task['type']): BaselineName[] {
  const all: readonly AnyBaseline[] = isTextType(task) ? TEXT_BASELINES : BASELINES;
  return all
    .filter((entry) => tasksOf(entry).includes(task))
    .map(({ name }): BaselineName => `${BASELINE_PREFIX}${name}`);
}

/** Fills in every hyperparameter. @throws LabError `spec-invalid` for a wrong task, name or range */
export function completeBaseline(spec: BaselineSpec, task: Task['type']): BaselineSpec {
  const entry = baselineOf(spec);
  const { does, tasks } = ANSWERS[entry.kind];
  if (!tasks.includes(task)) {
    const problem = `${spec.name} ${does} and cannot answer ${task}; one of ${baselinesFor(task).join(', ')}`;
    throw new LabError('spec-invalid', `recommender.name: ${problem}.`, { field: 'recommender.name' });
  }
  try {
    entry.create(spec.options);
  } catch (thrown) {
    const { code, message } = toLabError(thrown);
    throw new LabError(code, `recommender.options: ${message}`, { field: 'recommender.options' }, { cause: thrown });
  }
  const defaults = Object.entries(entry.hyperparameters).map(([name, range]) => [name, range.default]);
  return { ...spec, options: { ...(Object.fromEntries(defaults) as Record<string, number>), ...spec.options } };
}

/** @file Fits baselines to a dataset without what a split holds out, as late as a run needs them. */
import type { Dataset } from '../../core/dataset.ts';
import { canonicalJson } from '../../core/json.ts';
import { createRandom } from '../../core/random.ts';
import type { Recommender } from '../../core/recommender.ts';
import { baselineRecommender } from '../../recommenders/baselines/scoring.ts';
import type { BaselineEntry, FitContext } from '../../recommenders/baselines/baseline.ts';
import {
  textRecommender,
  trainingReviews,
  type TrainingReviews,
} from '../../recommenders/baselines/text/text-baseline.ts';
import { trainingMatrix, type TrainingMatrix } from '../../recommenders/baselines/training-matrix.ts';
import { baselineOf, type BaselineSpec } from './baseline-spec.ts';
import { madeOnce } from './build-cache.ts';

type Fit = Omit<FitContext, 'random'>;

// A fit may hold a square matrix of all items.
const KEPT = 3;

export interface BaselineSource {
  /** A fitted baseline; the last three are cached. @throws LabError `aborted`, `task-impossible` */
  create(spec: BaselineSpec, seed: number, fit: Fit): Promise<Recommender>;
}

export function createBaselineSource(dataset: Dataset, heldOut: Int32Array): BaselineSource {
  const fits = new Map<string, (context: Fit) => Promise<Recommender>>();
  let matrix: TrainingMatrix | null = null;
  let reviews: TrainingReviews | null = null;
  const fit = async (entry: BaselineEntry, spec: BaselineSpec, seed: number, context: Fit): Promise<Recommender> => {
    const train = (matrix ??= trainingMatrix(dataset, heldOut));
    const random = createRandom(seed).fork('fit').fork(entry.name);
    const scorer = await entry.create(spec.options).fit(train, { ...context, random });
    return baselineRecommender(entry, scorer, train);
  };
  const fitted = (entry: BaselineEntry, spec: BaselineSpec, seed: number, context: Fit): Promise<Recommender> => {
    const key = canonicalJson([spec.name, spec.options, seed]);
    const once = fits.get(key) ?? madeOnce((own: Fit) => fit(entry, spec, seed, own));
    fits.delete(key);
    fits.set(key, once);
    for (const oldest of [...fits.keys()].slice(0, -KEPT)) fits.delete(oldest);
    return once(context);
  };
  return {
    async create(spec, seed, context) {
      const entry = baselineOf(spec);
      if (entry.kind === 'text')
        return textRecommender(entry, entry.create(spec.options), (reviews ??= trainingReviews(dataset, heldOut)));
      return fitted(entry, spec, seed, context);
    },
  };
}

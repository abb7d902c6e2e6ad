/**
 * @file Fits baselines to a dataset without what a split holds out, as late as a run needs them.
 */
import type { Dataset } from '../../core/dataset.ts';
import { canonicalJson } from '../../core/json.ts';
import { createRandom } from '../../core/random.ts';
import type { Recommender } from '../../core/recommender.ts';
import { baselineRecommender } from '../../recommenders/baselines/baseline-recommender.ts';
import type { FitContext } from '../../recommenders/baselines/baseline.ts';
import { textRecommender } from '../../recommenders/baselines/text/text-baseline.ts';
import { trainingReviews, type TrainingReviews } from '../../recommenders/baselines/text/training-reviews.ts';
import { trainingMatrix, type TrainingMatrix } from '../../recommenders/baselines/training-matrix.ts';
import { baselineOf, type BaselineSpec } from './baseline-spec.ts';
import { madeOnce } from './made-once.ts';

type Fit = Omit<FitContext, 'random'>;

// A fit may hold a square matrix of all items.
const KEPT = 3;

/** Makes fitted baselines for runs on one split of one dataset. */
export interface BaselineSource {
  /**
   * The baseline, fitted with a seed. Equal baselines and seeds are fitted once, as long as no more than two others were
   * asked for since.
   * @throws LabError `aborted`; `task-impossible` where the data cannot be fitted
   */
  create(spec: BaselineSpec, seed: number, fit: Fit): Promise<Recommender>;
}

/** @param heldOut positions of the interactions that must not be seen */
export function createBaselineSource(dataset: Dataset, heldOut: Int32Array): BaselineSource {
  const fits = new Map<string, (context: Fit) => Promise<Recommender>>();
  let matrix: TrainingMatrix | null = null;
  let reviews: TrainingReviews | null = null;
  const fit: BaselineSource['create'] = async (spec, seed, context) => {
    const entry = baselineOf(spec);
    if (entry.kind === 'text') {
      return textRecommender(entry, entry.create(spec.options), (reviews ??= trainingReviews(dataset, heldOut)));
    }
    const train = (matrix ??= trainingMatrix(dataset, heldOut));
    const random = createRandom(seed).fork('fit').fork(entry.name);
    const scorer = await entry.create(spec.options).fit(train, { ...context, random });
    return baselineRecommender(entry, scorer, train);
  };
  return {
    create(spec, seed, context) {
      const key = canonicalJson([spec.name, spec.options, seed]);
      const fitted = fits.get(key) ?? madeOnce((own: Fit) => fit(spec, seed, own));
      fits.delete(key);
      fits.set(key, fitted);
      for (const oldest of [...fits.keys()].slice(0, -KEPT)) fits.delete(oldest);
      return fitted(context);
    },
  };
}

/**
 * @file The section `rating`: predicted ratings beside the true ones.
 */
import { mae } from '../../metrics/rating/mae.ts';
import { rmse } from '../../metrics/rating/rmse.ts';
import { z } from '../../tools/schema.ts';
import { CASE, checkCaseFile, scoreSection, type CaseFile, type CaseScores } from './case-file.ts';

const RATINGS = z.object({ ...CASE, truth: z.array(z.number()), pred: z.array(z.number()) }).check(
  z.refine(({ truth, pred }) => truth.length === pred.length, {
    path: ['pred'],
    error: 'must have as many ratings as truth',
  }),
);
const FILE = z.object({ rating: z.array(RATINGS) });

/** `rmse` and `mae` by case. @throws LabError `file-invalid` */
export function scoreRatings(file: CaseFile): { readonly cases: Record<string, CaseScores> } {
  const { rating } = checkCaseFile(file, FILE);
  const scored = scoreSection(file, rating, ({ truth, pred }) => {
    const errors = pred.map((predicted, index) => Math.abs(predicted - truth[index]!));
    return { rmse: rmse.summarize(errors), mae: mae.summarize(errors) };
  });
  return { cases: Object.fromEntries(scored) };
}

/** @file The fitted recommenders that planners and managers may ask to rank. */
import type { LabDescription } from '../../../client/lab.ts';
import { isRankingType } from '../../../core/task.ts';

/** Those that rank by what was learnt. */
export const rankersAmong = (baselines: LabDescription['baselines']): LabDescription['baselines'] =>
  baselines.filter(({ name, tasks }) => tasks.some(isRankingType) && name !== 'baseline/random');

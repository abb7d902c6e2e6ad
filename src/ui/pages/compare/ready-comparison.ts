/** @file The comparison that the page opens with: measured before, and a file of the site. */
import type { EvaluationInput } from '../../../client/lab.ts';
import type { EvaluationTable } from '../../../core/evaluation.ts';
import { readyFile } from '../plan/ready-case.ts';

export interface ReadyComparison {
  readonly input: EvaluationInput;
  readonly table: EvaluationTable;
}

export const readReady = async (): Promise<ReadyComparison> =>
  (await (await readyFile('comparison.json')).json()) as ReadyComparison;

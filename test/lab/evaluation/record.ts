/** @file A record of an evaluation, made up. */
import type { TaskRecord } from '../../../src/core/evaluation.ts';

export const CELL = 'c'.repeat(64);
export const record = (task: string): TaskRecord => ({
  ...{ cell: CELL, task, person: 1, error: null, values: { 'HR@10': 1 } },
  ...{ position: 0, modelCalls: 1, toolCalls: 0, tokens: 9, seconds: 0.1 },
});

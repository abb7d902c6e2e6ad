/** @file The programs to start from. To add one: write its file, add it here. */
import type { ReadyProgram } from '../../core/planner-program.ts';
import { beamOfTwoProgram } from './beam-of-two.ts';
import { chainOfThoughtProgram } from './chain-of-thought.ts';
import { keepEverythingProgram } from './keep-everything.ts';
import { missingAwaitProgram } from './missing-await.ts';
import { twoSamplesProgram } from './two-samples.ts';

/** From the plainest on; the broken one comes last. */
export const READY_PROGRAMS: readonly ReadyProgram[] = [
  chainOfThoughtProgram,
  twoSamplesProgram,
  beamOfTwoProgram,
  keepEverythingProgram,
  missingAwaitProgram,
];

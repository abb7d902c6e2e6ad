import { expect, test } from 'vitest';
import { isExercise } from '../../src/notebook/check-run.ts';

test.each([
  ['exercise', true],
  ['exercise-2', true],
  ['exercises', false],
  ['my-exercise', false],
  ['run', false],
])('%s', (cell, is) => expect(isExercise(cell)).toBe(is));

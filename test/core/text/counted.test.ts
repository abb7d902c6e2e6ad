import { expect, test } from 'vitest';
import { counted } from '../../../src/core/text/words.ts';

test('a noun takes its plural where there is not one of it', () => {
  expect([1, 15].map((value) => counted(value, 'person', 'people'))).toEqual(['1 person', '15 people']);
  expect([0, 1, 2].map((value) => counted(value, 'step'))).toEqual(['0 steps', '1 step', '2 steps']);
});

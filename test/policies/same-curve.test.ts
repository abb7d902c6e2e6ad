/** @file The same seed gives the same curve: here what Node comes to; test/browser/same-curve.test.ts holds Chromium to it. */
import { expect, test } from 'vitest';
import { TRAINING_DIGESTS } from '../digests.ts';
import { SHORT_TRAININGS, trainAllShortly, trainShortly } from './short-training.ts';

test('short trainings come to what they always came to, bit for bit', async () => {
  expect(await trainAllShortly()).toEqual(TRAINING_DIGESTS);
}, 60_000);

test('in whatever order they are done', async () => {
  expect(await trainShortly(SHORT_TRAININGS[1]!)).toBe(TRAINING_DIGESTS[1]);
}, 60_000);

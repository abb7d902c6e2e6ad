/** @file Rewards of reflections: the numbers that MACRec's own code gives (macrec/rl/reward, de2d1d2), and a task's row. */
import { expect, test } from 'vitest';
import {
  judgementReward,
  rankingReward,
  ratingReward,
  ratingRewardV2,
} from '../../../src/recommenders/macrec/rewards.ts';

const scale = { min: 1, max: 5 };

test.each([
  [3, 4, 5, 3, 3.0074362565299992],
  [0, 4, 1, -8, 1.75],
  [0, 0, 2, 0, -16],
  [3, 3, 3, 0, 4],
  [2.5, 4, 4, 2.25, 2.294435986152969],
])('%d, then %d, of a true %d', (first, second, truth, v1, v2) => {
  expect(ratingReward({ first, second, truth, scale })).toBeCloseTo(v1, 12);
  expect(ratingRewardV2({ first, second, truth, scale })).toBeCloseTo(v2, 12);
});

test.each([
  [[1, 2, 3], [2, 3, 1], 2, 0.5],
  [[1, 2, 3], [2, 3, 1], 1, -2 / 3],
  [[], [3, 2, 1], 1, 1 / 3],
  [[1, 2], [2, 1], 9, 0],
])('%j, then %j, of a chosen %d', (first, second, truth, reward) => {
  expect(rankingReward({ first, second, truth })).toBeCloseTo(reward, 12);
});

test('a reflector is paid for judging rightly, whether it praises or blames', () => {
  expect([true, false].map((said) => [true, false].map((is) => judgementReward(said, is)))).toEqual([
    [16, -16],
    [-16, 16],
  ]);
});

/** @file The bound, and planners as policies: they choose what was not seen, are asked once a list, and say what it cost. */
import { beforeAll, expect, test } from 'vitest';
import type { Chooser, Observation } from '../../../src/core/environment.ts';
import { createRandom } from '../../../src/core/random.ts';
import { createOracle, createRandomPolicy } from '../../../src/policies/yardsticks.ts';
import { createHistoryOracle } from '../../../src/lab/training/history-oracle.ts';
import { LabError } from '../../../src/core/errors.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { recommendToAll, scorePeople } from '../../../src/lab/training/evaluate-policy.ts';
import { PlannerPolicy } from '../../../src/lab/training/planners/create-planner-policy.ts';
import { interactionLog, loggedOf } from '../../../src/lab/training/planners/interaction-log.ts';
import { createTrainingGround, type TrainingGround } from '../../../src/lab/training/training-ground.ts';
import { drawCatalogue } from './draw-catalogue.ts';

const { signal } = new AbortController();
let ground: TrainingGround;
beforeAll(async () => {
  const catalogue = await drawCatalogue({ people: 4, items: 40, seed: 1 });
  ground = await createTrainingGround(catalogue, createRuleRater(), { seed: 1, usesSurrogate: false }, signal);
});

test('the oracle that is told the history is above the one that is not, and above chance', async () => {
  const judged = async (policy: Chooser): Promise<number> => {
    const scores = [];
    for (const seed of [1, 2, 3]) {
      const people = await recommendToAll(policy, ground.createEvaluation(), seed, signal);
      scores.push(scorePeople(people, ground.catalogue, 5).averageReward);
    }
    return scores.reduce((sum, one) => sum + one, 0) / 3;
  };
  const shape = { users: 4, items: 40 };
  const bound = await judged(createHistoryOracle(ground, signal));
  expect(bound).toBeGreaterThan((await judged(createOracle(shape, ground.expected))) - 0.05);
  expect(bound).toBeGreaterThan((await judged(createRandomPolicy(shape, createRandom(1)))) + 0.3);
});

test('the log tells what everybody rated, and nothing of what they are like', async () => {
  const { users, interactions, manifest } = await interactionLog(ground, 1, signal);
  expect(manifest.counts).toEqual({ users: 4, items: 40, interactions: 4 * loggedOf(40) });
  expect(users.every(({ attributes }) => Object.keys(attributes).length === 0)).toBe(true);
  expect(interactions.rating.every((rating) => rating >= 1 && rating <= 5 && Number.isInteger(rating))).toBe(true);
  const pairs = new Set([...interactions.user].map((user, at) => `${user} ${interactions.item[at]}`));
  expect(pairs.size).toBe(4 * loggedOf(40));
});

test('a list that cannot be read is a counted failure, any other error ends the judging', async () => {
  const observation = (items: readonly number[]): Observation => ({ user: 0, items, ratings: items.map(() => 3) });
  const failing = (code: 'reply-unparseable' | 'limit-exceeded'): PlannerPolicy =>
    new PlannerPolicy({ id: 'x', title: 'X' }, 5, 1, () => Promise.reject(new LabError(code, 'No list.')));
  const unreadable = failing('reply-unparseable');
  expect(await unreadable.choose(observation([0, 1, 2, 3]))).toBe(4);
  expect(unreadable.costs).toMatchObject({ lists: 1, failures: 1 });
  await expect(failing('limit-exceeded').choose(observation([]))).rejects.toThrow('No list.');
});

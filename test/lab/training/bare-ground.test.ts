/** @file Environments of which little is known: people who say nothing of genres, items of which nothing but a title is known, none at all. */
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { Catalogue } from '../../../src/environments/catalogue.ts';
import { BOOK_SHELF } from '../../../src/environments/book-shelf.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { recommendToAll, scorePeople } from '../../../src/lab/training/evaluate-policy.ts';
import { createPolicy } from '../../../src/lab/training/policy-registry.ts';
import { trainPolicy } from '../../../src/lab/training/train-policy.ts';
import { drawCatalogue } from '../../../src/lab/training/open-ground.ts';
import { createTrainingGround } from '../../../src/lab/training/training-ground.ts';

const { signal } = new AbortController();

test('items with nothing but a title are rated, learnt from and recommended; shares of liked genres are of nobody', async () => {
  const drawn = drawCatalogue(BOOK_SHELF.items, { people: 3, items: 16, seed: 1 });
  const catalogue: Catalogue = {
    kind: 'book',
    people: drawn.people,
    tastes: drawn.people.map(() => ({ liked: [], disliked: [] })),
    items: drawn.items.map((item) => ({
      ...item,
      overview: '',
      genres: [],
      people: [],
      director: null,
      averageRating: null,
      year: null,
    })),
  };
  const ground = await createTrainingGround(catalogue, createRuleRater(), { seed: 1, usesSurrogate: true }, signal);
  expect(ground.features.every((row) => row.length === 3 && row.every((value) => Number.isFinite(value)))).toBe(true);
  for (const name of ['a2c', 'lin-ucb']) {
    const policy = createPolicy(name, {
      shape: { users: 3, items: 16 },
      random: createRandom(name),
      features: ground.features,
      expected: ground.expected,
      ratingRange: ground.scale,
      steps: 256,
      options: {},
    });
    const plan = { seed: 1, rounds: 1, stepsPerRound: 256 };
    await trainPolicy(policy, ground.createTraining(), plan, { signal, onRound: () => undefined });
    const people = await recommendToAll(policy, ground.createEvaluation(), 1, signal);
    const scores = scorePeople(people, catalogue, 5);
    expect(scores.averageReward).toBeGreaterThanOrEqual(1);
    expect(scores.likedTop5).toBeNaN();
  }
});

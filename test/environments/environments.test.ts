import { describe, expect, test } from 'vitest';
import { Drift } from '../../src/environments/suber-environment.ts';
import { generatePeople } from '../../src/environments/people/generate-people.ts';
import { createRuleRater } from '../../src/environments/raters/rules/rule-rater.ts';
import { createRetrieval } from '../../src/environments/retrieval.ts';
import { createSuberEnvironment, type SuberOptions } from '../../src/environments/suber-environment.ts';
import { BOOK_SHELF } from '../../src/environments/book-shelf.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Rater } from '../../src/core/rater.ts';
import { conformanceTests } from './conformance.ts';

function options(changed: Partial<SuberOptions> = {}): SuberOptions {
  const people = generatePeople(6, 'book', createRandom(1));
  const { items } = BOOK_SHELF;
  return {
    catalogue: {
      kind: 'book',
      people: people.map(({ person }) => person),
      tastes: people.map(({ taste }) => taste),
      items,
    },
    rater: createRuleRater(),
    scale: { min: 1, max: 5 },
    retrieval: createRetrieval('feature', items),
    ...changed,
  };
}

conformanceTests('books', () => createSuberEnvironment(options()));
conformanceTests('books with noise, shaping and drift', () =>
  createSuberEnvironment(
    options({
      perturbation: { type: 'greedy', probability: 0.2 },
      shaping: { type: 'decay', q: 0.1 },
      drift: { rate: 0.1, deviation: 1 },
    }),
  ),
);
conformanceTests('books with a time limit', () => createSuberEnvironment(options({ timeLimit: 7 })));

test('shaping changes the reward and not the memory, perturbation both', async () => {
  const environment = createSuberEnvironment(
    options({ rater: always(5), shaping: { type: 'decay', q: 0.1 }, endProbability: 0 }),
  );
  await environment.reset({ seed: 1 });
  await environment.step(0);
  const again = await environment.step(0);
  expect(again.reward).toBe(1);
  expect(again.observation.ratings).toEqual([5]);
  const noisy = createSuberEnvironment(
    options({ rater: always(3), perturbation: { type: 'greedy', probability: 1 }, endProbability: 0 }),
  );
  await noisy.reset({ seed: 1 });
  const step = await noisy.step(0);
  expect([2, 4]).toContain(step.reward);
  expect(step.observation.ratings).toEqual([step.reward]);
});

test('a rating that cannot be had stops the environment and is no number', async () => {
  const mute: Rater = { id: 'mute', title: 'Mute', rate: () => ({ rating: null, reason: 'it said "banana"' }) };
  const environment = createSuberEnvironment(options({ rater: mute }));
  await environment.reset({ seed: 1 });
  await expect(environment.step(0)).rejects.toMatchObject({ code: 'reply-unparseable', details: { failures: 3 } });
});

describe('drift', () => {
  test('keeps its deviation at every rate', () => {
    for (const rate of [0.02, 0.5, 1]) {
      const drift = new Drift({ rate, deviation: 2 });
      const random = createRandom(`drift ${rate}`);
      let squares = 0;
      const people = 4000;
      for (let user = 0; user < people; user += 1) {
        drift.offsetOf(user, ['drama'], random);
        for (let step = 0; step < 5; step += 1) drift.move(user, random);
        squares += drift.offsetOf(user, ['drama'], random) ** 2;
      }
      expect(Math.sqrt(squares / people)).toBeGreaterThan(1.9);
      expect(Math.sqrt(squares / people)).toBeLessThan(2.1);
    }
  });

  test('at rate 0 nothing moves, and a bad rate is refused', () => {
    expect(new Drift({ rate: 0, deviation: 2 }).offsetOf(1, ['drama'], createRandom(1))).toBe(0);
    expect(() => new Drift({ rate: 2, deviation: 1 })).toThrow(/drift.rate/);
  });
});

describe('people', () => {
  test('the same seed gives the same, another one others', () => {
    const make = (seed: number) => generatePeople(20, 'film', createRandom(seed));
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
  });
});

function always(rating: number): Rater {
  return { id: 'always', title: 'Always', rate: () => ({ rating, expected: rating, confidence: 1, reason: '' }) };
}

test('an observation says who the person is, as SUBER’s does', async () => {
  const made = options();
  const environment = createSuberEnvironment(made);
  const { observation } = await environment.reset({ seed: 3 });
  expect(observation.person).toBe(made.catalogue.people[observation.user]);
  expect((await environment.step(0)).observation.person).toBe(made.catalogue.people[observation.user]);
});

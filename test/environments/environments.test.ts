import { describe, expect, test } from 'vitest';
import { cataloguePeople, recommendedItems } from '../../src/environments/catalogue.ts';
import { Drift } from '../../src/environments/suber-environment.ts';
import { catalogueGenres } from '../../src/environments/people/lists.ts';
import { generatePeople } from '../../src/environments/people/generate-people.ts';
import { drawNoise, PERTURBATIONS } from '../../src/environments/perturbation.ts';
import { createRuleRater } from '../../src/environments/raters/rules/rule-rater.ts';
import { createRetrieval } from '../../src/environments/retrieval.ts';
import { createSuberEnvironment, type SuberOptions } from '../../src/environments/suber-environment.ts';
import type { EpisodeStatistics } from '../../src/core/environment.ts';
import { recordStatistics, timeLimit } from '../../src/environments/wrappers/statistics.ts';
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
      perturbation: PERTURBATIONS.greedy,
      shaping: { type: 'decay', q: 0.1 },
      drift: { rate: 0.1, deviation: 1 },
    }),
  ),
);
conformanceTests('books with a time limit', () => timeLimit(createSuberEnvironment(options()), 7));
conformanceTests('books with statistics', () => recordStatistics(createSuberEnvironment(options()), () => undefined));

test('a time limit truncates, it does not terminate', async () => {
  const environment = timeLimit(createSuberEnvironment(options({ endProbability: 0 })), 3);
  await environment.reset({ seed: 1 });
  const ends = [];
  for (const item of [0, 1, 2]) ends.push(await environment.step(item));
  expect(ends.map(({ terminated, truncated }) => [terminated, truncated])).toEqual([
    [false, false],
    [false, false],
    [false, true],
  ]);
});

test('statistics count each finished episode', async () => {
  const episodes: EpisodeStatistics[] = [];
  const environment = recordStatistics(
    timeLimit(createSuberEnvironment(options({ endProbability: 0 })), 4),
    (episode) => episodes.push(episode),
  );
  await environment.reset({ seed: 1, user: 2 });
  let sum = 0;
  for (const item of [0, 1, 2, 3]) sum += (await environment.step(item)).reward;
  expect(episodes).toEqual([{ user: 2, length: 4, reward: sum }]);
});

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

test('an empty catalogue is refused with what to do', () => {
  const empty = { ...options().catalogue, items: [] };
  expect(() => createSuberEnvironment(options({ catalogue: empty }))).toThrow(/no items/);
  const manifest = { title: 'Nothing', itemNoun: 'film' };
  const dataset = { manifest, users: [], items: [] } as unknown as Parameters<typeof recommendedItems>[0];
  expect(() => recommendedItems(dataset)).toThrow(/Nothing has no items/);
  expect(() => cataloguePeople(dataset)).toThrow(/Nothing has no people/);
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

test('greedy noise comes as often as it should', () => {
  const random = createRandom(1);
  const draws = Array.from({ length: 20_000 }, () => drawNoise(PERTURBATIONS.greedy, random));
  const share = (value: number): number => draws.filter((draw) => draw === value).length / draws.length;
  expect(share(-1)).toBeCloseTo(0.1, 1);
  expect(share(1)).toBeCloseTo(0.1, 1);
  expect(share(0)).toBeCloseTo(0.8, 1);
});

describe('people', () => {
  test('the same seed gives the same, another one others', () => {
    const make = (seed: number) => generatePeople(20, 'film', createRandom(seed));
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
  });

  test('one more person changes none of the others', () => {
    expect(generatePeople(10, 'film', createRandom(1))).toEqual(
      generatePeople(11, 'film', createRandom(1)).slice(0, 10),
    );
  });

  test('of a catalogue like and dislike nothing that it does not have', () => {
    const genres = [['Drama'], ['Drama', 'History'], ['Western'], ['animated']].map((own) => ({ genres: own }));
    const own = catalogueGenres(genres);
    expect(own.map(({ name }) => name)).toEqual(['animation', 'drama', 'history', 'western']);
    const tastes = generatePeople(200, 'film', createRandom(1), own).map(({ taste }) => taste);
    expect(new Set(tastes.flatMap(({ liked, disliked }) => [...liked, ...disliked]))).toEqual(
      new Set(own.map(({ name }) => name)),
    );
    // One film in fifty and more: below that there is hardly anything to recommend.
    const rare = Array.from({ length: 101 }, (_, at) => ({ genres: [at < 2 ? 'Western' : 'Drama'] }));
    expect(catalogueGenres(rare).map(({ name }) => name)).toEqual(['drama']);
  });

  test('are as old as people of the United States, and have what their age has', () => {
    const people = generatePeople(3000, 'film', createRandom(1));
    const share = people.filter(({ person }) => (person.age ?? 0) < 14).length / people.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.22);
    for (const { person, taste } of people) {
      const { age, job } = person;
      if (age! < 16) expect(job).toBe('schoolchild');
      if (age! > 60) expect(job).toBe('retired');
      expect(Math.max(taste.liked.length, taste.disliked.length)).toBeLessThanOrEqual(4);
      expect(taste.liked.filter((genre) => taste.disliked.includes(genre))).toEqual([]);
    }
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

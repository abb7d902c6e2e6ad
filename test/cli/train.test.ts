/** @file What `train` and `environment` are told, and environments made of files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGround, type GroundPlace } from '../../src/cli/open-ground.ts';
import { environmentArguments, trainArguments } from '../../src/cli/train-arguments.ts';
import { trainCommand } from '../../src/cli/train-command.ts';
import { trainTable } from '../../src/cli/train-table.ts';
import { POLICIES } from '../../src/runs/training/policy-registry.ts';
import { sharedFile, testWithShared } from '../shared.ts';

const { signal } = new AbortController();
const FILMS = 'data/movies-tmdb.jsonl.gz';
const PEOPLE = 'data/suber-users/movies/user_features_600.csv';

describe('arguments', () => {
  test('each policy may have steps of its own', () => {
    const { steps } = trainArguments({ policies: 'a2c,ppo,dqn', steps: '1000,a2c=5000' }, 'films');
    expect(steps).toEqual({ a2c: 5000, ppo: 1000, dqn: 1000 });
  });

  test.each([
    [{ 'time-limit': '0' }, /--time-limit must be a whole number from 1, not "0"/],
    [{ steps: '0' }, /whole numbers from 1/],
    [{ steps: '10,ppo=5' }, /names ppo, which is not trained/],
    [{ policies: 'a3c' }, /Unknown policy "a3c"; one of .*history-oracle, recmind, macrec, interec/],
    [{ set: 'ratee=0.1' }, /none of a2c has a hyperparameter "ratee"/],
    [{ set: 'rate=0.1,steps' }, /"steps" is not name=number/],
    [{ set: 'rate=1e300' }, /--set: rate of a2c must be a number from 1e-12 to 10, not 1e\+300/],
    [{ set: 'steps=0' }, /steps of a2c must be a whole number from 1 to 2048, not 0/],
    [{ set: 'steps=2.5' }, /steps of a2c must be a whole number/],
    [{ policies: 'ppo', set: 'batch=0' }, /batch of ppo must be a whole number/],
    [{ policies: 'trpo', set: 'batch=0' }, /batch of trpo must be a whole number/],
    [{ retrieval: 'memory' }, /--retrieval must be one of none, recency, feature, embedding/],
  ])('%o is refused', (values, message) => {
    expect(() => trainArguments({ policies: 'a2c', ...values }, 'films')).toThrow(message);
  });

  test('a hyperparameter goes to the policies that have it', () => {
    const { options } = trainArguments({ policies: 'a2c,dqn,random', set: 'rate=0.01,isDouble=0' }, 'films');
    expect(options).toEqual({ a2c: { rate: 0.01 }, dqn: { rate: 0.01, isDouble: 0 }, random: {} });
  });

  test('environments take items and people from files', () => {
    const options = environmentArguments({ dataset: 'a.csv', users: 'b.csv', retrieval: 'recency' }, 'books');
    expect(options).toMatchObject({
      timeLimit: null,
      catalogue: 'a.csv',
      users: 'b.csv',
      retrieval: 'recency',
      of: 'books',
    });
  });
});

test('a table says where nobody told what they like, and what planners cost', () => {
  const scores = {
    averageReward: 7,
    map: 0.5,
    mrr: 1,
    personalization: 0.25,
    likedTop5: NaN,
    dislikedTop5: NaN,
    likedTop10: NaN,
    dislikedTop10: NaN,
  };
  const costs = { modelCalls: 12, tokens: 340, toolCalls: 5, seconds: 1.26, lists: 2, failures: 0 };
  const one = { seed: 1, steps: 0, curve: [], scores, error: null };
  const table = trainTable({
    people: 1,
    items: 1,
    surrogate: null,
    trained: [
      { ...one, policy: 'random', costs: null },
      { ...one, policy: 'recmind', costs },
    ],
  });
  expect(table).toContain(
    '| random | 0 | 7.00 ± 0.00 | 0.50 ± 0.00 | 1.00 ± 0.00 | 0.25 ± 0.00 | – | – | – | – | – | – | – | – | – | – |',
  );
  expect(table).toContain('| 12 | 5 | 340 | 1.3 | 2 | 0 |');
});

test('a policy that fails is told with its error, and takes nothing from the others', async () => {
  const files = mkdtempSync(join(tmpdir(), 'train-'));
  const options = trainArguments(
    { policies: 'random,a2c,popularity', people: '3', items: '15', steps: '2048', files },
    'books',
  );
  const summary = await trainCommand({ ...options, options: { ...options.options, a2c: { rate: 1e300 } } }, () => {});
  rmSync(files, { recursive: true });
  expect(summary.trained.map(({ policy, error }) => [policy, error?.code ?? null])).toEqual([
    ['random', null],
    ['a2c', 'spec-invalid'],
    ['popularity', null],
  ]);
  expect(trainTable(summary)).toContain('| a2c (1 of 1 failed) | 0 | – |');
}, 30_000);

describe('SUBER’s own people and the films of a catalogue', () => {
  const place: GroundPlace = {
    of: 'films',
    people: 3,
    items: 20,
    seed: 1,
    catalogue: sharedFile(FILMS),
    users: sharedFile(PEOPLE),
    retrieval: 'embedding',
    timeLimit: null,
  };

  testWithShared(
    'are an environment',
    [FILMS, PEOPLE],
    async () => {
      const ground = await openGround(place, true, signal);
      expect(ground.catalogue.people).toHaveLength(3);
      expect(ground.catalogue.people.every(({ description }) => description.length > 20)).toBe(true);
      expect(ground.catalogue.items).toHaveLength(20);
      // Nobody in this file says which genres they like.
      expect(ground.catalogue.tastes.every(({ liked, disliked }) => liked.length + disliked.length === 0)).toBe(true);
      const environment = ground.createEvaluation(signal);
      await environment.reset({ seed: 1 });
      for (const action of [0, 1, 2, 3, 4]) await environment.step(action);
      await expect(openGround({ ...place, people: 601 }, true, signal)).rejects.toThrow(/holds 600 people, not 601/);
      await expect(openGround({ ...place, of: 'books' }, true, signal)).rejects.toThrow(/holds no books/);
    },
    30_000,
  );
});

test('SUBER’s own hyperparameters are set by a word, are all of a policy’s, and can be departed from', () => {
  const set = (text: string) =>
    trainArguments({ policies: 'a2c,ppo,trpo,dqn,popularity', steps: '1600000', set: text }, 'films').options;
  const published = set('published');
  expect(published.a2c).toMatchObject({
    rate: 7e-4,
    steps: 5,
    lambda: 1,
    entropyWeight: 0,
    clip: 0.5,
    rewardHorizon: 0,
  });
  expect(published.dqn).toMatchObject({ explorationSteps: 160_000, isDouble: 0, ratingScale: 1 });
  for (const name of ['a2c', 'ppo', 'trpo', 'dqn'])
    expect(Object.keys(published[name]!).sort()).toEqual(Object.keys(POLICIES[name]!.options).sort());
  expect(published.popularity).toEqual({});
  expect(set('published, rate=0.5').ppo).toEqual({ ...published.ppo, rate: 0.5 });
  expect(set('').a2c).toEqual({});
});

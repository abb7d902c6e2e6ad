/** @file What `train` and `environment` are told, and environments made of files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { loadNamed } from '../../src/cli/datasets.ts';
import { openGround } from '../../src/cli/open-ground.ts';
import { modelPlaces } from '../../src/cli/open-model.ts';
import { trainArguments } from '../../src/cli/train-arguments.ts';
import { trainCommand } from '../../src/cli/train-command.ts';
import { trainTable } from '../../src/cli/train-table.ts';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec } from '../../src/core/simulation.ts';
import { POLICIES } from '../../src/lab/training/policy-registry.ts';
import { sharedFile, testWithShared } from '../shared.ts';

vi.mock('../../src/cli/datasets.ts', async (importOriginal) => {
  const datasets = await importOriginal<{ readonly loadNamed: typeof loadNamed }>();
  return { ...datasets, loadNamed: vi.fn(datasets.loadNamed) };
});

const { signal } = new AbortController();
const FILMS = 'data/movies-tmdb.jsonl.gz';
const PEOPLE = 'data/suber-users/movies/user_features_600.csv';

const optionsOf = (values: Parameters<typeof trainArguments>[0]) =>
  Object.fromEntries(trainArguments(values, 'films').policies.map(({ name, options }) => [name, options]));

describe('arguments', () => {
  test('each policy may have steps of its own', () => {
    const { policies } = trainArguments({ policies: 'a2c,ppo,dqn', steps: '1000,a2c=5000' }, 'films');
    expect(policies.map(({ name, steps }) => [name, steps])).toEqual([
      ['a2c', 5000],
      ['ppo', 1000],
      ['dqn', 1000],
    ]);
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
    [{ episodes: 'paper' }, /--episodes must be lab or published/],
    [{ rater: 'endpoint/a' }, /a SPEC\.json may name a model that rates/],
    [{ retrieval: 'memory' }, /--retrieval must be one of none, recency, feature, embedding/],
  ])('%o is refused', (values, message) => {
    expect(() => trainArguments({ policies: 'a2c', ...values }, 'films')).toThrow(message);
  });

  test('a hyperparameter goes to the policies that have it', () => {
    const set = optionsOf({ policies: 'a2c,dqn,random', set: 'rate=0.01,isDouble=0' });
    expect(set).toEqual({ a2c: { rate: 0.01 }, dqn: { rate: 0.01, isDouble: 0 }, random: {} });
  });

  test('environments take items and people from files', () => {
    const { environment } = trainArguments({ dataset: 'a.csv', users: 'b.csv', retrieval: 'recency' }, 'books');
    expect(environment).toMatchObject({
      of: { dataset: 'a.csv' },
      peopleOf: { dataset: 'b.csv' },
      retrieval: { name: 'recency', count: 3 },
      prompt: { scale: '1-5' },
    });
    expect(environment).not.toHaveProperty('timeLimit');
  });

  test('episodes as published are SUBER’s: its prompts on 0–9, three ratings by likeness, rewards that decay', () => {
    const { environment } = trainArguments({ episodes: 'published', people: '600' }, 'films');
    expect(environment).toMatchObject({
      people: 600,
      prompt: { scale: '0-9', shots: 'published', system: 'published' },
      retrieval: { name: 'embedding', count: 3 },
      shaping: { type: 'decay', q: 0.1 },
      perturbation: { type: 'none' },
      endProbability: 0.025,
    });
    expect(trainArguments({ episodes: 'published' }, 'books').environment.prompt.scale).toBe('1-5');
  });

  test('a spec says everything: teacher, scale, prompt, retrieval, perturbation, shaping, drift, end and time limit', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'train-')), 'training.json');
    const environment = {
      people: 3,
      items: 20,
      rater: { name: 'endpoint/teacher' },
      prompt: { scale: 'one-ten', shots: 1, beginning: 'conclusion' },
      retrieval: { name: 'embedding', embedding: { name: 'transformers/all-MiniLM-L6-v2' } },
      perturbation: { type: 'greedy', probability: 0.1 },
      shaping: { type: 'random-repeat', q: 0.2 },
      drift: { rate: 0.1, deviation: 1 },
      endProbability: 0.1,
      timeLimit: 30,
    };
    const spec = { environment, policies: [{ name: 'ppo', options: { rate: 0.01 } }], seeds: [4], steps: 2048 };
    writeFileSync(file, JSON.stringify({ ...spec, planner: { name: 'endpoint/planner' } }));
    const options = trainArguments({ endpoint: 'http://localhost:1' }, file);
    expect(options.environment).toMatchObject(environment);
    expect(options).toMatchObject({
      learnsFrom: 'surrogate',
      policies: [{ name: 'ppo', options: { rate: 0.01 }, steps: 2048 }],
      seeds: [4],
      planner: { name: 'endpoint/planner' },
    });
    expect(() => trainArguments({ steps: '5' }, file)).toThrow(/leave --steps out/);
    writeFileSync(file, JSON.stringify({ ...spec, environment: { ...environment, endProbability: 2 } }));
    expect(() => trainArguments({}, file)).toThrow(/training\.json: environment\.endProbability/);
    expect(() => trainArguments({}, '/does/not/exist.json')).toThrow(/cannot be read/);
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
  const table = trainTable([
    { ...one, policy: 'random', costs: null },
    { ...one, policy: 'recmind', costs },
  ]);
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
  const policies = options.policies.map((policy) =>
    policy.name === 'a2c' ? { ...policy, options: { rate: 1e300 } } : policy,
  );
  const { tables, summary } = await trainCommand({ ...options, policies }, () => {});
  rmSync(files, { recursive: true });
  expect(summary.trained.map(({ policy, error }) => [policy, error?.code ?? null])).toEqual([
    ['random', null],
    ['a2c', 'spec-invalid'],
    ['popularity', null],
  ]);
  expect(tables).toContain('| a2c (1 of 1 failed) | 0 | – |');
  expect(tables).not.toContain('In the paper');
}, 30_000);

describe('SUBER’s own people and the films of a catalogue', () => {
  const environment: EnvironmentSpec = {
    ...DEFAULT_ENVIRONMENT,
    of: { dataset: sharedFile(FILMS) },
    peopleOf: { dataset: sharedFile(PEOPLE) },
    people: 3,
    items: 20,
    retrieval: { name: 'embedding', count: 3 },
  };
  const places = { places: modelPlaces({}), files: tmpdir() };

  testWithShared(
    'are an environment',
    [FILMS, PEOPLE],
    async () => {
      const { ground } = await openGround(environment, true, places, signal);
      expect(ground.catalogue.people).toHaveLength(3);
      expect(ground.catalogue.people.every(({ description }) => description.length > 20)).toBe(true);
      expect(ground.catalogue.items).toHaveLength(20);
      // Nobody in this file says which genres they like.
      expect(ground.catalogue.tastes.every(({ liked, disliked }) => liked.length + disliked.length === 0)).toBe(true);
      const evaluation = ground.createEvaluation(signal);
      await evaluation.reset({ seed: 1 });
      for (const action of [0, 1, 2, 3, 4]) await evaluation.step(action);
      const tooMany = openGround({ ...environment, people: 601 }, true, places, signal);
      await expect(tooMany).rejects.toThrow(/There are 600 people, not 601/);
      const books = { ...environment, prompt: { ...environment.prompt, scale: '1-5' } };
      await expect(openGround(books, true, places, signal)).rejects.toThrow(/films are not rated on 1-5/);
    },
    30_000,
  );
});

test('people and films are loaded once each, though the paper’s figures beside the table need their counts too', async () => {
  const files = mkdtempSync(join(tmpdir(), 'train-'));
  const [dataset, users] = [join(files, 'films.jsonl'), join(files, 'people.csv')];
  const genres = ['Action', 'Drama'];
  const film = (at: number) => ({ movieId: at + 1, id: at + 1, title: `Film ${at}`, overview: 'A film.', genres });
  writeFileSync(dataset, Array.from({ length: 12 }, (_, at) => JSON.stringify(film(at))).join('\n'));
  const person = (_: unknown, at: number) => `${at},Ann ${at},F,a reader,30,Chef,Chess,['action'],['drama']`;
  const head = ',name,gender,description,age,job,hobby,genres_liked,genres_disliked';
  writeFileSync(users, [head, ...Array.from({ length: 600 }, person)].join('\n'));
  vi.mocked(loadNamed).mockClear();
  const asked = { policies: 'random', people: '600', items: '12', episodes: 'published', dataset, users, files };
  const { tables } = await trainCommand(trainArguments(asked, 'films'), () => {});
  rmSync(files, { recursive: true });
  expect(tables).toMatch(/\| random \| 0 \|[^]*\n\nIn the paper \(SUBER, Table 4/);
  expect(
    vi
      .mocked(loadNamed)
      .mock.calls.map(([name]) => name)
      .toSorted(),
  ).toEqual([dataset, users].toSorted());
}, 30_000);

test('a dataset that does not exist is an error, not another one', async () => {
  const missing = { policies: 'random', people: '3', items: '15' };
  const items = trainArguments({ ...missing, dataset: '/does/not/exist.csv' }, 'films');
  await expect(trainCommand(items, () => {})).rejects.toThrow(/does\/not\/exist/);
  const people = trainArguments({ ...missing, users: '/does/not/exist.csv' }, 'books');
  await expect(trainCommand(people, () => {})).rejects.toThrow(/does\/not\/exist/);
});

test('SUBER’s own hyperparameters are set by a word, are all of a policy’s, and can be departed from', () => {
  const set = (text: string) => optionsOf({ policies: 'a2c,ppo,trpo,dqn,popularity', steps: '1600000', set: text });
  const published = set('published');
  expect(published.a2c).toMatchObject({
    rate: 7e-4,
    steps: 5,
    lambda: 1,
    entropyWeight: 0,
    clip: 0.5,
    rewardHorizon: 0,
  });
  expect(published.trpo).toMatchObject({ criticSeesRatings: 0, fisherShare: 1 });
  expect(published.dqn).toMatchObject({ explorationSteps: 160_000, isDouble: 0, ratingScale: 1 });
  for (const name of ['a2c', 'ppo', 'trpo', 'dqn'])
    expect(Object.keys(published[name]!).sort()).toEqual(Object.keys(POLICIES[name]!.options).sort());
  expect(published.popularity).toEqual({});
  expect(set('published, rate=0.5').ppo).toEqual({ ...published.ppo, rate: 0.5 });
  expect(set('').a2c).toEqual({});
});

/** @file Notebooks as fast-check makes them: every kind of cell, texts in every script, specs with and without defaults. */
import fc from 'fast-check';
import { PLANNERS } from '../../src/planners/registry.ts';

const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

const text = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength: most, unit: 'binary' }),
    fc.constantFrom(
      '',
      '<script>alert(1)</script>',
      '# Äußerungen\n\n$\\alpha$',
      '\ud800 alone',
      '💡 مرحبا 日本語',
      '\u2028',
    ),
  );
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/).filter((one) => !FORBIDDEN.includes(one));
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const shots = fc.integer({ min: 0, max: 20 });
const planner = fc.constantFrom(...PLANNERS.map((one) => one.name));
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !FORBIDDEN.some((key) => JSON.stringify(value).includes(key)))
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

const recommender = fc.record(
  {
    name: fc.constant('recmind'),
    options: fc.record(
      {
        planner,
        steps: fc.integer({ min: 1, max: 100 }),
        temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => Math.abs(value)),
        answerFrom: fc.constantFrom('kept', 'explored', 'both'),
        budget: fc.constantFrom(null, { toolCalls: 6 }, { modelCalls: 12, toolCalls: null }),
        tools: fc.constantFrom([{ name: 'database' }], [{ name: 'search', options: { provider: 'catalogue' } }]),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['name'] },
);
const model = fc.record(
  {
    name: fc.constantFrom('built-in/reasoner', 'web-llm/some-model'),
    options: fc.dictionary(name, json, { maxKeys: 3 }),
  },
  { requiredKeys: ['name'] },
);

const spec = fc.record(
  {
    dataset: fc.record({ name, options: fc.constant({}) }, { requiredKeys: ['name'] }),
    tasks: fc.record(
      {
        name: fc.constantFrom('rating-prediction', 'direct-recommendation', 'sequential-recommendation'),
        options: fc.record(
          {
            users: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 5 })),
            count: fc.option(fc.integer({ min: 1, max: 1000 })),
            shots,
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['name'] },
    ),
    recommender,
    model,
    seed,
    limits: fc.record({ modelCalls: fc.integer({ min: 1, max: 1e9 }) }, { requiredKeys: [] }),
    replies: fc.constantFrom({ mode: 'live' }, { mode: 'replay', recording: 'a-recording' }),
  },
  { requiredKeys: ['dataset', 'tasks'] },
);

const conversation = fc.record(
  {
    kind: fc.constant('conversation'),
    dataset: fc.record({ name }),
    turns: fc.array(fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }), { minLength: 1, maxLength: 4 }),
    model,
    planning: fc.constantFrom('plan-first', 'step-by-step'),
    reflections: fc.integer({ min: 0, max: 5 }),
    profile: fc.boolean(),
    seed,
  },
  { requiredKeys: ['kind', 'dataset', 'turns'] },
);
const training = fc.record(
  {
    kind: fc.constant('training'),
    dataset: fc.record({ name }),
    environment: fc.record({ people: fc.integer({ min: 2, max: 500 }) }, { requiredKeys: [] }),
    policies: fc.array(
      fc.record(
        { name: fc.constantFrom('a2c', 'random'), options: fc.constantFrom({}, { learning_rate: 0.01 }) },
        { requiredKeys: ['name'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    steps: fc.integer({ min: 1, max: 2_000_000 }),
    seeds: fc.array(seed, { minLength: 1, maxLength: 1 }),
  },
  { requiredKeys: ['kind', 'dataset'] },
);

const cell = fc.oneof(
  fc.record({ type: fc.constant('text'), text: text(60) }),
  fc.record({
    type: fc.constant('dataset'),
    dataset: fc.record({ name, options: fc.dictionary(name, json, { maxKeys: 2 }) }),
  }),
  fc.record({ type: fc.constant('run'), spec }),
  fc.record({ type: fc.constant('comparison'), spec, planners: fc.array(planner, { minLength: 1, maxLength: 6 }) }),
  fc.record(
    {
      type: fc.constant('evaluation'),
      spec,
      recommenders: fc.array(recommender, { minLength: 1, maxLength: 2 }),
      models: fc.array(model, { minLength: 1, maxLength: 2 }),
      shots: fc.array(shots, { minLength: 1, maxLength: 2 }),
      seeds: fc.array(seed, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['type', 'spec'] },
  ),
  fc.record({ type: fc.constant('simulation'), spec: fc.oneof(conversation, training) }),
);

const digest = fc.stringMatching(/^[0-9a-f]{24}$/);

/** Cells with ids, SQL and charts on those that can carry them, and digests for one that runs. */
export const arbitraryNotebook: fc.Arbitrary<unknown> = fc
  .record({
    title: text(30),
    cells: fc.array(cell, { maxLength: 5 }),
    query: text(30),
    colour: fc.option(name, { nil: undefined }),
    digests: fc.option(
      fc.record(
        { dataset: digest, spec: digest, prompts: digest, results: digest },
        { requiredKeys: ['dataset', 'prompts', 'results'] },
      ),
    ),
    recordings: fc.option(fc.dictionary(name, text(30), { maxKeys: 2 })),
  })
  .map(({ title, cells, query, colour, digests, recordings }) => {
    const named = cells.map((one, index) => ({ id: `c${index}`, ...one }));
    const dataset = named.find(({ type }) => type === 'dataset');
    const run = named.find(({ type }) => type === 'run');
    return {
      version: 1,
      title,
      cells: [
        ...named,
        ...(dataset ? [{ id: 'sql', type: 'sql', source: dataset.id, query }] : []),
        ...(run
          ? [{ id: 'chart', type: 'chart', source: run.id, kind: 'bar', x: 'a', ...(colour && { colour }) }]
          : []),
      ],
      ...(run && digests && { expected: { [run.id]: { app: '0.1.0', runs: [digests] } } }),
      ...(recordings && { recordings }),
    };
  });

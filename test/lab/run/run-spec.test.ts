/** @file A spec that is right is completed; one that is wrong says where, what and what else. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CUSTOM_PLANNER } from '../../../src/core/planner-program.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { METRICS } from '../../../src/metrics/registry.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';

const PLANNER_NAMES = [...PLANNERS.map(({ name }) => name), CUSTOM_PLANNER];
const SMALLEST = { dataset: { name: 'synthetic-films' }, tasks: { name: 'rating-prediction' } };

describe('a spec', () => {
  test('is the same text whatever order its open options were written in, since links sort them', () => {
    const dials = { slips: 0.25, evaluatorAccuracy: 0.9 };
    const turned = { evaluatorAccuracy: 0.9, slips: 0.25 };
    const text = (options: Readonly<Record<string, number>>): string =>
      JSON.stringify(parseRunSpec({ ...SMALLEST, model: { name: 'built-in/reasoner', options } }));
    expect(text(dials)).toBe(text(turned));
  });

  test('has defaults for all but the dataset and the tasks', () => {
    expect(parseRunSpec(SMALLEST)).toMatchSnapshot();
  });

  test.each([
    ['actions', 'offered'],
    ['decide', 'score'],
  ])('cannot ask the reasoner for what only a language model does: %s %s', (field, value) => {
    const options = { [field]: value };
    const spec = {
      dataset: { name: 'synthetic-films' },
      tasks: { name: 'rating-prediction' },
      recommender: { name: 'recmind', options },
    };
    const problem = new RegExp(`recommender.options.${field}: "${value}" is for language models`);
    expect(() => parseRunSpec(spec)).toThrow(problem);
    expect(() => parseRunSpec({ ...spec, model: { name: 'transformers/some' } })).not.toThrow();
  });

  test.each(['built-in/reasoner', 'endpoint/some'])('of %s that is complete comes back to the byte', (name) => {
    const spec = parseRunSpec({ ...SMALLEST, model: { name }, seed: 7 });
    expect(JSON.stringify(parseRunSpec(spec))).toBe(JSON.stringify(spec));
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });

  test('offers a language model actions and tells it what is known, unless it says otherwise or its tools offer none', () => {
    const optionsOf = (options: object, name: string): object =>
      parseRunSpec({ ...SMALLEST, recommender: { name: 'recmind', options }, model: { name } }).recommender.options;
    const asked = { actions: 'offered', start: 'known' };
    expect(optionsOf({}, 'endpoint/some')).toMatchObject(asked);
    const free = [
      optionsOf({ actions: 'free' }, 'endpoint/some'),
      optionsOf({ tools: [{ name: 'search' }] }, 'endpoint/some'),
    ];
    for (const one of [...free, optionsOf({}, 'built-in/reasoner')]) {
      expect(one).not.toHaveProperty('start');
      expect(one).not.toHaveProperty('actions', 'offered');
    }
  });

  const recmind = (options: object) => ({ ...SMALLEST, recommender: { name: 'recmind', options } });

  test.each<readonly [string, unknown, string]>([
    ['no object', 7, 'the spec: must be an object, not 7.'],
    [
      'an unknown field',
      { ...SMALLEST, dataset: undefined, datset: 1 },
      'dataset: is missing; it must be an object. the spec: unknown field "datset"; the fields are dataset, split, tasks, recommender, model, critic, metrics, seed, limits, replies, fork.',
    ],
    ['a negative limit', { ...SMALLEST, limits: { modelCalls: -1 } }, 'limits.modelCalls: must be at least 1, not -1.'],
    ['a broken number', { ...SMALLEST, seed: 1.5 }, 'seed: must be a whole number, not 1.5.'],
    [
      'a reply of no token',
      { ...SMALLEST, limits: { replies: { vote: 0 } } },
      'limits.replies.vote: must be at least 1, not 0.',
    ],
    ['no steps', recmind({ steps: 0 }), 'recommender.options.steps: must be at least 1, not 0.'],
    [
      'a recording outside its folder',
      { ...SMALLEST, replies: { mode: 'replay', recording: '../x' } },
      'replies.recording: "../x" does not have the right form (/^[a-z0-9][a-z0-9-]{0,80}$/).',
    ],
    [
      'a truth of explanations for another task',
      { ...SMALLEST, tasks: { name: 'review-summarization', options: { truth: 'heading' } } },
      'tasks.options.truth is for explanation-generation alone; leave it out of review-summarization.',
    ],
    [
      'a scheme that is no web',
      recmind({ tools: [{ name: 'search', options: { provider: 'wikipedia', baseUrl: 'file:///etc/passwd' } }] }),
      'recommender.options.tools.0.options.baseUrl: "file:///etc/passwd" does not have the right form (/^https?:\\/\\//).',
    ],
  ])('with %s is refused', (_, spec, message) => {
    expect(() => parseRunSpec(spec)).toThrow(expect.objectContaining({ code: 'spec-invalid', message }) as Error);
  });

  test.each<readonly [string, unknown, string]>([
    [
      'planner',
      recmind({ planner: 'x' }),
      `recommender.options.planner: unknown planner "x"; one of ${PLANNER_NAMES.join(', ')}.`,
    ],
    [
      'tool',
      recmind({ tools: [{ name: 'oracle' }] }),
      'recommender.options.tools.0.name: unknown tool "oracle"; one of database, search, summarize.',
    ],
    [
      'split',
      { ...SMALLEST, split: { name: 'x' } },
      'split.name: unknown split "x"; one of leave-last-out, macrec, random-holdout, p5, cold-start, evolving-interest.',
    ],
  ])('with an unknown %s names those that there are', (_, spec, message) => {
    expect(() => parseRunSpec(spec)).toThrow(expect.objectContaining({ code: 'name-unknown', message }) as Error);
  });
});

test.each([
  ['recommender.options.planner', PLANNER_NAMES],
  ['metrics', METRICS.map(({ name }) => name.replace(/@.*/, '@k'))],
])('docs/run-spec.md names all that %s can be', (field, names) => {
  const lines = readFileSync(new URL('../../../docs/run-spec.md', import.meta.url), 'utf8').split('\n');
  const row = lines.find((line) => line.startsWith(`| \`${field}\` |`)) ?? '';
  const missing = names.filter((name) => !row.includes(`\`${name}\``));
  expect(missing, `name each in the row of ${field} in docs/run-spec.md`).toEqual([]);
});

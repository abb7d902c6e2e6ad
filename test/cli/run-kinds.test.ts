/** @file What `run SPEC.json` makes of each kind of spec. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/cli/command.ts';
import { POLICIES } from '../../src/lab/training/policy-registry.ts';
import { runOf, specFile } from './command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const policy = (name: string, more: object = {}) => ({ name, ...more });

test('a spec without a kind is a run, or an evaluation where runs are in it', () => {
  expect(parseCommand(['run', specFile({ dataset: { name: 'a' } })])).toMatchObject({ type: 'run' });
  expect(parseCommand(['run', specFile({ spec: {}, recommenders: [] })])).toMatchObject({ type: 'evaluate' });
});

const EXAMPLES = ['docs/examples', 'docs/experiments'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.json') && !name.includes('notebook'))
    .map((name) => join(ROOT, folder, name)),
);
test.each(EXAMPLES)('%s is read', (path) => {
  expect(parseCommand(['run', path])).toHaveProperty('type');
});

test.each([
  [{ kind: 'magic' }, [], /kind: unknown kind "magic"; one of run, evaluation, training/],
  [{ kind: 'people', of: 'films', choosesGenres: true }, [], /name one as model/],
  [{ kind: 'training', policies: [policy('a3c')] }, [], /policies\.0\.name/],
  [{ kind: 'training', policies: [policy('random')] }, ['--dataset', 'x'], /names its data itself/],
  [{ kind: 'people', of: 'films' }, ['--suber', 'x'], /leave it out/],
])('%o with %o is refused', (spec, args, message) => {
  expect(() => parseCommand(['run', specFile(spec), ...args])).toThrow(message);
});

describe('a training', () => {
  test('has steps and hyperparameters of each policy, or SUBER’s own, from which it may depart', () => {
    const { trainings } = runOf({
      kind: 'training',
      policies: [
        policy('a2c', { published: true, steps: 1_600_000 }),
        policy('ppo', { published: true, options: { learning_rate: 0.5 } }),
        policy('random'),
      ],
      steps: 2048,
    });
    const policies = trainings.flatMap(({ policies: own }) => own);
    expect(trainings.map(({ policies: [one], steps }) => [one?.name, steps])).toEqual([
      ['a2c', 1_600_000],
      ['ppo', 2048],
      ['random', 2048],
    ]);
    expect(policies[0]?.options).toMatchObject({
      learning_rate: 7e-4,
      n_steps: 5,
      gae_lambda: 1,
      ent_coef: 0,
      max_grad_norm: 0.5,
    });
    expect(Object.keys(policies[0]?.options ?? {}).sort()).toEqual(Object.keys(POLICIES['a2c']?.options ?? {}).sort());
    expect(policies[1]?.options).toMatchObject({ learning_rate: 0.5 });
    expect(policies[2]?.options).toEqual({});
  });
});

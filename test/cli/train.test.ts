/** @file Trainings in the terminal, and environments made of files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { loadNamed } from '../../src/cli/datasets.ts';
import { openGround } from '../../src/cli/open-ground.ts';
import { modelPlaces } from '../../src/cli/open-model.ts';
import { trainCommand } from '../../src/cli/train-command.ts';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec } from '../../src/core/simulation.ts';
import { sharedFile, testWithShared } from '../shared.ts';
import { runOf } from './command.ts';

vi.mock('../../src/cli/datasets.ts', async (importOriginal) => {
  const datasets = await importOriginal<{ readonly loadNamed: typeof loadNamed }>();
  return { ...datasets, loadNamed: vi.fn(datasets.loadNamed) };
});

const { signal } = new AbortController();
const FILMS = 'data/movies-tmdb.jsonl.gz';
const PEOPLE = 'data/suber-users/movies/user_features_600.csv';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test('a policy that fails is told with its error, and takes nothing from the others', async () => {
  const files = mkdtempSync(join(tmpdir(), 'train-'));
  const spec = { environment: { of: 'books', people: 3, items: 15, prompt: { scale: '1-5' } }, steps: 2048 };
  const options = runOf(
    { kind: 'training', ...spec, policies: named('random', 'a2c', 'popularity') },
    '--files',
    files,
  );
  const policies = options.policies.map((policy) =>
    policy.name === 'a2c' ? { ...policy, options: { learning_rate: 1e300 } } : policy,
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

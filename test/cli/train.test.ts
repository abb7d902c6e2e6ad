/** @file Trainings in the terminal, and environments made of files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTerminalLab } from '../../src/cli/open-lab.ts';
import { modelPlaces } from '../../src/cli/open-model.ts';
import { trainCommand } from '../../src/cli/train-command.ts';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec } from '../../src/core/simulation.ts';
import { sharedFile, testWithShared } from '../shared.ts';
import { runOf } from './command.ts';

const { signal } = new AbortController();
const FILMS = 'data/movies-tmdb.jsonl.gz';
const PEOPLE = 'data/suber-users/movies/user_features_600.csv';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test('a policy that fails is told with its error, and takes nothing from the others', async () => {
  const files = mkdtempSync(join(tmpdir(), 'train-'));
  const spec = { environment: { of: 'books', people: 3, items: 15, prompt: { scale: '1-5' } }, steps: 2048 };
  const policies = [...named('random'), { name: 'a2c', options: { learning_rate: 10 } }, ...named('popularity')];
  const options = runOf({ kind: 'training', ...spec, policies }, '--files', files);
  const { tables, summary } = await trainCommand(options, () => {});
  const again = await trainCommand(options, () => {});
  rmSync(files, { recursive: true });
  expect(again).toEqual({ tables, summary });
  expect(summary.trained.map(({ policy, error }) => [policy, error?.code ?? null])).toEqual([
    ['random', null],
    ['a2c', 'internal'],
    ['popularity', null],
  ]);
  expect(summary).toMatchObject({ people: 3, items: 15, surrogate: { teacher: 'rules' } });
  expect(tables).toContain('| a2c (1 of 1 failed) | 0 | – |');
}, 30_000);

testWithShared(
  'SUBER’s own people and the films of a catalogue are an environment',
  [FILMS, PEOPLE],
  async () => {
    const environment: EnvironmentSpec = {
      ...DEFAULT_ENVIRONMENT,
      of: { dataset: sharedFile(FILMS) },
      peopleOf: { dataset: sharedFile(PEOPLE) },
      people: 3,
      items: 20,
      retrieval: { name: 'embedding', count: 3 },
    };
    const places = { places: modelPlaces({}), files: tmpdir() };
    const { people, items, tastes } = await openTerminalLab(places, () => {}).lab.query('environment', environment, {
      signal,
    });
    expect(people).toHaveLength(3);
    expect(people.every(({ description }) => description.length > 20)).toBe(true);
    expect(items).toHaveLength(20);
    // Nobody in this file says which genres they like.
    expect(tastes.every(({ liked, disliked }) => liked.length + disliked.length === 0)).toBe(true);
    const train = (changed: Partial<EnvironmentSpec>) => {
      const asked = { ...environment, ...changed };
      const training = { environment: asked, learnsFrom: 'surrogate', seeds: [1], steps: 2048 } as const;
      return trainCommand(
        { ...places, trainings: [{ ...training, policies: [{ name: 'random', options: {} }] }] },
        () => {},
      );
    };
    await expect(train({ people: 601 })).rejects.toThrow(/There are 600 people, not 601/);
    await expect(train({ prompt: { ...environment.prompt, scale: '1-5' } })).rejects.toThrow(
      /films are not rated on 1-5/,
    );
  },
  30_000,
);

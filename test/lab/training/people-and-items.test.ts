/** @file Whose people and whose items an environment has. */
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec } from '../../../src/core/simulation.ts';
import { parseEnvironmentSpec, parseTrainingSpec } from '../../../src/lab/training/simulation-spec.ts';
import { openEnvironmentCatalogue } from '../../../src/lab/training/open-ground.ts';

const { signal } = new AbortController();
const manifest = (name: string) => ({ name, title: name, itemNoun: 'film' });
const ITEMS = {
  manifest: manifest('catalogue'),
  users: [],
  items: Array.from({ length: 5 }, (_, id) => ({ id, title: `Film ${id}`, year: 1999, attributes: {} })),
} as unknown as Dataset;
const PEOPLE = {
  manifest: manifest('people'),
  users: Array.from({ length: 4 }, (_, id) => ({ id, name: `Person${id}`, attributes: { description: 'She reads.' } })),
  items: [],
} as unknown as Dataset;

const loadDataset = (name: string): Promise<Dataset> =>
  name === 'people' || name === 'catalogue'
    ? Promise.resolve(name === 'people' ? PEOPLE : ITEMS)
    : Promise.reject(new Error(`There is no ${name}.`));
const open = (changed: Partial<EnvironmentSpec>) =>
  openEnvironmentCatalogue({ ...DEFAULT_ENVIRONMENT, people: 3, items: 5, ...changed }, { loadDataset }, signal);

describe('people and items', () => {
  test('may be of two datasets', async () => {
    const catalogue = await open({ of: { dataset: 'catalogue' }, peopleOf: { dataset: 'people' } });
    expect(catalogue.items.map(({ title }) => title).sort()).toEqual([0, 1, 2, 3, 4].map((id) => `Film ${id}`));
    expect(catalogue.people.map(({ name }) => name)).toHaveLength(3);
    expect(catalogue.people.every(({ name }) => name.startsWith('Person'))).toBe(true);
  });

  test('may be a dataset’s and synthetic ones, or the lab’s and a dataset’s', async () => {
    const synthetic = await open({ of: { dataset: 'catalogue' }, peopleOf: 'synthetic' });
    expect(synthetic.people).toHaveLength(3);
    expect(synthetic.tastes[0]?.liked.length).toBeGreaterThan(0);
    const books = await open({ of: 'books', peopleOf: { dataset: 'people' } });
    expect(books.kind).toBe('book');
    expect(books.people[0]?.name).toMatch(/^Person/);
    expect(books.items).toEqual((await open({ of: 'books' })).items);
  });
});

test('published episodes are SUBER’s: its prompts on 0–9, three ratings by likeness, rewards that decay', () => {
  expect(parseEnvironmentSpec({ episodes: 'published', people: 600 })).toMatchObject({
    people: 600,
    prompt: { scale: '0-9', shots: 'published', system: 'published' },
    retrieval: { name: 'embedding', count: 3 },
    shaping: { type: 'decay', q: 0.1 },
    perturbation: { type: 'none' },
    endProbability: 0.025,
  });
  expect(parseEnvironmentSpec({ episodes: 'published', of: 'books' }).prompt.scale).toBe('1-5');
  const own = { episodes: 'published', retrieval: { name: 'recency' }, prompt: { shots: 0 } };
  expect(parseEnvironmentSpec(own)).toMatchObject({
    retrieval: { name: 'recency' },
    prompt: { scale: '0-9', shots: 0, system: 'published' },
  });
  const training = parseTrainingSpec({ environment: { episodes: 'published' }, policies: [{ name: 'a2c' }] });
  expect(training.environment.prompt.shots).toBe('published');
  expect(() => parseEnvironmentSpec({ episodes: 'others' })).toThrow('episodes');
});

/** @file Trainings as notebooks held them until November 2026: they open as what they meant. */
import type { JsonObject } from '../../src/core/json.ts';
import { expect, test } from 'vitest';
import { presentSimulation } from '../../src/notebook/earlier-training.ts';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { parseNotebook, validateNotebook } from '../../src/notebook/validate.ts';

const policies = [{ name: 'a2c', options: { rate: 0.01 } }];
const earlier = { kind: 'training', dataset: { name: 'films' }, policies };
const cellWith = (spec: object) => ({ version: 1, title: '', cells: [{ id: 'sim', type: 'simulation', spec }] });

test('people, items and seed are the environment’s, the seed is the policies’ too, and rules are the rater', () => {
  const before = { ...earlier, people: 10, items: 40, steps: 1024, seed: 7, learnsFrom: 'rules' };
  expect(presentSimulation(before as JsonObject)).toEqual({
    ...earlier,
    environment: { people: 10, items: 40, seed: 7 },
    seeds: [7],
    steps: 1024,
    learnsFrom: 'rater',
  });
});

test('what is written as it is now stays as it is, and so does what is no training', () => {
  const now: JsonObject = { ...earlier, environment: { people: 10 }, seeds: [1, 2], learnsFrom: 'surrogate' };
  expect(presentSimulation(now)).toBe(now);
  const talk: JsonObject = { kind: 'conversation', seed: 7, people: 3 };
  expect(presentSimulation(talk)).toBe(talk);
});

test('an earlier notebook opens from its text, and gives the link of the same notebook as it is written now', () => {
  const before = parseNotebook(JSON.stringify(cellWith({ ...earlier, people: 10, seed: 7 })));
  const now = validateNotebook(cellWith({ ...earlier, environment: { people: 10, seed: 7 }, seeds: [7] }));
  expect(before).toEqual(now);
  expect(encodeNotebook(before)).toBe(encodeNotebook(now));
  const [least] = parseNotebook(JSON.stringify(cellWith(earlier))).cells;
  expect(least).toMatchObject({ spec: { environment: { people: 20, items: 60, seed: 1 }, seeds: [1] } });
});

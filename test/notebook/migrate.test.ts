/** @file Notebooks of other versions. The lab has one version so far: the steps here are made up, the rest is what runs. */
import { expect, test } from 'vitest';
import { migrate, type Step } from '../../src/notebook/migrate.ts';

const renamed: Step = ({ name = '', ...rest }) => ({ ...rest, version: 2, title: name });
const listed: Step = ({ title = '', ...rest }) => ({ ...rest, version: 3, titles: [title] });

test('an older notebook goes through every step that it lacks, in order, and a present one through none', () => {
  const steps = [renamed, listed];
  expect(migrate({ version: 1, name: 'a' }, steps)).toEqual({ version: 3, titles: ['a'] });
  expect(migrate({ version: 2, title: 'a' }, steps)).toEqual({ version: 3, titles: ['a'] });
  const present = { version: 3, titles: ['a'] };
  expect(migrate(present, steps)).toBe(present);
});

test('a newer one is refused with words, and what says no version is no notebook', () => {
  expect(() => migrate({ version: 2 })).toThrow(
    'This notebook has version 2 and comes from a newer Espalier; this one reads versions up to 1. Reload the page',
  );
  for (const version of [0, 1.5, '1', null]) expect(() => migrate({ version })).toThrow('a notebook says its version');
  expect(() => migrate([])).toThrow('This is not a notebook');
});

import { expect, test } from 'vitest';
import { ABOUT_NOTHING, editedFound, foundIn } from '../../src/core/found.ts';

const columns = ['value', 'support'];

test('one row with a value is one answer; without rows or a value nothing is on record', () => {
  const about = { users: [5], items: [] };
  expect(foundIn('user-mean', about, { columns, rows: [[3.5, 20]] })).toMatchObject({ about, value: 3.5, support: 20 });
  expect(foundIn('user-mean', about, { columns, rows: [] })).toMatchObject({ value: null, support: 0 });
  expect(foundIn('user-mean', about, { columns, rows: [[null, 0]] })).toMatchObject({ value: null, support: 0 });
});

test('numbers that a person changed in an observation change what was found, and changed words leave nothing', () => {
  const found = foundIn('user-mean', ABOUT_NOTHING, { columns, rows: [[3.51239, 20]] });
  const before = 'The average is 3.5124 (20 ratings).';
  expect(editedFound(found, before, 'The average is 1.5 (20 ratings).')).toMatchObject({
    value: 1.5,
    support: 20,
    rows: [[1.5, 20]],
  });
  expect(editedFound(found, before, 'I do not know.')).toBeNull();
  expect(editedFound(found, before, before)).toBe(found);
});

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LONG } from './unit.ts';

test('what the short run of the tests leaves out exists', () => {
  expect(LONG.filter((path) => !existsSync(resolve(import.meta.dirname, '..', path)))).toEqual([]);
});

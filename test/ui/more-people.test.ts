/** @file How many more people a comparison offers to ask, and for how long. */
import { expect, test } from 'vitest';
import type { Compare } from '../../src/ui/pages/compare/compare.svelte.ts';
import { morePeople } from '../../src/ui/pages/compare/more-people.ts';
import { tableOf } from './evaluation-rows.ts';

/** A row whose task takes a second. */
const slow = (label: string) => ({ label, value: 0, seconds: 1 });
const table = tableOf(slow('a'), slow('b'));
const compare = (grid: object, outline: object = { done: 20, tasks: 20 }): Compare =>
  ({ grid: { name: 'x', count: 10, chosenTasks: 0, ...grid }, outline }) as unknown as Compare;

test('ten times as many, as long as their tasks take at the measured speed, and no more than there are', () => {
  expect(morePeople(compare({}), table, 6000)).toEqual({ people: 100, seconds: 200 });
  expect(morePeople(compare({}), table, 40)).toEqual({ people: 40, seconds: 80 });
});

test('nothing where there is nobody else, tasks were chosen, or the table shows something else than what is chosen', () => {
  expect(morePeople(compare({}), table, 10)).toBeNull();
  expect(morePeople(compare({ chosenTasks: 2 }), table, 6000)).toBeNull();
  expect(morePeople(compare({ name: 'y' }), table, 6000)).toBeNull();
  expect(morePeople(compare({}, { done: 0, tasks: 40 }), table, 6000)).toBeNull();
});

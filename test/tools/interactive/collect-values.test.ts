/** @file How many items have an attribute, as planners are told. */
import { expect, test } from 'vitest';
import { collect, seriesIn } from '../../../src/tools/interactive/collect-values.ts';
import { madeUpDataset } from '../../data/dataset.ts';

test('an attribute counts the items that have a value of it, however many they have, and empty lists as none', () => {
  const dataset = madeUpDataset();
  const [first, second, third, ...others] = dataset.items;
  const items = [
    { ...first!, attributes: { genres: ['Drama', 'War'], running_time: 90 } },
    { ...second!, attributes: { genres: ['War'], director: 'Kim' } },
    { ...third!, attributes: { genres: [] } },
    ...others.map((item) => ({ ...item, attributes: {} })),
  ];
  const collected = collect({ ...dataset, items });
  expect([...collected].map(([name, { items: having, isNumber }]) => [name, having, isNumber])).toEqual([
    ['genre', 2, false],
    ['running_time', 1, true],
    ['director', 1, false],
  ]);
  expect(collected.get('genre')?.values).toEqual(
    new Map([
      ['Drama', 1],
      ['War', 2],
    ]),
  );
  expect(seriesIn(dataset).items).toBeNull();
});

/** @file What a reply is told of an item. */
import { expect, test } from 'vitest';
import { replyItem } from '../../../src/recommenders/interec/same-title.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { openMadeUp } from './open-made-up.ts';

test('what a plan asked for is among the facts, however the plan wrote its name', async () => {
  const whole = madeUpDataset();
  const items = whole.items.map((item) => ({
    ...item,
    attributes: { ...item.attributes, running_time: 90 + item.id, budget: 7 },
  }));
  const { catalogue } = await openMadeUp({ ...whole, items });
  const item = catalogue.titles.reference(4);
  for (const name of ['running_time', 'running time', 'Running-Time'])
    expect(replyItem(item, catalogue, [name]).facts).toMatchObject({ running_time: '94' });
  expect(Object.keys(replyItem(item, catalogue, []).facts)).not.toContain('running_time');
  expect(Object.keys(replyItem(item, catalogue, ['no such thing']).facts)).not.toContain('budget');
});

test('the mean rating is among them where a plan orders or filters by it', async () => {
  const { catalogue } = await openMadeUp();
  const item = catalogue.items.find(({ id }) => catalogue.known(id) > 0)!;
  const told = replyItem(catalogue.titles.reference(item.id), catalogue, ['rating']).facts;
  const sql = `SELECT round(mean_rating, 2) FROM item_statistics WHERE item_id = ${String(item.id)}`;
  expect(told['rating']).toBe(String(catalogue.database.query(sql).rows[0]?.[0]));
  expect(replyItem(catalogue.titles.reference(item.id), catalogue, []).facts['rating']).toBeUndefined();
});

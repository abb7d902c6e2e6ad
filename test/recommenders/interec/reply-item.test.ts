/** @file What a reply is told of an item. */
import { expect, test } from 'vitest';
import { replyItem } from '../../../src/recommenders/interec/reply-item.ts';
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

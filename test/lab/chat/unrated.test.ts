/** @file A catalogue that nobody rated can be talked about: likeness puts in order, and that nobody rated is on record. */
import { expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { openMadeUp, startChat } from '../../recommenders/interec/open-made-up.ts';

const { signal } = new AbortController();
const NONE = { user: Int32Array.of(), item: Int32Array.of(), rating: Float64Array.of(), time: Float64Array.of() };

function unrated(): Dataset {
  const dataset = madeUpDataset();
  return {
    ...dataset,
    users: [],
    interactions: NONE,
    manifest: { ...dataset.manifest, counts: { ...dataset.manifest.counts, users: 0, interactions: 0 } },
  };
}

test('nobody rated it: what is named is in the order of the catalogue, which is on record', async () => {
  const opened = await openMadeUp(unrated());
  const { items, passed } = await startChat(opened).say('recommend me a comedy', signal);
  expect(items.length).toBeGreaterThan(0);
  expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort((one, other) => one - other));
  expect(passed[0]?.join()).toContain('since nobody rated them');
});

test('where others rated it, the best known come first', async () => {
  const dataset = unrated();
  const votes = (id: number): number => 10 + ((7 * id) % 90);
  const opened = await openMadeUp({
    ...dataset,
    items: dataset.items.map((item) => ({ ...item, attributes: { ...item.attributes, vote_count: votes(item.id) } })),
  });
  const chat = startChat(opened);
  const { items, passed } = await chat.say('recommend me a comedy', signal);
  const known = items.map(({ id }) => votes(id));
  expect(known).toEqual([...known].sort((one, other) => other - one));
  expect(passed.flat().join()).not.toContain('nobody rated');
});

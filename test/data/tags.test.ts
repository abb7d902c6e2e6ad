import { expect, test } from 'vitest';
import { tagLists, withoutHeldTags, trainingPart } from '../../src/data/tags.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../src/data/split/splits.ts';
import { decodeDataset, encodeDataset } from '../../src/data/store/dataset-store.ts';
import { importFiles, LATEST } from './import/zips.ts';
import { openSqlEngine } from '../../src/cli/open-sql-engine.ts';

const rows = {
  user: [1, 2, 1, 3],
  item: [7, 7, 8, 7],
  tag: ['Noir', 'noir', 'slow', 'dark'],
};

test('the most frequent first, as it stands first in the source', () => {
  expect([...tagLists(rows)]).toEqual([
    [7, ['Noir', 'dark']],
    [8, ['slow']],
  ]);
  expect([...tagLists(rows, (row) => row !== 0)]).toEqual([
    [7, ['noir', 'dark']],
    [8, ['slow']],
  ]);
});

/** Each person's last film carries a tag that only they gave it, and one that somebody else gave it too. */
async function tagged() {
  const plain = await importFiles({ ...LATEST, 'ml-tiny/tags.csv': 'userId,movieId,tag,timestamp\r\n' });
  const split = leaveLastOut(plain);
  const { user, item } = plain.interactions;
  const lines = [...split.targets].flatMap((at) => [
    `${user[at]},${item[at]},canary-of-${user[at]},5`,
    `${user[at]},${item[at]},shared,5`,
    `999,${item[at]},shared,5`,
  ]);
  const text = `userId,movieId,tag,timestamp\r\n${lines.join('\r\n')}\r\n`;
  return { dataset: await importFiles({ ...LATEST, 'ml-tiny/tags.csv': text }), split };
}

test('the canary: what somebody called a film that is held out for them is in no byte of the database, nor in what is fitted to', async () => {
  const { dataset, split } = await tagged();
  expect(split.targets.length).toBeGreaterThan(0);
  expect(JSON.stringify(dataset.items)).toContain('canary-of-');
  const engine = await openSqlEngine();
  const bytes = (await buildDatabase(engine, dataset, { heldOut: split.heldOut })).export();
  expect(Buffer.from(bytes).includes('canary-of-')).toBe(false);
  // What others called it stays, and so does everything where nothing is held out.
  expect(Buffer.from(bytes).includes('shared')).toBe(true);
  const open = (await buildDatabase(engine, dataset, { heldOut: Int32Array.of() })).export();
  expect(Buffer.from(open).includes('canary-of-')).toBe(true);
  expect(JSON.stringify(trainingPart(dataset, split.heldOut))).not.toContain('canary-of-');
  // Also once it was kept and read again.
  const kept = await decodeDataset(await encodeDataset(dataset));
  expect(JSON.stringify(withoutHeldTags(kept, split.heldOut).items)).not.toContain('canary-of-');
});

test('a dataset whose tags nobody held out gave, or whose givers are unknown, is left as it is', async () => {
  const { dataset } = await tagged();
  expect(withoutHeldTags(dataset, [])).toBe(dataset);
  const { tagged: _, ...unknown } = dataset;
  expect(withoutHeldTags(unknown, [0, 1])).toBe(unknown);
});

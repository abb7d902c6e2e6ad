/** @file Imported datasets get names of their own: none takes the place of another. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { gzipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { sourceFromBytes } from '../../../src/data/import/source-files.ts';
import { DatasetStore } from '../../../src/data/store/dataset-store.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { DatasetShelf } from '../../../src/lab/datasets/dataset-shelf.ts';
import { labErrorOf, LATEST, zip } from '../../data/import/zips.ts';

const NEVER = new AbortController().signal;
const ignore = (): void => undefined;

const OWN_TABLES = {
  users: 'user_id,name\n1,Ann\n2,Bo\n',
  items: 'item_id,title,year\n1,Up,2009\n2,Big,1988\n',
};

const hash = (text: string): string => bytesToHex(sha256(strToU8(text)));

/** A dataset in the lab's own format, which names itself. */
function naming(name: string, ratings: string): Uint8Array {
  const tables = { ...OWN_TABLES, interactions: `user_id,item_id,rating,time\n${ratings}` };
  const entries = Object.entries(tables);
  const manifest = {
    name,
    title: 'Holiday films',
    synthetic: false,
    description: 'Made up.',
    license: 'none',
    itemNoun: 'film',
    scale: { min: 1, max: 5, step: 1 },
    sha256: hash(Object.values(tables).join('')),
    counts: { users: 2, items: 2, interactions: ratings.trim().split('\n').length },
    files: Object.fromEntries(
      entries.map(([table, text]) => [`${table}.csv.gz`, { sha256: hash(text), bytes: text.length }]),
    ),
  };
  const gzipped = entries.map(([table, text]) => [`${table}.csv.gz`, gzipSync(strToU8(text), { mtime: 0 })] as const);
  return zip({ 'manifest.json': JSON.stringify(manifest), ...Object.fromEntries(gzipped) });
}

function opened(files = new MemoryFileStore()) {
  const shelf = new DatasetShelf(files, () => Promise.reject(new Error('Nothing is fetched here.')));
  const drop = (file: string, bytes: Uint8Array) => shelf.import([sourceFromBytes(file, bytes)], null, ignore, NEVER);
  const ratings = async (name: string) => (await shelf.load(name, NEVER)).interactions.user.length;
  const names = async () => (await new DatasetStore(files).list()).map(({ manifest }) => manifest.name);
  return { drop, ratings, names };
}

test('a dataset whose name another one has gets a number, and both stay', async () => {
  const { drop, ratings } = opened();
  const first = await drop('films.zip', naming('ml-tiny', '1,1,4,1\n2,1,5,2\n1,2,3,3\n'));
  expect(first).toMatchObject({ manifest: { name: 'ml-tiny' }, taken: null, wasKept: false });
  const second = await drop('holiday-films.zip', naming('ml-tiny', '1,1,4,1\n'));
  expect(second).toMatchObject({
    manifest: { name: 'ml-tiny-2', title: 'Holiday films (2)' },
    taken: 'ml-tiny',
    wasKept: false,
  });
  const third = await drop('ml-tiny.zip', zip(LATEST));
  expect(third.manifest.name).toBe('ml-tiny-3');
  expect([await ratings('ml-tiny'), await ratings('ml-tiny-2'), await ratings('ml-tiny-3')]).toEqual([3, 1, 5]);
});

test('the same data are kept once, also where they have a number', async () => {
  const { drop, names } = opened();
  const [one, other] = [naming('films', '1,1,4,1\n'), naming('films', '2,2,5,1\n')];
  await drop('a.zip', one);
  await drop('b.zip', other);
  expect(await drop('a.zip', one)).toMatchObject({ manifest: { name: 'films' }, wasKept: true, taken: null });
  expect(await drop('b.zip', other)).toMatchObject({ manifest: { name: 'films-2' }, wasKept: true });
  expect([...(await names())].sort()).toEqual(['films', 'films-2']);
});

test('the name of a dataset that comes with the lab is nobody else’s', async () => {
  const { drop } = opened();
  expect(await labErrorOf(drop('x.zip', naming('synthetic-films', '1,1,4,1\n')))).toMatchObject({
    code: 'file-invalid',
  });
});

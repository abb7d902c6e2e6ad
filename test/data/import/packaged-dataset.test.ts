import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync, gzipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { labErrorOf } from './zips.ts';

const FOLDER = resolve(import.meta.dirname, '../../../datasets/synthetic-films');
const signal = new AbortController().signal;
const packaged = async (name: string): Promise<Uint8Array> => readFile(resolve(FOLDER, name));

const TABLES = {
  'users.csv': 'user_id,name,age,genres_liked,genres_disliked\n1,Ada,36,Drama|Comedy,\n2,"Bo, jr.",40,,Horror\n',
  'items.csv':
    'item_id,title,year,genres,director,imdb_rating\n1,"Heat, again",1995,Crime|Drama,Michael Mann,8.2\n2,Cube,,,,\n',
  'interactions.csv': 'user_id,item_id,rating,time,review\n1,1,4.5,100,"Loud.\nLong, too."\n2,1,0.5,50,\n2,9,1,50,\n',
};
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function folder(tables: Readonly<Record<string, string>>, change: object = {}): Record<string, Uint8Array> {
  const files = Object.fromEntries(
    Object.entries(tables).map(([name, text]) => [`${name}.gz`, { sha256: hash(text), bytes: strToU8(text).length }]),
  );
  const manifest = {
    ...{ name: 'tiny', title: 'Tiny', synthetic: true, description: 'Made up.', license: 'MIT', itemNoun: 'film' },
    ...{ scale: { min: 0.5, max: 5, step: 0.5 }, sha256: hash(Object.values(tables).join('')), files },
    counts: { users: 2, items: 2, interactions: 3 },
    ...change,
  };
  const gzipped = Object.entries(tables).map(([name, text]) => [`${name}.gz`, gzipSync(strToU8(text))] as const);
  return { 'manifest.json': strToU8(JSON.stringify(manifest)), ...Object.fromEntries(gzipped) };
}

const load = (files: Readonly<Record<string, Uint8Array>>): ReturnType<typeof loadPackagedDataset> =>
  loadPackagedDataset(async (name) => files[name] ?? new Uint8Array(), signal);

test('the default dataset loads whole, and says that it is synthetic', async () => {
  const manifest = JSON.parse(new TextDecoder().decode(await packaged('manifest.json'))) as {
    counts: Record<'users' | 'items' | 'interactions', number>;
    sha256: string;
  };
  const dataset = await loadPackagedDataset(packaged, signal);
  const { users, items, interactions } = manifest.counts;
  expect(dataset.manifest).toMatchObject({
    name: 'synthetic-films',
    synthetic: true,
    counts: { users, items, interactions },
  });
  expect(dataset.manifest.sha256).toBe(manifest.sha256);
  expect(dataset.rejectedCounts).toEqual({});
  const lines = new TextDecoder()
    .decode(gunzipSync(await packaged('interactions.csv.gz')))
    .trimEnd()
    .split('\n');
  const reviews = lines.filter((line) => !line.endsWith(',')).length - 1;
  expect(dataset.interactions.review?.filter((review) => review !== null)).toHaveLength(reviews);
});

test('a table that is not the one the manifest means is refused by name', async () => {
  const changed = gzipSync(strToU8(TABLES['items.csv'].replace('8.2', '9.2')));
  const error = await labErrorOf(load({ ...folder(TABLES), 'items.csv.gz': changed }));
  expect([error.code, error.message.includes('items.csv.gz')]).toEqual(['file-damaged', true]);
  const cut = await labErrorOf(load({ ...folder(TABLES), 'users.csv.gz': new Uint8Array([1, 2, 3]) }));
  expect([cut.code, cut.message.includes('users.csv.gz')]).toEqual(['file-damaged', true]);
  const swollen = gzipSync(new Uint8Array(8 * 1024 ** 2));
  expect((await labErrorOf(load({ ...folder(TABLES), 'users.csv.gz': swollen }))).code).toBe('file-too-large');
  expect((await labErrorOf(load(folder(TABLES, { sha256: hash('else') })))).code).toBe('file-damaged');
});

test.each([
  [{ name: '../x' }, 'name'],
  [{ synthetic: 'no' }, 'synthetic'],
  [{ scale: { min: 5, max: 1, step: 1 } }, 'scale'],
  [{ files: { 'users.csv.gz': { sha256: 'x', bytes: 1 } } }, 'files.users.csv.gz.sha256'],
])('a manifest with %j is refused by its field', async (change, field) => {
  const error = await labErrorOf(load(folder(TABLES, change)));
  expect([error.code, error.message.includes(field)]).toEqual(['file-invalid', true]);
});

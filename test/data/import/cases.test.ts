/** Files that people really have, from `../shared/cases`: each is right, or refused with the reason. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { parseColumns } from '../../../src/data/import/column-mapping.ts';
import { sourceFromBytes, type SourceFile } from '../../../src/data/import/source-files.ts';
import { sharedFile } from '../../shared.ts';
import { counts, importSources } from './sources.ts';

function sourcesOf(path: string): readonly SourceFile[] {
  const whole = sharedFile(`cases/${path}`);
  const read = (file: string, name: string): SourceFile => sourceFromBytes(name, new Uint8Array(readFileSync(file)));
  if (!statSync(whole).isDirectory()) return [read(whole, basename(whole))];
  const entries = readdirSync(whole, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return files.map((file) => read(file, relative(resolve(whole, '..'), file)));
}

const there = existsSync(sharedFile('cases'));
const name = (title: string): string => (there ? title : `${title} [skipped: no ../shared/cases]`);
const WHOLE = [20, 40, 200];
const day = (dataset: Dataset): string =>
  new Date((dataset.interactions.time[0] ?? 0) * 1000).toISOString().slice(0, 10);

/** Folder or file, what it has, and the day of its first row. */
const RIGHT: readonly (readonly [path: string, counts?: readonly number[], day?: string])[] = [
  ['01-amazon-2023/Kitchen_Things.jsonl', WHOLE, '2017-07-15'],
  ['01-amazon-2023/with-meta'],
  ['03-book-crossing/BX-Book-Ratings.csv'],
  ['04-kaggle-zip-of-three-tables/archive.zip'],
  ['04-kaggle-zip-of-three-tables/archive-books-first.zip'],
  ['05-blank-separated-triples/ratings-header.txt'],
  ['08-recbole-price-dash'],
  ...['csv', 'jsonl', 'parquet'].map((end) => [`10-jsonl-int64-ids/tweets.${end}`] as const),
  ...['float-ids', 'ratings'].map((file) => [`12-numpy-savetxt/${file}.csv`, WHOLE, '2017-07-15'] as const),
  ['13-decimal-comma/bewertungen.csv'],
  ['14-sep-line/excel.csv'],
  ['14-sep-line/excel2.csv'],
  ...['records-pretty', 'records'].map((file) => [`17-pandas-json/${file}.json`] as const),
  ...['nan.csv', 'nan.parquet', 'null.csv', 'null.parquet'].map(
    (file) => [`20-missing-people/${file}`, [20, 40, 160]] as const,
  ),
  ['21-day-numbers/days.csv', WHOLE, '2017-07-15'],
  ...['no-marker', 'ratings.csv', 'ratings.parquet'].map((file) => [`22-spark-folder/${file}`] as const),
  ...(there ? readdirSync(sharedFile('cases/23-parquet-dress')) : []).map(
    (file) => [`23-parquet-dress/${file}`, WHOLE, '2017-07-15'] as const,
  ),
  ['24-parquet-nested/struct.jsonl'],
  ...['ml-small (1).zip', 'nested-mac.zip', 'one-table.zip'].map((file) => [`26-mac-zip/${file}`] as const),
  ...[
    'ml-small.tar.gz',
    'rec.tar.gz',
    'votes.tar.gz',
    'yelp_dataset-two.tar',
    'yelp_dataset.tar',
    'yelp_dataset.tgz',
  ].map((file) => [`27-tarballs/${file}`] as const),
  ['29-steam/steam_reviews.json'],
  ['31-id-forms/ids.csv', [7, 3, 21]],
  ['38-latin1-csv/livres.csv'],
  ...[1, 2, 3, 4, 5, 6, 8].map((at) => [`39-dates/dates-${at}.csv`, WHOLE, '2017-07-15'] as const),
  ['40-rows-over-several-csv', WHOLE, '2017-07-15'],
  ['42-called-ratings-csv/ratings.csv'],
  ['44-int64-in-known-formats/reviews.jsonl'],
  ['44-int64-in-known-formats/yelp.json'],
  ...['blank', 'comma', 'other-names', 'sessions'].map((file) => [`45-recbole-headers/${file}.inter`] as const),
];

const REFUSED: readonly (readonly [path: string, message: RegExp])[] = [
  ['05-blank-separated-triples/ratings.txt', /^ratings\.txt is a table without a header .*column 3 \(2\).*--columns/],
  ['05-blank-separated-triples/ratings-halves.txt', /column 3 \(1\.5\)/],
  ['07-recbole-augmented', /column item_id_list:token_seq repeats the history/],
  ['16-pandas-number-header/frame.csv', /^frame\.csv is a table whose columns do not say .*: 0, 1, 2, 3/],
  ['24-parquet-nested/histories.parquet', /column item_id is a list/],
  ['24-parquet-nested/histories.jsonl', /column item_id is a list.*line 1 of histories\.jsonl/],
  ['27-tarballs/ratings.7z', /is a 7z archive/],
  ['27-tarballs/ratings.csv.bz2', /is packed by bzip2/],
  ['27-tarballs/ratings.csv.xz', /is packed by xz/],
  ['30-duplicate-headers/merged.csv', /the rating: column 3 \(rating\) and column 5 \(rating \(2\)\)/],
  ['30-duplicate-headers/two-users.csv', /the person: column 1 \(user_id\) and column 5/],
  ['30-duplicate-headers/case.csv', /the person: column 1 \(User_ID\) and column 2 \(user_id\)/],
  ['35-lastfm-no-header/plays.tsv', /without a header .*column 6 \(Song 18\)/],
];

describe.skipIf(!there)(name('files of others'), () => {
  const right = RIGHT.map(([path, expected = WHOLE, first = '']) => ({ path, expected, first }));
  test.each(right)('$path is read', async ({ path, expected, first }) => {
    const dataset = await importSources(sourcesOf(path));
    expect(counts(dataset)).toEqual(expected);
    if (first !== '') expect(day(dataset)).toBe(first);
    expect(dataset.readFrom?.tables.every(({ rows }) => rows !== null && rows > 0)).toBe(true);
    expect(dataset.readFrom?.leftOver.filter(({ why }) => why !== 'is a document')).toEqual([]);
  });

  test.each(REFUSED)('%s is refused', async (path, message) => {
    await expect(importSources(sourcesOf(path))).rejects.toThrow(message);
  });

  test.each([
    ['16-pandas-number-header/frame-index.csv', 'user=0,item=1,rating=2,time=3'],
    ['35-lastfm-no-header/plays.tsv', 'user=column 1,time=column 2,item=column 3,title=column 6'],
    ['04-kaggle-zip-of-three-tables/archive-books-first.zip', 'user=User-ID,item=ISBN,rating=Book-Rating'],
    ['30-duplicate-headers/merged.csv', 'user=user_id,item=item_id,rating=rating (2)'],
    ['05-blank-separated-triples/ratings.txt', 'user=column 1,item=column 2,rating=column 3'],
  ])('%s is read by its columns', async (path, columns) => {
    expect(counts(await importSources(sourcesOf(path), { columns: parseColumns(columns) }))).toEqual(WHOLE);
  });
});

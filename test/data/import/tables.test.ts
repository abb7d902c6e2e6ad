import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { parseColumns } from '../../../src/data/import/column-mapping.ts';
import { lookAt } from '../../../src/data/import/import-dataset.ts';
import type { SourceFile } from '../../../src/data/import/source-files.ts';
import { counts, gzipped, importSources, madeSource } from './sources.ts';
import { importFiles, labErrorOf } from './zips.ts';

const signal = new AbortController().signal;
const HEADER = 'reader,isbn,stars,when,words,book name';
const CSV = `${HEADER}\nann,000200588X,4.5,2020-01-02 03:04:05,"Good, ""very""\ngood",Gilead\nbob,000200588X,3,2020-01-03,,Gilead\n`;
const MAPPING = parseColumns('user=reader,item=isbn,rating=stars,time=when,review=words,title=book name');
const ROWS = [
  {
    reader: 'ann',
    isbn: '000200588X',
    stars: 4.5,
    when: 1577934245000,
    words: 'Good, "very"\ngood',
    'book name': 'Gilead',
  },
  { reader: 'bob', isbn: '000200588X', stars: 3, when: 1578009600, words: null, 'book name': 'Gilead' },
];
const PARQUET = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'reader', data: ['ann', 'bob'], type: 'STRING' },
      { name: 'isbn', data: ['000200588X', '000200588X'], type: 'STRING' },
      { name: 'stars', data: [4.5, 3], type: 'DOUBLE' },
      { name: 'when', data: [new Date('2020-01-02T03:04:05Z'), new Date('2020-01-03T00:00:00Z')], type: 'TIMESTAMP' },
      { name: 'words', data: ['Good, "very"\ngood', null], type: 'STRING', nullable: true },
      { name: 'book name', data: ['Gilead', 'Gilead'], type: 'STRING' },
    ],
  }),
);
const semicolons = CSV.replaceAll(/,(?! ")/g, ';');

const SAME: readonly (readonly [string, SourceFile])[] = [
  ['CSV', madeSource('x.csv', CSV)],
  [
    'CSV with semicolons, CRLF and decimal commas',
    madeSource('x.csv', semicolons.replace('4.5', '4,5').replaceAll('\n', '\r\n').replace('"very""\r\n', '"very""\n')),
  ],
  ['CSV of Excel with its separator', madeSource('x.csv', `sep=;\n${semicolons}`)],
  ['gzipped CSV', gzipped('x.csv.gz', CSV)],
  ['JSON Lines', madeSource('x.jsonl', ROWS)],
  ['a JSON list', madeSource('x.json', JSON.stringify(ROWS, null, 2))],
  ['Parquet', madeSource('x.parquet', PARQUET)],
];

test.each(SAME)('one table as %s: is read by the columns that were named, and looked at before', async (_, source) => {
  const dataset = await importSources(source, { columns: MAPPING });
  expect(dataset.rejectedCounts).toEqual({});
  expect(dataset.manifest).toMatchObject({ name: 'x', itemNoun: 'item', scale: { min: 3, max: 4.5, step: 0.5 } });
  expect(dataset.users[1]).toEqual({ id: 2, name: 'person bob', sourceId: 'bob', attributes: {} });
  expect(dataset.items).toEqual([{ id: 1, title: 'Gilead', year: null, sourceId: '000200588X', attributes: {} }]);
  expect(dataset.interactions).toEqual({
    user: Int32Array.of(1, 2),
    item: Int32Array.of(1, 1),
    rating: Float64Array.of(4.5, 3),
    time: Float64Array.of(1577934245, 1578009600),
    review: ['Good, "very"\ngood', null],
  });
  const { preview } = await lookAt([source], signal);
  expect(preview?.columns).toEqual(HEADER.split(','));
  expect(preview?.firstRows[0]?.slice(0, 2)).toEqual(['ann', '000200588X']);
});

const RATED = 'user,item,rating,timestamp\n1,a,5,1\n2,b,4,2\n';

describe('several files', () => {
  test.each([
    [
      'parts',
      {
        'ratings_2019.csv': RATED,
        'ratings_2020.csv': RATED.replaceAll('a,5', 'c,5').replace('b,4', 'd,4'),
        _SUCCESS: '',
      },
    ],
    ['a split', { 'd/train.csv': RATED, 'd/test.csv': 'user,item,rating,timestamp\n1,c,5,1\n2,d,4,2\n' }],
  ])('%s of one shape are one table', async (_, files) => {
    const dataset = await importFiles(files);
    expect(counts(dataset)).toEqual([2, 4, 4]);
    expect(dataset.readFrom?.tables.map(({ rows }) => rows)).toEqual([2, 2]);
  });

  test('tables of items and people are joined by their ids, and what is left over is named', async () => {
    const dataset = await importFiles({
      'ratings.csv': RATED,
      'items.csv': 'item,title,year,genre,average_rating,colour\na,Alpha,1999,x|y,4.2,red\nz,Never,2000,,,\n',
      'users.csv': 'user;age\n1;30\n2;\n',
      'tags.csv': 'user,item,tag\n1,a,good\n',
      'README.md': '# Data',
    });
    expect(dataset.items.map(({ title, year }) => [title, year])).toEqual([
      ['Alpha', 1999],
      ['item b', null],
    ]);
    expect(dataset.items[0]?.attributes).toEqual({ genre: ['x', 'y'], colour: 'red' });
    expect(dataset.users.map(({ attributes }) => attributes)).toEqual([{ age: '30' }, {}]);
    expect(dataset.cleanedCounts).toEqual({ 'average_rating is made of ratings: left out': 1 });
    expect(dataset.readFrom?.leftOver.map(({ file }) => file)).toEqual(['README.md', 'tags.csv']);
  });

  test.each([
    ['of two shapes, both rated', { 'a.csv': RATED, 'b.csv': 'userId,movieId,rating\n1,2,3\n' }, /a\.csv, b\.csv/],
    [
      'written in two ways',
      { 'a.csv': RATED, 'a.jsonl': '{"user":1,"item":2,"rating":3,"timestamp":4}\n' },
      /a\.csv, a\.jsonl/,
    ],
    [
      'beside a known dataset',
      {
        'r.json': '{"review_id":"1","user_id":"u","business_id":"b","stars":3,"date":"2012-01-03"}\n',
        'r.csv': 'review_id,user_id,business_id,stars,date\n2,u,b,3,2012-01-03\n',
      },
      /same kind of table/,
    ],
    [
      'ratings beside another dataset',
      { 'r.json': '{"review_id":"1","user_id":"u","business_id":"b","stars":3,"date":"2012-01-03"}\n', 'x.csv': RATED },
      /x\.csv holds ratings of items by people and would be left over/,
    ],
    [
      'two datasets of MovieLens',
      {
        'a/movies.csv': 'movieId,title,genres\n',
        'a/ratings.csv': 'userId,movieId,rating\n',
        'b/movies.csv': 'movieId,title,genres\n',
        'b/ratings.csv': 'userId,movieId,rating\n',
      },
      /in a\/ and b\//,
    ],
  ])('%s are refused by name', async (_, files, message) => {
    await expect(importFiles(files)).rejects.toThrow(message);
  });
});

test('Amazon of 2023 names no product by a review; a 0 of Book-Crossing is no rating', async () => {
  const row = {
    user_id: 'A',
    parent_asin: 'P',
    asin: 'V',
    rating: 4,
    title: 'Heading',
    text: 'Body',
    timestamp: 1500100000123,
  };
  const amazon = await importSources(madeSource('Things.jsonl', [{ ...row, helpful_vote: 2 }]));
  expect([amazon.manifest.name, amazon.items[0]?.title, amazon.interactions.summary]).toEqual([
    'amazon-things',
    'P',
    ['Heading'],
  ]);
  expect([...amazon.interactions.time]).toEqual([1500100000]);
  const books = 'ISBN;"Book-Title";"Year-Of-Publication"\n"1X";"Say \\"hi\\"; again";"1999"\n';
  const ratings = '"User-ID";"ISBN";"Book-Rating"\n"7";"1X";"0"\n"8";"1X";"9"\n';
  const crossing = await importFiles({ 'BX-Books.csv': books, 'BX-Book-Ratings.csv': ratings });
  expect([...crossing.interactions.rating]).toEqual([Number.NaN, 9]);
  expect(crossing.items).toMatchObject([{ title: 'Say "hi"; again', year: 1999 }]);
});

test('rows that cannot be read are reported; missing markers are nobody', async () => {
  const missing = ['NaN', 'NULL', 'None', '\\N', '<NA>', 'nan'].map((word) => `${word},1,4,2020-01-01,,`);
  const rows = [
    'ann,,4,2020-01-01,,',
    ',1,4,2020-01-01,,',
    'ann,1,x,2020-01-01,,',
    'ann,1,4,soon,,',
    'ann,1',
    'ann,1,"4',
    'bob,000200588X,1,2021-01-01,,',
  ];
  const dataset = await importSources(madeSource('x.csv', `${CSV}${[...missing, ...rows].join('\n')}\n`), {
    columns: MAPPING,
  });
  expect(dataset.rejectedCounts['user id is missing']).toBe(7);
  expect(dataset.rejected.slice(6).map((row) => [row.line, row.reason.split(':')[0]])).toEqual([
    [11, 'item id is missing'],
    [12, 'user id is missing'],
    [13, 'rating is not a number (column stars)'],
    [14, 'time cannot be read (column when)'],
    [15, 'missing columns'],
    [16, 'broken quotes'],
    [4, 'user and item repeated'],
  ]);
});

test('a mapping is part of the fingerprint, and of Parquet what was read', async () => {
  const [csv, again, other, parquet] = await Promise.all([
    importSources(madeSource('x.csv', CSV), { columns: MAPPING }),
    importSources(madeSource('y.csv', CSV), { columns: MAPPING }),
    importSources(madeSource('x.csv', CSV), { columns: parseColumns('user=reader,item=isbn') }),
    importSources(madeSource('x.parquet', PARQUET), { columns: MAPPING }),
  ]);
  expect(again.manifest.sha256).toBe(csv.manifest.sha256);
  expect(new Set([csv, other, parquet].map(({ manifest }) => manifest.sha256)).size).toBe(3);
});

test('a table whose columns say nothing, or one that may be two things, is asked about', async () => {
  const unknown = await lookAt([madeSource('x.csv', 'a,b\nx,y\n')], signal);
  expect([unknown.problem, unknown.preview?.columns]).toEqual([
    expect.stringContaining('do not say which'),
    ['a', 'b'],
  ]);
  const doubled = await lookAt([madeSource('x.csv', 'user,item,rating,rating\n1,2,3,4\n')], signal);
  expect(doubled.problem).toMatch(/column 3 \(rating\) and column 4 \(rating \(2\)\)/);
  expect(doubled.preview?.columns).toEqual(['user', 'item', 'rating', 'rating (2)']);
  await expect(lookAt([madeSource('x.csv', 'user\n1\n')], signal)).rejects.toThrow('it has one column');
});

/** A tar with one file. */
function tar(name: string, text: string): Uint8Array {
  const bytes = new Uint8Array(1536);
  const write = (at: number, part: string): void => bytes.set(new TextEncoder().encode(part), at);
  write(0, name);
  write(124, `${text.length.toString(8).padStart(11, '0')} `);
  write(156, '0');
  write(257, 'ustar\x0000');
  write(148, ' '.repeat(8));
  write(
    148,
    `${bytes
      .subarray(0, 512)
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  );
  write(512, text);
  return bytes;
}

test('a tar is opened, gzipped or not; one that is cut off or leads out of itself is refused', async () => {
  for (const bytes of [tar('d/x.csv', RATED), new Uint8Array(gzipSync(tar('d/x.csv', RATED)))])
    expect(counts(await importSources(madeSource('x.tar', bytes)))).toEqual([2, 2, 2]);
  const cut = await labErrorOf(importSources(madeSource('x.tar', tar('x.csv', RATED).slice(0, 520))));
  expect(cut.code).toBe('file-truncated');
  await expect(importSources(madeSource('x.tar', tar('../x.csv', RATED)))).rejects.toThrow('leads out of it');
});

const PACKED = new Uint8Array(gzipSync(RATED.repeat(1)));

test('whatever is done to a gzipped file, it gives its text or an error that names it', async () => {
  const twice = new Uint8Array([...PACKED, ...new Uint8Array(gzipSync('3,c,1,9\n'))]);
  expect(counts(await importSources(madeSource('x.csv.gz', twice)))).toEqual([3, 3, 3]);
  for (let at = 2; at < PACKED.length; at += 1) {
    const cut = await labErrorOf(importSources(madeSource('x.gz', PACKED.slice(0, at))));
    expect(['file-truncated', 'file-damaged']).toContain(cut.code);
    const changed = PACKED.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    const read = await importSources(madeSource('x.gz', changed)).then(counts, (thrown: unknown) => thrown);
    if (Array.isArray(read)) expect(read).toEqual([2, 2, 2]);
    else expect(read).toMatchObject({ message: expect.stringContaining('x.gz') as string });
  }
});

test('a Parquet file with any byte of its footer changed is damaged, or another table', async () => {
  const footer = new DataView(PARQUET.buffer).getUint32(PARQUET.length - 8, true);
  for (let at = PARQUET.length - 8 - footer; at < PARQUET.length; at += 1) {
    const bytes = PARQUET.slice();
    bytes[at] = 255 - (bytes[at] ?? 0);
    const outcome = await importSources(madeSource('x.parquet', bytes), { columns: MAPPING }).then(
      counts,
      (thrown: unknown) => thrown,
    );
    if (!Array.isArray(outcome)) expect(outcome).toHaveProperty('code', expect.stringMatching(/^file-/));
  }
});

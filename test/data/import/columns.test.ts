import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { LabError } from '../../../src/core/errors.ts';
import { parseCellTime, scaleOf } from '../../../src/data/import/columns/cells.ts';
import { guessColumns, parseColumns } from '../../../src/data/import/columns/column-mapping.ts';
import { checkTable } from '../../../src/data/import/columns/check.ts';
import { lookAt, previewTable } from '../../../src/data/import/columns/preview.ts';
import { importDataset } from '../../../src/data/import/import-dataset.ts';
import type { SourceFile } from '../../../src/data/import/source.ts';
import { counts, gzipped, importSources, madeSource } from './sources.ts';
import { labErrorOf } from './zips.ts';

const signal = new AbortController().signal;
const lookAtOne = (source: SourceFile) => lookAt([source], signal);
const HEADER = 'reader,isbn,stars,when,words,book name';
const CSV = `${HEADER}\nann,000200588X,4.5,2020-01-02 03:04:05,"Good, ""very""\ngood",Gilead\nbob,000200588X,3,2020-01-03,,Gilead\n`;
const MAPPING = parseColumns('user=reader,item=isbn,rating=stars,time=when,review=words,title=book name');

const map = (source: SourceFile): Promise<Dataset> => importDataset(source, { columns: MAPPING, signal });

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

const JSON_LINES = [
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

const SAME: readonly (readonly [string, SourceFile])[] = [
  ['CSV', madeSource('x.csv', CSV)],
  [
    'CSV with semicolons and CRLF',
    madeSource(
      'x.csv',
      CSV.replaceAll(/,(?! ")/g, ';')
        .replaceAll('\n', '\r\n')
        .replace('"very""\r\n', '"very""\n'),
    ),
  ],
  ['TSV', madeSource('x.tsv', CSV.replaceAll(/,(?! ")/g, '\t'))],
  ['gzipped CSV', gzipped('x.csv.gz', CSV)],
  ['JSON Lines', madeSource('x.jsonl', JSON_LINES)],
  ['Parquet', madeSource('x.parquet', PARQUET)],
];

describe('one table, however it is written', () => {
  test.each(SAME)('%s: is imported with the columns that were named', async (_, source) => {
    const dataset = await map(source);
    expect(dataset.rejectedCounts).toEqual({});
    expect(dataset.manifest).toMatchObject({ name: 'x', itemNoun: 'item', scale: { min: 3, max: 4.5, step: 0.5 } });
    expect(dataset.users).toEqual([
      { id: 1, name: 'person ann', sourceId: 'ann', attributes: {} },
      { id: 2, name: 'person bob', sourceId: 'bob', attributes: {} },
    ]);
    expect(dataset.items).toEqual([{ id: 1, title: 'Gilead', year: null, sourceId: '000200588X', attributes: {} }]);
    expect(dataset.interactions).toEqual({
      user: Int32Array.of(1, 2),
      item: Int32Array.of(1, 1),
      rating: Float64Array.of(4.5, 3),
      time: Float64Array.of(1577934245, 1578009600),
      review: ['Good, "very"\ngood', null],
    });
  });

  test.each(SAME)('%s: is previewed with a guess', async (_, source) => {
    const preview = await previewTable(source, signal);
    expect(preview.columns).toEqual(HEADER.split(','));
    expect(preview.firstRows).toHaveLength(2);
    expect(preview.firstRows[0]?.slice(0, 3)).toEqual(['ann', '000200588X', '4.5']);
    expect(preview.guess).toEqual({ item: 'isbn', rating: 'stars' });
  });
});

describe('tables', () => {
  test('whose columns can be guessed need no mapping, and their time may be missing', async () => {
    const rows = [3, 1, 2].map((item) => ({ user_id: 'u', product_id: item, text: 'x' }));
    const dataset = await importSources(madeSource('shop.jsonl', rows));
    expect(counts(dataset)).toEqual([1, 3, 3]);
    expect([...dataset.interactions.time]).toEqual([0, 1, 2]);
    expect(dataset.manifest.scale).toEqual({ min: 1, max: 1, step: 1 });
    expect(dataset.interactions.review).toEqual(['x', 'x', 'x']);
  });

  test('without a header go by the numbers of their columns', async () => {
    const source = madeSource('u.data', '7\t10\t3\t881250949\n7\t11\t5\t881250950\n');
    const preview = await previewTable(source, signal);
    expect([preview.kind, preview.columns]).toEqual(['tsv', ['column 1', 'column 2', 'column 3', 'column 4']]);
    const columns = parseColumns('user=column 1,item=column 2,rating=column 3,time=column 4');
    const dataset = await importSources(source, { format: 'tsv', columns });
    expect(counts(dataset)).toEqual([1, 2, 2]);
  });

  test.each(['\0\x01\x02garbage', 'user\n1\n2\n'])(
    'of one column are refused when they are looked at: %j',
    async (text) => {
      const error = await labErrorOf(lookAtOne(madeSource('bad.csv', text)));
      expect(error.code).toBe('file-invalid');
      expect(error.message).toMatch(/^bad\.csv is no table that can be read: it has one column/);
    },
  );

  test('rows that cannot be read are reported', async () => {
    const rows = [
      'ann,,4,2020-01-01,,',
      ',1,4,2020-01-01,,',
      'ann,1,x,2020-01-01,,',
      'ann,1,4,soon,,',
      'ann,1',
      'ann,1,"4',
      'bob,000200588X,1,2021-01-01,,',
    ];
    const dataset = await map(madeSource('x.csv', `${CSV}${rows.join('\n')}\n`));
    expect(dataset.rejected.map((row) => [row.line, row.reason])).toEqual([
      [5, 'item id is missing'],
      [6, 'user id is missing'],
      [7, 'rating is not a number'],
      [8, 'time is neither seconds nor a date'],
      [9, 'missing columns'],
      [10, 'broken quotes'],
      [4, 'user and item repeated: the latest counts'],
    ]);
  });

  test('a mapping is part of the fingerprint, and of Parquet what was read', async () => {
    const [csv, again, other, parquet] = await Promise.all([
      map(madeSource('x.csv', CSV)),
      map(madeSource('y.csv', CSV)),
      importSources(madeSource('x.csv', CSV), { columns: parseColumns('user=reader,item=isbn') }),
      map(madeSource('x.parquet', PARQUET)),
    ]);
    expect(again.manifest.sha256).toBe(csv.manifest.sha256);
    expect(new Set([csv, other, parquet].map(({ manifest }) => manifest.sha256)).size).toBe(3);
  });

  test.each([
    [
      'a column that is not there',
      CSV,
      'user=reader,item=isnb',
      'file-invalid',
      'x.csv has no column isnb; it has reader, isbn',
    ],
    ['only a header', `${HEADER}\n`, 'user=reader,item=isbn', 'file-invalid', 'holds no interaction'],
    ['blank lines', '\n\n', 'user=reader,item=isbn', 'file-invalid', 'x.csv holds no rows'],
  ])('%s: the error says so', async (_, text, columns, code, part) => {
    const error = await labErrorOf(importSources(madeSource('x.csv', text), { columns: parseColumns(columns) }));
    expect([error.code, error.message.includes(part)]).toEqual([code, true]);
  });

  test('of another kind than was asked for, or whose columns nobody can guess, are refused', async () => {
    const kind = await labErrorOf(importSources(madeSource('x.csv', CSV), { format: 'parquet' }));
    expect([kind.code, kind.message.includes('x.csv is CSV, not Parquet')]).toEqual(['file-invalid', true]);
    const guess = await labErrorOf(importSources(madeSource('x.csv', 'a,b\nx,y\n'), { format: 'csv' }));
    expect([guess.code, guess.message]).toEqual([
      'spec-invalid',
      'columns: which column is the user? Write user=NAME.',
    ]);
    const unknown = await labErrorOf(importSources(madeSource('x.csv', 'a,b\nx,y\n')));
    expect(unknown.code).toBe('file-format-unknown');
  });

  test('what is called .parquet and is no Parquet file is refused by its name, not read as text', async () => {
    for (const importing of [importSources, lookAtOne]) {
      const error = await labErrorOf(importing(madeSource('junk.parquet', 'a,b\n1,2\n')));
      expect([error.code, error.message]).toEqual([
        'file-invalid',
        'junk.parquet is called .parquet and is no Parquet file: it does not begin with PAR1.',
      ]);
    }
  });

  test.each([0.2, 0.5, 0.9, 0.999])('a Parquet file cut at %d of its length is damaged', async (part) => {
    const cut = PARQUET.slice(0, Math.floor(PARQUET.length * part));
    for (const importing of [map, importSources, lookAtOne]) {
      const error = await labErrorOf(importing(madeSource('x.parquet', cut)));
      const where = `x.parquet cannot be read as Parquet in its footer, which ends at byte ${cut.length}`;
      expect([error.code, error.message.includes(where)]).toEqual(['file-damaged', true]);
    }
  });

  test('a Parquet file with a byte of its footer changed is damaged, or another table', async () => {
    const footer = new DataView(PARQUET.buffer).getUint32(PARQUET.length - 8, true);
    let damaged = 0;
    for (let at = PARQUET.length - 8 - footer; at < PARQUET.length; at += 1) {
      const bytes = PARQUET.slice();
      bytes[at] = 255 - (bytes[at] ?? 0);
      const outcome: unknown = await importSources(madeSource('x.parquet', bytes)).catch((thrown: unknown) => thrown);
      if (outcome instanceof LabError && outcome.code === 'file-damaged') damaged += 1;
      else if (!(outcome instanceof LabError)) expect(outcome).toHaveProperty('manifest.name', 'x');
    }
    expect(damaged).toBeGreaterThan(10);
  });
});

test.each([
  ['user=a', 'columns: which column is the item? Write item=NAME.'],
  ['users=a,item=b', 'columns: "users=a" is not role=column'],
  ['user=,item=b', 'columns: "user=" is not role=column'],
])('columns written as %j are refused', async (text, message) => {
  const error = await labErrorOf(Promise.resolve().then(() => parseColumns(text)));
  expect([error.code, error.message.startsWith(message)]).toEqual(['spec-invalid', true]);
});

test('names of columns are guessed by the surest word', () => {
  expect(guessColumns(['rating', 'title', 'text', 'asin', 'parent_asin', 'user_id', 'timestamp'])).toEqual({
    user: 'user_id',
    item: 'parent_asin',
    rating: 'rating',
    time: 'timestamp',
    title: 'title',
    review: 'text',
  });
  expect(guessColumns(['a', 'b'])).toEqual({});
});

test.each([
  ['1577934245', 1577934245],
  ['1577934245.9', 1577934245],
  ['1577934245000', 1577934245],
  ['1577934245000000', 1577934245],
  ['1577934245000000000', 1577934245],
  ['2020-01-02T03:04:05Z', 1577934245],
  ['2020-01-02 03:04:05', 1577934245],
  ['2020-01-02T04:04:05+01:00', 1577934245],
  ['2020-01-02', 1577923200],
  ['2020-13-02', null],
  ['02/01/2020', null],
  ['-5', null],
  ['', null],
])('the time %j', (text, seconds) => {
  expect(parseCellTime(text)).toBe(seconds);
});

test('scales are found from ratings', () => {
  expect(scaleOf(Float64Array.of(1, 5, 3))).toEqual({ min: 1, max: 5, step: 1 });
  expect(scaleOf(Float64Array.of(0.5, 4, Number.NaN))).toEqual({ min: 0.5, max: 4, step: 0.5 });
  expect(scaleOf(Float64Array.of(0, 0.1, 7.3))).toEqual({ min: 0, max: 7.3, step: 0.1 });
  expect(scaleOf(new Float64Array(0))).toEqual({ min: 1, max: 1, step: 1 });
});

describe('a check before an import', () => {
  const BAD = `${CSV}cy,,4,2020-01-04,,\n,000200588X,4,2020-01-05,,\ndee,000200588X,good,2020-01-06,,\neve,000200588X,2,yesterday,,\n`;

  test('tells what the import would: how many are read, and which rows are left out and why', async () => {
    const source = madeSource('x.csv', BAD);
    const check = await checkTable(source, MAPPING, signal);
    const dataset = await map(source);
    expect(check).toEqual({
      interactions: dataset.manifest.counts.interactions,
      rejected: dataset.rejected,
      rejectedCounts: dataset.rejectedCounts,
    });
    expect(check.interactions).toBe(2);
    expect(check.rejected.map(({ line }) => line)).toEqual([5, 6, 7, 8]);
    expect(Object.keys(check.rejectedCounts)).toHaveLength(4);
  });

  test('names fifty of many rows, and counts them all', async () => {
    const many = CSV + 'ann,,4,2020-01-04,,\n'.repeat(120);
    const { rejected, rejectedCounts } = await checkTable(madeSource('x.csv', many), MAPPING, signal);
    expect(rejected).toHaveLength(50);
    expect(rejectedCounts).toEqual({ 'item id is missing': 120 });
  });

  test('can be stopped', async () => {
    const stopped = AbortSignal.abort();
    expect((await labErrorOf(checkTable(madeSource('x.csv', BAD), MAPPING, stopped))).code).toBe('aborted');
  });
});

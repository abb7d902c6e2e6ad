import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabErrorCode } from '../../../src/core/errors.ts';
import { LabError } from '../../../src/core/errors.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import type { LabDatabase } from '../../../src/data/database/lab-database.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

let database: LabDatabase;

beforeAll(async () => {
  const dataset = madeUpDataset({ users: 200, items: 300, density: 0.3 });
  const { heldOut } = leaveLastOut(dataset);
  database = await buildDatabase(await testEngine(), dataset, { heldOut, cachedQueries: 0 });
});
afterAll(() => database.close());

function codeOf(sql: string): LabErrorCode | 'passed' {
  try {
    database.query(sql);
    return 'passed';
  } catch (thrown) {
    expect(thrown, `${sql} threw something else`).toBeInstanceOf(LabError);
    return (thrown as LabError).code;
  }
}

const digest = () => createHash('sha256').update(database.export()).digest('hex');
const ZERO_WIDTH = '\u200b';
const nested = (levels: number) => `SELECT ${'('.repeat(levels)}1${')'.repeat(levels)}`;

const ATTACKS: Readonly<Record<string, readonly [LabErrorCode, string]>> = {
  'a second statement': ['sql-refused', 'SELECT 1; DROP TABLE users'],
  'a second statement behind a comment': ['sql-refused', 'SELECT 1 /* ; */ ; -- x\n DELETE FROM users'],
  'a string that seems to hold the second statement': ['sql-refused', "SELECT ';' ; DELETE FROM users"],
  'PRAGMA that undoes the lock': ['sql-refused', 'PRAGMA query_only = 0'],
  'PRAGMA as the second statement': ['sql-refused', 'SELECT 1; PRAGMA query_only = 0'],
  'PRAGMA as a function': ['sql-refused', "SELECT * FROM pragma_table_info('users')"],
  INSERT: ['sql-refused', 'INSERT INTO users VALUES (1, 2)'],
  'INSERT behind WITH': ['sql-refused', "WITH x AS (SELECT 9999 AS a) INSERT INTO users SELECT a, 'x' FROM x"],
  'DELETE behind WITH': ['sql-refused', 'WITH x AS (SELECT 1) DELETE FROM users'],
  'UPDATE behind WITH': ['sql-refused', "WITH x AS (SELECT 1) UPDATE users SET name = 'x'"],
  'a write behind a comment': ['sql-refused', '/* SELECT */ DELETE FROM users'],
  'a write behind a line comment': ['sql-refused', '-- SELECT\nDROP TABLE users'],
  VACUUM: ['sql-refused', "VACUUM INTO 'x.db'"],
  BEGIN: ['sql-refused', 'BEGIN'],
  EXPLAIN: ['sql-refused', 'EXPLAIN SELECT 1'],
  'a zero-width space before SELECT': ['sql-refused', `${ZERO_WIDTH}SELECT 1`],
  'a zero-width space in a table name': ['sql-failed', `SELECT * FROM us${ZERO_WIDTH}ers`],
  'a Cyrillic letter in a table name': ['sql-failed', 'SELECT * FROM itеms'],
  'a NUL that hides the rest': ['sql-refused', 'SELECT 1\u0000; DROP TABLE users'],
  'the table of tables': ['sql-refused', 'SELECT sql FROM sqlite_schema'],
  'the table of tables in quotes': ['sql-refused', 'SELECT * FROM "sqlite_master"'],
  'the table of tables in brackets and capitals': ['sql-refused', 'SELECT * FROM [SQLITE_MASTER]'],
  'the table of tables in a CTE': [
    'sql-refused',
    'WITH users AS (SELECT * FROM main.sqlite_schema) SELECT * FROM users',
  ],
  'the planner’s statistics': ['sql-refused', 'SELECT * FROM sqlite_stat1'],
  'the catalogue': ['sql-refused', "SELECT * FROM catalogue WHERE catalogue MATCH 'film'"],
  'a shadow table of the catalogue': ['sql-refused', 'SELECT * FROM catalogue_content'],
  'the stored description': ['sql-refused', 'SELECT * FROM description'],
  'a table-valued function': ['sql-refused', "SELECT * FROM json_each('[1,2,3]')"],
  load_extension: ['sql-failed', "SELECT load_extension('x')"],
  readfile: ['sql-failed', "SELECT readfile('/etc/passwd')"],
  fts3_tokenizer: ['sql-refused', "SELECT fts3_tokenizer('simple')"],
  zeroblob: ['sql-refused', 'SELECT zeroblob(1000000000)'],
  'format with a width': ['sql-refused', "SELECT format('%.*c', 999999999, 'x')"],
  random: ['sql-refused', 'SELECT * FROM items ORDER BY random() LIMIT 1'],
  randomblob: ['sql-refused', 'SELECT randomblob(16)'],
  CURRENT_TIMESTAMP: ['sql-refused', 'SELECT CURRENT_TIMESTAMP'],
  "date('now')": ['sql-refused', "SELECT date('now')"],
  'date of a computed now': ['sql-refused', "SELECT date('n' || 'ow')"],
  'date without arguments': ['sql-refused', 'SELECT datetime()'],
  'strftime without a time': ['sql-refused', "SELECT strftime('%s')"],
  'julianday of a title, which may be now': ['sql-refused', 'SELECT julianday(title) FROM items'],
  'the local time zone': ['sql-refused', "SELECT datetime(time, 'unixepoch', 'localtime') FROM interactions"],
  'a modifier that is put together': ['sql-refused', "SELECT datetime('2020-01-01 12:00:00', 'local' || 'time')"],
  'a modifier that is a column': ['sql-refused', "SELECT date('2020-01-01', title) FROM items"],
  'a modifier in double quotes': ['sql-refused', `SELECT datetime('2020-01-01', "localtime")`],
  'the version of SQLite': ['sql-refused', 'SELECT sqlite_version()'],
  'a huge literal': ['sql-refused', `SELECT '${'x'.repeat(100_000)}'`],
  'thousands of rows of VALUES': ['sql-refused', `VALUES ${Array<string>(5000).fill('(1)').join(',')}`],
  'deep nesting': ['sql-refused', nested(500)],
  'a placeholder': ['sql-refused', 'SELECT * FROM items WHERE item_id = ?'],
  'a named placeholder': ['sql-refused', 'SELECT * FROM items WHERE item_id = :item_id'],
  'an unclosed string': ['sql-failed', "SELECT 'abc"],
  'an unclosed comment': ['sql-failed', 'SELECT 1 FROM /* abc'],
  'no table of that name': ['sql-failed', 'SELECT * FROM movies'],
  'no column of that name': ['sql-failed', 'SELECT ratings FROM interactions'],
  'no SQL': ['sql-refused', 'What are the best films?'],
  nothing: ['sql-refused', ''],
};

describe('attacks', () => {
  test.each(Object.entries(ATTACKS))('%s', (_, [code, sql]) => {
    const before = digest();
    expect(codeOf(sql)).toBe(code);
    expect(digest()).toBe(before);
  });
});

const LEGAL = [
  'SELECT avg(rating) FROM interactions WHERE user_id = 5',
  'SELECT AVG(rating) AS mean, COUNT(*) AS n FROM interactions WHERE item_id = 7;',
  "SELECT title, year FROM items WHERE title LIKE '%Orchard%'",
  `SELECT title FROM items WHERE ${['fog', 'sea', 'war', 'ice', 'owl', 'elm', 'sky', 'fen'].map((word) => `title LIKE '%${word}%'`).join(' OR ')}`,
  "SELECT * FROM items WHERE title = 'Granite 2' COLLATE NOCASE",
  'SELECT i.title, x.rating FROM interactions x JOIN items i ON i.item_id = x.item_id WHERE x.user_id = 5 ORDER BY x.time DESC LIMIT 10',
  'SELECT i.title, AVG(x.rating) AS mean FROM items i JOIN interactions x USING (item_id) GROUP BY i.item_id HAVING COUNT(*) >= 5 ORDER BY mean DESC LIMIT 10',
  "SELECT a.value AS genre, AVG(x.rating), COUNT(*) FROM interactions x JOIN item_attributes a ON a.item_id = x.item_id AND a.attribute = 'genre' WHERE x.user_id = 5 GROUP BY a.value ORDER BY 2 DESC",
  "SELECT AVG(rating) FROM interactions WHERE user_id = 5 AND item_id IN (SELECT item_id FROM item_attributes WHERE attribute = 'director' AND value = 'Director 2')",
  'SELECT like_item_id, similarity FROM similar_items WHERE item_id = 3 ORDER BY similarity DESC LIMIT 5',
  'SELECT SUM(s.similarity * x.rating) / SUM(s.similarity) FROM similar_users s JOIN interactions x ON x.user_id = s.like_user_id WHERE s.user_id = 5 AND x.item_id = 3',
  'SELECT c.with_item_id, i.title FROM co_rated_items c, items i WHERE c.item_id = 3 AND i.item_id = c.with_item_id ORDER BY c.cosine DESC',
  'WITH means AS (SELECT user_id, AVG(rating) AS m FROM interactions GROUP BY user_id) SELECT AVG(x.rating - m.m) FROM interactions x JOIN means m ON m.user_id = x.user_id WHERE x.item_id = 3',
  'SELECT title FROM (SELECT item_id, RANK() OVER (ORDER BY ratings DESC) AS place FROM item_statistics) JOIN items USING (item_id) WHERE place <= 10',
  'SELECT rating - LAG(rating) OVER (ORDER BY time) FROM interactions WHERE user_id = 5',
  'SELECT title FROM items WHERE item_id NOT IN (SELECT item_id FROM interactions WHERE user_id = 5) LIMIT 5',
  'SELECT title, (SELECT AVG(rating) FROM interactions x WHERE x.item_id = i.item_id) AS mean FROM items i ORDER BY mean DESC LIMIT 5',
  "SELECT strftime('%Y', time, 'unixepoch') AS year, AVG(rating) FROM interactions GROUP BY year",
  "SELECT date(max(time), 'unixepoch') FROM interactions WHERE user_id = 5",
  'SELECT (year / 10) * 10 AS decade, ROUND(AVG(rating), 2) FROM items JOIN interactions USING (item_id) GROUP BY decade',
  "SELECT series, group_concat(title, ', ') FROM items WHERE series IS NOT NULL GROUP BY series",
  "SELECT replace(title, ':', '') FROM items LIMIT 3",
  'SELECT sqrt(avg(rating * rating) - avg(rating) * avg(rating)) FROM interactions WHERE user_id = 5',
  'SELECT review FROM interactions WHERE item_id = 3 AND review IS NOT NULL -- what people say',
  'SELECT b.item_id, COUNT(*) AS together FROM interactions a JOIN interactions b ON a.user_id = b.user_id WHERE a.item_id = 3 AND b.item_id <> 3 GROUP BY b.item_id ORDER BY together DESC LIMIT 10',
  'VALUES (1, 2), (3, 4)',
];

describe('what models write in good faith', () => {
  test.each(LEGAL)('%s', (sql) => {
    const { columns, rows } = database.query(sql);
    expect(columns.length).toBeGreaterThan(0);
    expect(database.query(sql).rows).toEqual(rows);
  });
});

describe('caps', () => {
  test('bytes past the cap are left out', () => {
    const { rows, truncated } = database.query(
      "SELECT (SELECT group_concat(title || ' and so on') FROM items) FROM users",
    );
    expect(truncated).toBe(true);
    expect(JSON.stringify(rows).length).toBeLessThan(66_000);
  });
});

describe('whatever comes', () => {
  const words = [
    'SELECT',
    'WITH',
    'VALUES',
    'DELETE FROM',
    'DROP TABLE',
    'users',
    ';',
    '--',
    '/*',
    '*/',
    "'",
    '"',
    '(',
    ')',
    'PRAGMA',
    '\u0000',
    ',',
  ];
  const soup = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })), { maxLength: 12 })
    .map((parts) => parts.join(' '));

  test.each([
    ['arbitrary text', fc.string({ unit: 'binary', maxLength: 60 })],
    ['text that begins like a query', fc.string({ maxLength: 40 }).map((text) => `SELECT ${text}`)],
    ['a soup of words', soup],
  ])('%s changes nothing and throws nothing but LabError', (_, texts) => {
    const before = digest();
    fc.assert(
      fc.property(texts, (sql) => {
        expect(['passed', 'sql-refused', 'sql-failed']).toContain(codeOf(sql));
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(digest()).toBe(before);
  });
});

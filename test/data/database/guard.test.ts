import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabErrorCode } from '../../../src/core/errors.ts';
import { LabError } from '../../../src/core/errors.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import type { LabDatabase } from '../../../src/data/database/lab-database.ts';
import { MOST_ROWS } from '../../../src/data/database/lab-database.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

let database: LabDatabase;

beforeAll(async () => {
  // Large enough that a join of everything with everything is worth refusing.
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
const digits = 'WITH d(x) AS (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9))';
const list = (count: number, term: (n: number) => string, between = ', '): string =>
  Array.from({ length: count }, (_, n) => term(n)).join(between);

const ATTACKS: Readonly<Record<string, readonly [LabErrorCode, string]>> = {
  'a second statement': ['sql-refused', 'SELECT 1; DROP TABLE users'],
  'a second statement behind a comment': ['sql-refused', 'SELECT 1 /* ; */ ; -- x\n DELETE FROM users'],
  'a second SELECT': ['sql-refused', 'SELECT 1; SELECT 2'],
  'a string that seems to hold the second statement': ['sql-refused', "SELECT ';' ; DELETE FROM users"],
  ATTACH: ['sql-refused', "ATTACH DATABASE ':memory:' AS other"],
  'PRAGMA that undoes the lock': ['sql-refused', 'PRAGMA query_only = 0'],
  'PRAGMA as the second statement': ['sql-refused', 'SELECT 1; PRAGMA query_only = 0'],
  'PRAGMA as a function': ['sql-refused', "SELECT * FROM pragma_table_info('users')"],
  'PRAGMA as a function in a subquery': ['sql-refused', 'SELECT (SELECT count(*) FROM pragma_database_list)'],
  INSERT: ['sql-refused', 'INSERT INTO users VALUES (1, 2)'],
  'INSERT behind WITH': ['sql-refused', "WITH x AS (SELECT 9999 AS a) INSERT INTO users SELECT a, 'x' FROM x"],
  'DELETE behind WITH': ['sql-refused', 'WITH x AS (SELECT 1) DELETE FROM users'],
  'UPDATE behind WITH': ['sql-refused', "WITH x AS (SELECT 1) UPDATE users SET name = 'x'"],
  'a write behind a comment': ['sql-refused', '/* SELECT */ DELETE FROM users'],
  'a write behind a line comment': ['sql-refused', '-- SELECT\nDROP TABLE users'],
  VACUUM: ['sql-refused', "VACUUM INTO 'x.db'"],
  BEGIN: ['sql-refused', 'BEGIN'],
  EXPLAIN: ['sql-refused', 'EXPLAIN SELECT 1'],
  'a Cyrillic SELECT': ['sql-refused', 'SЕLECT 1'],
  'a full-width SELECT': ['sql-refused', 'ＳＥＬＥＣＴ 1'],
  'a zero-width space before SELECT': ['sql-refused', `${ZERO_WIDTH}SELECT 1`],
  'a zero-width space in a table name': ['sql-failed', `SELECT * FROM us${ZERO_WIDTH}ers`],
  'a Cyrillic letter in a table name': ['sql-failed', 'SELECT * FROM itеms'],
  'a NUL that hides the rest': ['sql-refused', 'SELECT 1\u0000; DROP TABLE users'],
  'the table of tables': ['sql-refused', 'SELECT sql FROM sqlite_schema'],
  'the table of tables by its old name': ['sql-refused', 'SELECT * FROM sqlite_master'],
  'the table of tables in quotes': ['sql-refused', 'SELECT * FROM "sqlite_master"'],
  'the table of tables in brackets and capitals': ['sql-refused', 'SELECT * FROM [SQLITE_MASTER]'],
  'the table of tables in a CTE': [
    'sql-refused',
    'WITH users AS (SELECT * FROM main.sqlite_schema) SELECT * FROM users',
  ],
  'the table of tables in EXISTS': ['sql-refused', 'SELECT 1 WHERE EXISTS (SELECT 1 FROM sqlite_schema)'],
  'the table of temporary tables': ['sql-refused', 'SELECT * FROM sqlite_temp_schema'],
  'the planner’s statistics': ['sql-refused', 'SELECT * FROM sqlite_stat1'],
  'the catalogue': ['sql-refused', "SELECT * FROM catalogue WHERE catalogue MATCH 'film'"],
  'a shadow table of the catalogue': ['sql-refused', 'SELECT * FROM catalogue_content'],
  'another shadow table': ['sql-refused', 'SELECT * FROM catalogue_segdir'],
  'the stored description': ['sql-refused', 'SELECT * FROM description'],
  'a table-valued function': ['sql-refused', "SELECT * FROM json_each('[1,2,3]')"],
  load_extension: ['sql-failed', "SELECT load_extension('x')"],
  writefile: ['sql-failed', "SELECT writefile('x', 'y')"],
  readfile: ['sql-failed', "SELECT readfile('/etc/passwd')"],
  fts3_tokenizer: ['sql-refused', "SELECT fts3_tokenizer('simple')"],
  zeroblob: ['sql-refused', 'SELECT zeroblob(1000000000)'],
  'zeroblob in hex and replace': ['sql-refused', "SELECT replace(hex(zeroblob(100000000)), '0', 'xxxxxxxx')"],
  'a replace that grows': ['sql-refused', "SELECT replace(replace('aaaa', 'a', 'aaaaaaaaaa'), 'a', 'aaaaaaaaaa')"],
  'a quoted replace that grows': ['sql-refused', `SELECT "replace"(title, 'a', 'aaaaaaaaaa') FROM items`],
  'printf with a width': ['sql-refused', "SELECT printf('%999999999d', 1)"],
  'format with a width': ['sql-refused', "SELECT format('%.*c', 999999999, 'x')"],
  random: ['sql-refused', 'SELECT * FROM items ORDER BY random() LIMIT 1'],
  randomblob: ['sql-refused', 'SELECT randomblob(16)'],
  CURRENT_TIMESTAMP: ['sql-refused', 'SELECT CURRENT_TIMESTAMP'],
  "date('now')": ['sql-refused', "SELECT date('now')"],
  'date of a computed now': ['sql-refused', "SELECT date('n' || 'ow')"],
  'date in quotes': ['sql-refused', `SELECT "date"('now')`],
  'date without arguments': ['sql-refused', 'SELECT datetime()'],
  'strftime without a time': ['sql-refused', "SELECT strftime('%s')"],
  'julianday of a title, which may be now': ['sql-refused', 'SELECT julianday(title) FROM items'],
  'the local time zone': ['sql-refused', "SELECT datetime(time, 'unixepoch', 'localtime') FROM interactions"],
  'a modifier that is put together': ['sql-refused', "SELECT datetime('2020-01-01 12:00:00', 'local' || 'time')"],
  'a modifier that is a column': ['sql-refused', "SELECT date('2020-01-01', title) FROM items"],
  'a modifier in double quotes': ['sql-refused', `SELECT datetime('2020-01-01', "localtime")`],
  'a modifier behind the epoch': ['sql-refused', "SELECT date(time, 'unixepoch', 'u' || 'tc') FROM interactions"],
  'the version of SQLite': ['sql-refused', 'SELECT sqlite_version()'],
  'a recursive bomb': [
    'sql-refused',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  ],
  'a recursive bomb without the word': [
    'sql-refused',
    'WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n',
  ],
  'a recursive text bomb': [
    'sql-refused',
    "WITH RECURSIVE s(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM s) SELECT length(t) FROM s",
  ],
  'a quadratic join': ['sql-refused', 'SELECT count(*) FROM interactions a, interactions b'],
  'a quadratic join with a useless condition': [
    'sql-refused',
    'SELECT count(*) FROM interactions a JOIN interactions b ON a.rating + b.rating > 0',
  ],
  'a join on a value that thousands share': [
    'sql-refused',
    'SELECT count(*) FROM interactions a JOIN interactions b ON a.rating = b.rating',
  ],
  'a quadratic join of misleading aliases': [
    'sql-refused',
    'SELECT count(*) FROM interactions users, interactions items',
  ],
  'a cubic join': ['sql-refused', 'SELECT * FROM users a CROSS JOIN users b CROSS JOIN users c ORDER BY 1'],
  'a quadratic subquery': [
    'sql-refused',
    'SELECT a.time, (SELECT count(*) FROM interactions b WHERE b.rating > a.rating) FROM interactions a',
  ],
  'a quadratic join in a subquery': [
    'sql-refused',
    'SELECT * FROM users WHERE user_id IN (SELECT a.user_id FROM interactions a, interactions b)',
  ],
  'a join of made-up rows': ['sql-refused', `${digits} SELECT count(*) FROM d a, d b, d c, d e, d f, d g, d h, d i`],
  'a union of joins': ['sql-refused', 'SELECT 1 FROM users UNION SELECT 1 FROM interactions, items'],
  'a text of a cross join': ['sql-refused', 'SELECT group_concat(a.title || b.title) FROM items a, items b, users'],
  'a window whose frame excludes': [
    'sql-refused',
    'SELECT sum(rating) OVER (ORDER BY time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM interactions',
  ],
  'an estimate of its own, a thousandth': [
    'sql-refused',
    'SELECT count(*) FROM interactions a, interactions b WHERE likelihood(a.item_id > 0, 0.0000001) AND likelihood(b.item_id > 0, 0.0000001)',
  ],
  'unlikely()': [
    'sql-refused',
    'SELECT count(*) FROM interactions a, interactions b WHERE unlikely(a.item_id > 0) AND unlikely(b.item_id > 0)',
  ],
  'likely() in quotes': ['sql-refused', 'SELECT "likely"(rating) FROM interactions'],
  'a likelihood within a comment’s reach': [
    'sql-refused',
    'SELECT likelihood /* x */ (rating > 1, 0.5) FROM interactions',
  ],
  'group_concat over a sliding window': [
    'sql-refused',
    'SELECT max(length(s)) FROM (SELECT group_concat(item_id) OVER (ORDER BY time ROWS BETWEEN 5000 PRECEDING AND CURRENT ROW) AS s FROM interactions)',
  ],
  'group_concat over a growing window': [
    'sql-refused',
    'SELECT group_concat(item_id) OVER (ORDER BY time) FROM interactions',
  ],
  'string_agg over all rows': ['sql-refused', "SELECT string_agg(title, ',') OVER () FROM items"],
  'a hundred windows': [
    'sql-refused',
    `SELECT ${list(100, (n) => `max(rating + ${n}) OVER (ORDER BY time ROWS BETWEEN ${n} PRECEDING AND CURRENT ROW)`)
      .slice(0, 7000)
      .replace(/,[^,]*$/, '')} FROM interactions`,
  ],
  'a hundred sorted sets': [
    'sql-refused',
    `SELECT ${list(300, (n) => `count(DISTINCT time + ${n})`)} FROM interactions`,
  ],
  'hundreds of terms on each row of a join': [
    'sql-refused',
    `SELECT count(*) FROM interactions a JOIN co_rated_items c USING (item_id) WHERE ${list(400, (n) => `a.time + ${n} < 0`, ' OR ')}`,
  ],
  'a quadratic join over ranges that hold all': [
    'sql-refused',
    'SELECT count(*) FROM users a, users b, users c WHERE a.user_id > 0 AND a.user_id < 1000000 AND b.user_id > 0 AND b.user_id < 1000000 AND c.user_id > 0 AND c.user_id < 1000000',
  ],
  'a cubic join BETWEEN columns': [
    'sql-refused',
    'SELECT count(*) FROM items a, items b, items c WHERE b.item_id BETWEEN a.item_id - 100000 AND a.item_id + 100000 AND c.item_id BETWEEN a.item_id - 100000 AND a.item_id + 100000',
  ],
  'a cubic join over lists that hold all': [
    'sql-refused',
    'SELECT count(*) FROM items a, items b, items c WHERE b.item_id IN (SELECT item_id FROM items) AND c.item_id IN (SELECT item_id FROM items)',
  ],
  'a cubic join over lists that subqueries give': [
    'sql-refused',
    'SELECT count(*) FROM items a, items b, items c WHERE b.item_id IN (SELECT item_id FROM interactions) AND c.item_id IN (SELECT item_id + 0 FROM interactions)',
  ],
  'a pathological LIKE': ['sql-refused', `SELECT * FROM items WHERE title LIKE '${'%a'.repeat(40)}'`],
  'one that is put together': [
    'sql-refused',
    `SELECT * FROM items WHERE title LIKE '${'%a'.repeat(8)}' || '${'%a'.repeat(8)}'`,
  ],
  'one that is put together in brackets': [
    'sql-refused',
    `SELECT * FROM items WHERE title GLOB ('${'*a'.repeat(8)}' || ('${'*a'.repeat(8)}'))`,
  ],
  'a pathological GLOB': ['sql-refused', `SELECT * FROM items WHERE title GLOB '${'*a'.repeat(40)}'`],
  'a huge literal': ['sql-refused', `SELECT '${'x'.repeat(100_000)}'`],
  'thousands of rows of VALUES': ['sql-refused', `VALUES ${Array<string>(5000).fill('(1)').join(',')}`],
  'deep nesting': ['sql-refused', nested(500)],
  'hundreds of SELECTs': ['sql-refused', Array<string>(300).fill('SELECT 1').join(' UNION ALL ')],
  'a placeholder': ['sql-refused', 'SELECT * FROM items WHERE item_id = ?'],
  'a named placeholder': ['sql-refused', 'SELECT * FROM items WHERE item_id = :item_id'],
  'an unclosed string': ['sql-failed', "SELECT 'abc"],
  'an unclosed comment': ['sql-failed', 'SELECT 1 FROM /* abc'],
  'no table of that name': ['sql-failed', 'SELECT * FROM movies'],
  'no column of that name': ['sql-failed', 'SELECT ratings FROM interactions'],
  'no SQL': ['sql-refused', 'What are the best films?'],
  nothing: ['sql-refused', ''],
  'only a comment': ['sql-refused', '-- SELECT 1'],
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
  'SELECT mean_rating FROM user_statistics WHERE user_id = 5',
  "SELECT title, year FROM items WHERE title LIKE '%Orchard%'",
  `SELECT title FROM items WHERE ${['fog', 'sea', 'war', 'ice', 'owl', 'elm', 'sky', 'fen'].map((word) => `title LIKE '%${word}%'`).join(' OR ')}`,
  "SELECT * FROM items WHERE title = 'Granite 2' COLLATE NOCASE",
  'SELECT i.title, x.rating FROM interactions x JOIN items i ON i.item_id = x.item_id WHERE x.user_id = 5 ORDER BY x.time DESC LIMIT 10',
  'SELECT i.title, AVG(x.rating) AS mean FROM items i JOIN interactions x USING (item_id) GROUP BY i.item_id HAVING COUNT(*) >= 5 ORDER BY mean DESC LIMIT 10',
  "SELECT a.value AS genre, AVG(x.rating), COUNT(*) FROM interactions x JOIN item_attributes a ON a.item_id = x.item_id AND a.attribute = 'genre' WHERE x.user_id = 5 GROUP BY a.value ORDER BY 2 DESC",
  "SELECT a.value, COUNT(*) FROM item_attributes a WHERE a.attribute = 'genre' GROUP BY 1",
  "SELECT AVG(rating) FROM interactions WHERE user_id = 5 AND item_id IN (SELECT item_id FROM item_attributes WHERE attribute = 'director' AND value = 'Director 2')",
  'SELECT like_item_id, similarity FROM similar_items WHERE item_id = 3 ORDER BY similarity DESC LIMIT 5',
  'SELECT s.like_item_id, s.similarity, x.rating FROM similar_items s JOIN interactions x ON x.item_id = s.like_item_id AND x.user_id = 5 WHERE s.item_id = 3',
  'SELECT SUM(s.similarity * x.rating) / SUM(s.similarity) FROM similar_users s JOIN interactions x ON x.user_id = s.like_user_id WHERE s.user_id = 5 AND x.item_id = 3',
  'SELECT c.with_item_id, i.title FROM co_rated_items c, items i WHERE c.item_id = 3 AND i.item_id = c.with_item_id ORDER BY c.cosine DESC',
  'SELECT popularity_decile, AVG(mean_rating) FROM item_statistics GROUP BY popularity_decile',
  'WITH mine AS (SELECT item_id, rating FROM interactions WHERE user_id = 5) SELECT i.title, m.rating, s.mean_rating FROM mine m JOIN items i USING (item_id) JOIN item_statistics s USING (item_id)',
  'WITH overall AS (SELECT AVG(rating) AS m FROM interactions) SELECT x.rating - o.m FROM interactions x, overall o WHERE x.user_id = 5',
  'WITH means AS (SELECT user_id, AVG(rating) AS m FROM interactions GROUP BY user_id) SELECT AVG(x.rating - m.m) FROM interactions x JOIN means m ON m.user_id = x.user_id WHERE x.item_id = 3',
  'SELECT title FROM (SELECT item_id, RANK() OVER (ORDER BY ratings DESC) AS place FROM item_statistics) JOIN items USING (item_id) WHERE place <= 10',
  'SELECT user_id, item_id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY time DESC) AS n FROM interactions LIMIT 20',
  'SELECT time, AVG(rating) OVER (ORDER BY time ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) FROM interactions WHERE user_id = 5',
  'SELECT rating - LAG(rating) OVER (ORDER BY time) FROM interactions WHERE user_id = 5',
  'SELECT title FROM items WHERE item_id NOT IN (SELECT item_id FROM interactions WHERE user_id = 5) LIMIT 5',
  'SELECT i.title FROM items i LEFT JOIN interactions x ON x.item_id = i.item_id AND x.user_id = 5 WHERE x.user_id IS NULL LIMIT 5',
  'SELECT title, (SELECT AVG(rating) FROM interactions x WHERE x.item_id = i.item_id) AS mean FROM items i ORDER BY mean DESC LIMIT 5',
  "SELECT CASE WHEN rating >= 4 THEN 'liked' WHEN rating <= 2 THEN 'disliked' ELSE 'so so' END AS taste, COUNT(*) FROM interactions WHERE user_id = 5 GROUP BY taste",
  "SELECT strftime('%Y', time, 'unixepoch') AS year, AVG(rating) FROM interactions GROUP BY year",
  "SELECT date(max(time), 'unixepoch') FROM interactions WHERE user_id = 5",
  "SELECT count(*) FROM interactions WHERE time > unixepoch('2001-09-09')",
  'SELECT (year / 10) * 10 AS decade, ROUND(AVG(rating), 2) FROM items JOIN interactions USING (item_id) GROUP BY decade',
  "SELECT series, group_concat(title, ', ') FROM items WHERE series IS NOT NULL GROUP BY series",
  "SELECT replace(title, ':', '') FROM items LIMIT 3",
  'SELECT user_id FROM interactions WHERE item_id = 1 INTERSECT SELECT user_id FROM interactions WHERE item_id = 2',
  'SELECT sqrt(avg(rating * rating) - avg(rating) * avg(rating)) FROM interactions WHERE user_id = 5',
  'SELECT review FROM interactions WHERE item_id = 3 AND review IS NOT NULL -- what people say',
  'SELECT b.item_id, COUNT(*) AS together FROM interactions a JOIN interactions b ON a.user_id = b.user_id WHERE a.item_id = 3 AND b.item_id <> 3 GROUP BY b.item_id ORDER BY together DESC LIMIT 10',
  "SELECT name, value FROM users JOIN user_attributes USING (user_id) WHERE attribute = 'age' AND value > 30",
  'SELECT COUNT(DISTINCT user_id) AS users FROM interactions',
  'VALUES (1, 2), (3, 4)',
  'SELECT 1',
];

describe('what models write in good faith', () => {
  test.each(LEGAL)('%s', (sql) => {
    const { columns, rows } = database.query(sql);
    expect(columns.length).toBeGreaterThan(0);
    expect(database.query(sql).rows).toEqual(rows);
  });
});

describe('caps', () => {
  test('rows past the cap are left out, and said to be', () => {
    const { rows, truncated } = database.query('SELECT * FROM interactions');
    expect(rows).toHaveLength(MOST_ROWS);
    expect(truncated).toBe(true);
    expect(database.query(`SELECT * FROM interactions LIMIT ${MOST_ROWS}`).truncated).toBe(false);
  });

  test('bytes past the cap are left out', () => {
    const { rows, truncated } = database.query(
      "SELECT (SELECT group_concat(title || ' and so on') FROM items) FROM users",
    );
    expect(truncated).toBe(true);
    expect(JSON.stringify(rows).length).toBeLessThan(66_000);
  });

  test('the refusal says what to do', () => {
    expect(() => database.query('SELECT 1 FROM interactions a, interactions b')).toThrow(
      /would visit about .* million rows where .* join on ids/,
    );
  });
});

const NAMES = [
  'users',
  'items',
  'interactions',
  'item_statistics',
  'sqlite_schema',
  'catalogue_content',
  'similar_items',
];
const COLUMNS = [
  'user_id',
  'item_id',
  'rating',
  'title',
  'rowid',
  '*',
  'count(*)',
  'max(time)',
  "'x'",
  '1',
  'NULL',
  'random()',
];
const source: fc.Arbitrary<string> = fc.letrec<{ query: string; from: string }>((tie) => ({
  from: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...NAMES),
    tie('query').map((query) => `(${query})`),
  ),
  query: fc
    .record({
      columns: fc.array(fc.constantFrom(...COLUMNS), { minLength: 1, maxLength: 3 }),
      from: fc.array(tie('from'), { minLength: 1, maxLength: 3 }),
      rest: fc.constantFrom(
        '',
        ' WHERE 1',
        ' GROUP BY 1',
        ' ORDER BY 1',
        ' LIMIT 3',
        '; DELETE FROM users',
        ' UNION SELECT 1',
        ' --',
      ),
    })
    .map(({ columns, from, rest }) => `SELECT ${columns.join(', ')} FROM ${from.join(', ')}${rest}`),
})).query;

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
    ['generated SELECTs', source],
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

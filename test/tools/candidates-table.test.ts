import { describe, expect, test } from 'vitest';
import { schemaWithCandidates, withCandidates } from '../../src/tools/database-tool.ts';

const TABLE = 'candidates(item_id) AS (VALUES (3), (5))';

describe('a statement that names the candidates', () => {
  test.each([
    ['SELECT * FROM candidates', `WITH ${TABLE} SELECT * FROM candidates`],
    [
      'with a as (select 1) SELECT * FROM a, "Candidates"',
      `WITH ${TABLE}, a as (select 1) SELECT * FROM a, "Candidates"`,
    ],
    [
      'WITH RECURSIVE n AS (SELECT 1) SELECT * FROM n JOIN candidates',
      `WITH RECURSIVE ${TABLE}, n AS (SELECT 1) SELECT * FROM n JOIN candidates`,
    ],
  ])('%s', (sql, whole) => {
    expect(withCandidates(sql, [3, 5])).toBe(whole);
  });
});

describe('a statement is left as it is', () => {
  test('stands among the tables in a schema, before what is said of statements', () => {
    expect(schemaWithCandidates('Tables:\nitems(item_id)\nWrite one.', [3, 5])).toBe(
      'Tables:\nitems(item_id)\ncandidates(item_id): the 2 items that the problem chooses from, one in each row\nWrite one.',
    );
  });
});

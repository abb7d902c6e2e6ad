import { expect, test } from 'vitest';
import { idsInSql } from '../../src/tools/database-tool.ts';

test.each([
  ['SELECT rating FROM interactions WHERE user_id = 448 AND item_id=6', [448], [6]],
  ['select * from interactions i where i.user_id IN (3, 4,5)', [3, 4, 5], []],
  ['SELECT 1 FROM similar_items WHERE like_item_id = 12 OR 13 = item_id', [], [12, 13]],
  [`SELECT 1 FROM users WHERE "user_id" = '7' AND name = 'user_id = 9' -- item_id = 3`, [7], []],
  ['SELECT 1 FROM interactions n JOIN items i ON i.item_id = n.item_id WHERE n.rating > 4', [], []],
] as const)('%s', (sql, users, items) => {
  expect(idsInSql(sql)).toEqual({ users, items });
});

/** @file RecBole's atomic files: what their own writers write comes in as it is there. */
import { describe, expect, test } from 'vitest';
import { counts, importSources, listIn, madeSource } from './sources.ts';

const rows = (...lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.join('\t')}\n`).join('');

const INTER = rows(
  ['user_id:token', 'item_id:token', 'rating:float', 'timestamp:float'],
  ['196', '242', '3', '881250949'],
  ['186', '302', '3.0', '891717742.0'],
  ['196', '302', '5', '8.81250950E8'],
);
const ITEM = rows(
  ['item_id:token', 'movie_title:token_seq', 'release_year:token', 'class:token_seq', 'budget:float'],
  ['242', 'Kolya', '1996', 'Comedy', '1.5'],
  ['302', 'L.A. Confidential', '1997', 'Crime Film-Noir Crime', ''],
  ['9', 'Nobody had it', '', '', ''],
);
const USER = rows(['user_id:token', 'age:token', 'gender:token'], ['196', '49', 'M'], ['186', '39', 'F']);

describe('RecBole', () => {
  test('three files make one dataset', async () => {
    const dataset = await importSources([
      madeSource('ml-100k.item', ITEM),
      madeSource('ml-100k.user', USER),
      madeSource('ml-100k.inter', INTER),
    ]);
    expect(counts(dataset)).toEqual([2, 2, 3]);
    expect(dataset.manifest).toMatchObject({ name: 'ml-100k', scale: { min: 3, max: 5, step: 1 } });
    expect(dataset.items.map(({ title, year, sourceId }) => [title, year, sourceId])).toEqual([
      ['Kolya', 1996, '242'],
      ['L.A. Confidential', 1997, '302'],
    ]);
    expect(dataset.items[0]?.attributes['budget']).toBe(1.5);
    expect(listIn(dataset.items[1]!, 'class')).toEqual(['Crime', 'Film-Noir']);
    expect(dataset.users[0]).toMatchObject({ sourceId: '196', attributes: { age: '49', gender: 'M' } });
    expect([...dataset.interactions.time]).toEqual([881250949, 891717742, 881250950]);
    expect([...dataset.interactions.rating]).toEqual([3, 3, 5]);
  });

  test('a row that cannot be read is told, and the others count', async () => {
    const text = rows(
      ['user_id:token', 'item_id:token', 'rating:float', 'timestamp:float'],
      ['1', '2', 'good', '1'],
      ['1', '', '3', '1'],
      ['1', '2', '3', 'soon'],
      ['1', '2', '3'],
      ['1', '2', '4', '7'],
    );
    const dataset = await importSources(madeSource('a.inter', text));
    expect(dataset.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'rating is not a number (column rating:float)'],
      [3, 'item id is missing'],
      [4, expect.stringContaining('time cannot be read (column timestamp:float)')],
      [5, 'missing columns'],
    ]);
    expect(counts(dataset)[2]).toBe(1);
  });
});

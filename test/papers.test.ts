/** @file The papers' figures: copied without slips, as far as what holds within a table can tell, and each table named where it is compared. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');

const Spread = z.strictObject({ mean: z.number(), spread: z.number() });
const Paper = z.strictObject({
  paper: z.string(),
  by: z.string(),
  models: z.string().optional(),
  datasets: z
    .array(z.strictObject({ data: z.string(), users: z.number(), items: z.number(), interactions: z.number() }))
    .optional(),
  tables: z.array(
    z.strictObject({
      table: z.string().regex(/^Table \d+$/),
      task: z.string(),
      data: z.string(),
      setting: z.string().optional(),
      rows: z.array(
        z.strictObject({ row: z.string().min(1), values: z.record(z.string(), z.union([z.number(), Spread])) }),
      ),
    }),
  ),
});

const open = (name: string) => Paper.parse(JSON.parse(read(`docs/papers/${name}.json`)));
const recmind = open('recmind');
const suber = open('suber');
const meanOf = (value: number | z.infer<typeof Spread> | undefined): number =>
  typeof value === 'object' ? value.mean : (value ?? Number.NaN);

describe.each([recmind, suber])('$paper', ({ paper, tables }) => {
  test('each table is whole: the same values in every row, and no row twice', () => {
    expect(tables.length).toBeGreaterThan(10);
    for (const { table, rows } of tables) {
      const names = rows.map(({ row }) => row);
      expect(new Set(names).size, table).toBe(names.length);
      for (const { values } of rows) expect(Object.keys(values), table).toEqual(Object.keys(rows[0]!.values));
    }
  });

  test('each table stands in docs/papers.md', () => {
    const named = new Set(
      read('docs/papers.md')
        .split('\n')
        .filter((line) => line.startsWith(`| ${paper}, `))
        .flatMap((line) => numbersIn(line.split('|')[1]!)),
    );
    for (const { table } of tables) expect([...named], table).toContain(Number(table.slice(6)));
  });
});

/** `Tables 8, 9 and 12 to 14` as numbers. */
function numbersIn(words: string): number[] {
  const part = /Tables? ([^F]*)/.exec(words)?.[1] ?? '';
  return [...part.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
  );
}

test('longer lists hit more, and no gain is above its hits; errors squared are no less than errors', () => {
  let checked = 0;
  for (const { table, rows } of recmind.tables) {
    for (const { row, values } of rows) {
      const of = (name: string): number => meanOf(values[name]);
      const why = `${table}, ${row}`;
      if (values['HR@10'] !== undefined) {
        expect(of('HR@10'), why).toBeGreaterThanOrEqual(of('HR@5'));
        expect(of('NDCG@5'), why).toBeLessThanOrEqual(of('HR@5'));
        expect(of('NDCG@10'), why).toBeLessThanOrEqual(of('HR@10'));
        checked += 1;
      }
      if (values.RMSE !== undefined) expect(of('RMSE'), why).toBeGreaterThanOrEqual(of('MAE'));
    }
  }
  expect(checked).toBe(80);
});

test('an average is the mean of its judges, an aggregate that of its scores', () => {
  const judged = recmind.tables.find(({ table }) => table === 'Table 7')!;
  for (const { values } of judged.rows) {
    const [first = 0, second = 0, third = 0] = ['Eva_1', 'Eva_2', 'Eva_3'].map((name) => meanOf(values[name]));
    expect(Math.abs(meanOf(values.Average) - (first + second + third) / 3)).toBeLessThan(0.001);
  }
  let checked = 0;
  for (const { table, rows } of suber.tables) {
    for (const { row, values } of rows) {
      if (values.aggregate === undefined) continue;
      const scores = Object.entries(values).flatMap(([name, value]) => (name === 'aggregate' ? [] : [meanOf(value)]));
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      expect(Math.abs(meanOf(values.aggregate) - mean), `${table}, ${row}`).toBeLessThan(0.015);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(50);
});

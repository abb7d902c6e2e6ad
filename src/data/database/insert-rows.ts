/**
 * @file Fast insertion. Each call into WebAssembly costs more than the row it carries, so one statement carries many rows.
 */
import type { SqlValue } from '../../core/database.ts';
import type { SqlConnection } from './engine.ts';
import type { Table } from './tables.ts';

/** Measured on 100,836 rows of five columns: 191 ms one by one, 80 ms by the hundred, 112 ms by 250. */
const VALUES_A_STATEMENT = 400;

/** Inserts rows within the transaction that is open. */
export function insertRows(
  connection: SqlConnection,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: Iterable<readonly SqlValue[]>,
): void {
  const width = columns.length;
  const batch = Math.floor(VALUES_A_STATEMENT / width);
  const statement = (count: number) => {
    const row = `(${Array<string>(width).fill('?').join(',')})`;
    return connection.prepare(
      `INSERT INTO ${name} (${columns.join(',')}) VALUES ${Array<string>(count).fill(row).join(',')}`,
    );
  };
  const full = statement(batch);
  try {
    let values: SqlValue[] = [];
    for (const row of rows) {
      for (const value of row) values.push(value);
      if (values.length < batch * width) continue;
      full.run(values);
      values = [];
    }
    if (values.length > 0) {
      const rest = statement(values.length / width);
      rest.run(values);
      rest.free();
    }
  } finally {
    full.free();
  }
}

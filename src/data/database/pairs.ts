/**
 * @file Sums over what two people (or items) share. For one row of the matrix at a time, all later rows that share a
 * column with it are met: Σ n²/2 steps over the sizes n of the columns, in typed arrays.
 */
import type { Grouped } from './training-rows.ts';

/** Gives the thread back to others now and then; throws where the work was stopped. */
export type Breath = (done: number, of: number) => Promise<void>;

/** Where the sums of one partner stand, counted from `SUMS * partner`. They fill one cache line. */
export const SUMS = 8;
export const SHARED = 0;
/** Columns in which both have a value; the sums are over those. */
export const RATED = 1;
export const OWN = 2;
export const OTHER = 3;
export const OWN_SQUARES = 4;
export const OTHER_SQUARES = 5;
export const PRODUCTS = 6;

export interface Matrix {
  readonly byRow: Grouped;
  readonly byColumn: Grouped;
  readonly rowOf: Int32Array;
  readonly columnOf: Int32Array;
  /** Value of each cell, NaN for none. */
  readonly values: Float64Array;
}

const ROWS_A_BREATH = 32;

interface Cells {
  readonly partner: Int32Array;
  readonly value: Float64Array;
}

interface Met {
  readonly sums: Float64Array;
  readonly partners: Int32Array;
  count: number;
}

/** Adds one column in which the row has the value `a`. Plain loops over locals: this runs for every pair there is. */
function addColumn({ partner, value }: Cells, from: number, to: number, a: number, met: Met): void {
  const { sums, partners } = met;
  let count = met.count;
  for (let cell = from; cell < to; cell += 1) {
    const base = SUMS * (partner[cell] as number);
    const shared = sums[base] as number;
    if (shared === 0) {
      partners[count] = partner[cell] as number;
      count += 1;
    }
    sums[base] = shared + 1;
    const b = value[cell] as number;
    // NaN is the one number that is not itself.
    if (a !== a || b !== b) continue;
    sums[base + RATED] = (sums[base + RATED] as number) + 1;
    sums[base + OWN] = (sums[base + OWN] as number) + a;
    sums[base + OTHER] = (sums[base + OTHER] as number) + b;
    sums[base + OWN_SQUARES] = (sums[base + OWN_SQUARES] as number) + a * a;
    sums[base + OTHER_SQUARES] = (sums[base + OTHER_SQUARES] as number) + b * b;
    sums[base + PRODUCTS] = (sums[base + PRODUCTS] as number) + a * b;
  }
  met.count = count;
}

function forget(met: Met): void {
  const { sums, partners, count } = met;
  for (let index = 0; index < count; index += 1) {
    const base = SUMS * (partners[index] as number);
    // `fill` takes ten times as long for so few.
    for (let sum = base; sum < base + SUMS; sum += 1) sums[sum] = 0;
  }
  met.count = 0;
}

/** Visits each row with the later rows that it shares a column with: every pair once. The sums hold until the visit ends. */
export async function visitPairs(
  { byRow, byColumn, rowOf, columnOf, values }: Matrix,
  visit: (row: number, partners: Int32Array, sums: Float64Array) => void,
  breath: Breath,
): Promise<void> {
  const rows = byRow.starts.length - 1;
  const met: Met = { sums: new Float64Array(SUMS * rows), partners: new Int32Array(rows), count: 0 };
  const cells: Cells = {
    partner: byColumn.entries.map((cell) => rowOf[cell] as number),
    value: Float64Array.from(byColumn.entries, (cell) => values[cell] as number),
  };
  const place = new Int32Array(byColumn.entries.length);
  byColumn.entries.forEach((cell, at) => (place[cell] = at));
  for (let row = 0; row < rows; row += 1) {
    if (row % ROWS_A_BREATH === 0) await breath(row, rows);
    for (let at = byRow.starts[row] as number; at < (byRow.starts[row + 1] as number); at += 1) {
      const cell = byRow.entries[at] as number;
      const end = byColumn.starts[(columnOf[cell] as number) + 1] as number;
      addColumn(cells, (place[cell] as number) + 1, end, values[cell] as number, met);
    }
    visit(row, met.partners.subarray(0, met.count), met.sums);
    forget(met);
  }
}

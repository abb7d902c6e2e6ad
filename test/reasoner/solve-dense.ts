/**
 * Solves a system by Gauss-Jordan elimination with pivoting: another way than the code under test.
 */
export function solveDense(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    }
    [rows[column], rows[best]] = [rows[best] ?? [], rows[column] ?? []];
    const pivotRow = rows[column] ?? [];
    const pivot = pivotRow[column] ?? NaN;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = (rows[row]?.[column] ?? 0) / pivot;
      rows[row] = (rows[row] ?? []).map((value, at) => value - factor * (pivotRow[at] ?? 0));
    }
  }
  return rows.map((row, at) => (row[size] ?? NaN) / (row[at] ?? NaN));
}

/** @file What the columns of a cell's rows are called. */

const NAMES: Readonly<Record<string, string>> = { shots: 'examples' };

/** A column as people read it: `modelCalls` is `model calls`. */
export const inWords = (column: string): string =>
  NAMES[column] ??
  (/^[a-z][A-Za-z]*$/.test(column) ? column.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`) : column);

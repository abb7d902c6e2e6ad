/** @file How the numbers of an evaluation are written. */
import type { TableRow } from '../../core/evaluation.ts';

/** `0.507`. */
export const digits = (value: number): string => value.toFixed(3);

/** `+0.387`, `−0.012`. */
export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;

/** How many tasks of a row failed. */
export const failedOf = ({ failures }: TableRow): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0);

/** `3 reply-unparseable`, for all codes. */
export const failuresInWords = ({ failures }: TableRow): string =>
  Object.entries(failures)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');

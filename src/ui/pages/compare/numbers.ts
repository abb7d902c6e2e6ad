import type { Interval, TableRow } from '../../../core/evaluation.ts';
import { count } from '../../words.ts';

/** `0.507`; never `-0.000`. */
export const digits = (value: number): string => (Math.abs(value) < 0.0005 ? 0 : value).toFixed(3);

/** `+0.387`, `−0.012`. */
export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;

/** `0.412 to 0.507`; null where all draws gave one value, which is a point and no interval. */
export const interval = ({ low, high }: Interval, write: (value: number) => string = digits): string | null =>
  low === high ? null : `${write(low)} to ${write(high)}`;

export const probability = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${digits(p)}`);

/** A mean cost of a task: `0`, `9.5`, `1,204`. */
export const priceOf = (value: number): string => (value >= 100 ? count(value) : value.toFixed(1).replace(/\.0$/, ''));

export const failedOf = ({ failures }: TableRow): number => Object.values(failures).reduce((sum, one) => sum + one, 0);

/** `3 reply-unparseable`, for all codes. */
export const failuresInWords = ({ failures }: TableRow): string =>
  Object.entries(failures)
    .map(([code, times]) => `${times} ${code}`)
    .join(', ');

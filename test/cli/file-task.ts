/** @file What processes that use one folder of files do there. */
import type { LineFormat } from '../../src/core/json-lines.ts';

/** The file that all of them write. */
export const PATH = 'kept/file';
/** Bytes of a write. */
export const LENGTH = 300_000;
/** How often each writes. */
export const TIMES = 400;

/** A line of a file that several write. */
export interface Counted {
  readonly at: number;
  readonly by: string;
}

/** Lines that count up. */
export const COUNTED: LineFormat<Counted> = {
  textOf: (entry) => JSON.stringify(entry),
  lineProblem: (json, index) => ((json as Counted).at === index ? null : `${index} should follow`),
  standsAlone: false,
};

/** @file Whether people gave their reviews headings: a column that only some sources have. */
import type { Database } from '../core/database.ts';

const HAS_HEADINGS = /^interactions\([^)]*\bsummary\b/m;

/** Whether `interactions` has the column `summary`. */
export const hasHeadings = ({ schema }: Pick<Database, 'schema'>): boolean => HAS_HEADINGS.test(schema);

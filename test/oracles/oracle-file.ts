/** @file The expected numbers that lie here: what they are and who made them says README.md. */
import { join } from 'node:path';

/** The path of a file of expected numbers. */
export const oracleFile = (name: 'ranking-metrics' | 'text-metrics' | 'suber-env'): string =>
  join(import.meta.dirname, `${name}.json`);

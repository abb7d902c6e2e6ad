/** @file The terminal as `npm run build` makes it, for tests that start real processes. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const BUILT = resolve(import.meta.dirname, '../../bin/espalier.js');
if (!existsSync(BUILT)) throw new Error('There is no build to test: npm run build');

/** What Node is given before the arguments of a command: the built program, which starts three times as fast as its source. */
export const COMMAND: readonly string[] = [BUILT];

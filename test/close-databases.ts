/** @file SQLite's memory is limited for all databases of a worker, and test files share workers: what one leaves open is closed. */
import { afterAll } from 'vitest';
import { closeDatabases } from '../src/data/database/engine.ts';

afterAll(closeDatabases);

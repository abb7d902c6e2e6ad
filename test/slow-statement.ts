/**
 * @file A statement that the guard lets through, since it visits each row once, and that takes seconds on the packaged dataset
 * all the same: what a row costs is not in SQLite's plan.
 */
export const SLOW_STATEMENT = `SELECT sum(${Array<string>(420).fill('length(lower(r))').join('+')}) FROM (SELECT review AS r FROM interactions)`;

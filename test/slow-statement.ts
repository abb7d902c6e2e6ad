/**
 * @file A statement that the guard lets through, since it visits each row once, and that takes many seconds on the packaged dataset
 * all the same: what a row costs is not in SQLite's plan, and what stands in a part of its own is worked out again wherever it is named.
 */
const work = Array<string>(420).fill('length(r)').join('+');
const changed = "replace(replace(lower(upper(review)), 'e', 'a'), 'o', 'u')";
export const SLOW_STATEMENT = `SELECT sum(${work}) FROM (SELECT ${changed} AS r FROM interactions)`;

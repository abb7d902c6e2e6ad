/** @file The attempts of the run that the Agents page opens with, on one axis. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NO_NAMES } from '../../src/trace/names.ts';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import { attemptsOnAxis } from '../../src/ui/pages/agents/rounds.ts';

const FILE = resolve(import.meta.dirname, '../../datasets/ready-case/agents.jsonl.gz');
const { tasks, nodes } = traceTree(parseTrace(gunzipSync(readFileSync(FILE)).toString('utf8')));
const [task] = tasks;
if (task === undefined) throw new Error('The recorded run has no task.');
const scene = { run: 0, task, nodes, names: NO_NAMES, reveals: true };

test('each attempt has its answer, and the second is nearer to what is true', () => {
  const found = attemptsOnAxis(scene, Infinity);
  expect(found?.strip.rows.map(({ title, answers }) => [title, answers.kept?.words.answer])).toEqual([
    ['Attempt 1', '4.71'],
    ['Attempt 2', '4.21'],
  ]);
  const truth = found?.strip.truth?.at ?? NaN;
  const [first, second] = found?.strip.rows.map(({ answers }) => Math.abs((answers.kept?.at ?? NaN) - truth)) ?? [];
  expect(second).toBeLessThan(first ?? NaN);
  expect(found?.nodes.map((id) => nodes.get(id)?.label)).toEqual(['Manager', 'Manager']);
});

test('an attempt that is under way has none yet, and the truth is not told before its time', () => {
  const [first] = attemptsOnAxis(scene, Infinity)?.nodes ?? [];
  const end = nodes.get(first ?? '')?.end?.seq ?? NaN;
  const between = attemptsOnAxis(scene, end);
  expect(between?.strip.rows.map(({ answers }) => answers.kept === null)).toEqual([false, true]);
  expect(between?.strip.truth).toBeNull();
  expect(attemptsOnAxis(scene, 0)?.strip.rows[0]?.answers.kept).toBeNull();
});

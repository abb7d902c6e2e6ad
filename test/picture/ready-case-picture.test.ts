/** @file The picture that the Plan page opens with: what differs, and what went wrong, is never cut off. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { namesAround, TraceNames } from '../../src/trace/names.ts';
import { taskOf } from '../../src/core/node-data.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { titleOf } from '../../src/picture/mark-text.ts';
import { draw, type Scene } from '../../src/picture/picture.ts';

const CASE = resolve(import.meta.dirname, '../../datasets/ready-case');

function sceneOf(planner: string, run: number): Scene {
  const lines = gunzipSync(readFileSync(resolve(CASE, `${planner}.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n');
  const events = lines.map((line) => JSON.parse(line) as TraceEvent);
  const { tasks, nodes } = traceTree(events);
  const [task] = tasks;
  const asked = task === undefined ? null : taskOf(task);
  if (task === undefined || asked === null) throw new Error(`The case of ${planner} has no task.`);
  const names = new TraceNames();
  for (const event of events) names.add(event);
  return { run, task, nodes, names: namesAround(asked, names) };
}

/** Of a column on a page of 1440, 1280 and 390 pixels. */
test.each([440, 388, 358])('titles are whole, %i pixels wide', (width) => {
  for (const scene of ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs'].map(sceneOf)) {
    const { marks } = draw(scene, { width, head: 0 });
    for (const { node, title } of marks) expect(title.join(' ')).toBe(titleOf(node, scene.names));
  }
});

test('the states of a chain stand in the order of their time', () => {
  const { marks } = draw(sceneOf('chain-of-thought', 0), { width: 390, head: 0 });
  expect(marks[0]?.title.join(' ')).toBe('How often does Einar give each rating');
  const seqs = marks.map(({ node }) => node.start.seq);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
});

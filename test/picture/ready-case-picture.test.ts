/** @file The picture that the Plan page opens with: what differs, and what went wrong, is never cut off. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { namesAround, TraceNames } from '../../src/trace/names.ts';
import { taskOf } from '../../src/core/node-data.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { errorsOf, titleOf } from '../../src/picture/mark-text.ts';
import { answerAt } from '../../src/trace/trace-ink.ts';
import { draw } from '../../src/picture/picture.ts';
import type { Scene } from '../../src/picture/scene.ts';

const CASE = resolve(import.meta.dirname, '../../datasets/ready-case');
const PLANNERS = ['chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring'];

function sceneOf(planner: string, run: number): Scene {
  const lines = gunzipSync(readFileSync(resolve(CASE, `${planner}.jsonl.gz`))).toString();
  const events = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TraceEvent);
  const { tasks, nodes } = traceTree(events);
  const [task] = tasks;
  const asked = task === undefined ? null : taskOf(task);
  if (task === undefined || asked === null) throw new Error(`The case of ${planner} has no task.`);
  const names = new TraceNames();
  for (const event of events) names.add(event);
  return { run, task, nodes, names: namesAround(asked, names) };
}

/** Of a column on a page of 1440, 1280 and 390 pixels. */
test.each([440, 388, 358])('titles and slips are whole, %i pixels wide', (width) => {
  let slips = 0;
  for (const scene of PLANNERS.map(sceneOf)) {
    const { marks } = draw(scene, { width, head: 0, isFolded: () => false });
    for (const { node, title, note } of marks) {
      expect(title.join(' ')).toBe(titleOf(node, scene.names));
      const { slip, misjudged } = errorsOf(node, scene.names, Infinity);
      // Called what it is in every state alike.
      if (slip !== null) expect(note.join(' ')).toMatch(/wrong (person|film)/);
      if (misjudged === 'cut-right') expect(note.join(' ')).toBe('dropped by mistake');
      if (node.prune !== null && slip !== null) expect(note.join(' ')).toMatch(/^rightly dropped/);
      if (slip !== null || misjudged !== null) slips += 1;
    }
  }
  expect(slips).toBeGreaterThan(3);
});

test('what the introduction tells is in the recorded runs', () => {
  const [chain, depthFirst] = PLANNERS.map((planner, run) => {
    const { task, nodes, names } = sceneOf(planner, run);
    const read = answerAt(task, 'kept', Infinity)?.states;
    return [...nodes.values()]
      .filter((node) => node.kind === 'state')
      .map((node) => ({
        slips: errorsOf(node, names, Infinity).slip !== null,
        isCut: node.prune !== null,
        isRead: read?.has(node.id) === true,
      }));
  });
  expect(chain?.filter(({ slips, isRead }) => slips && isRead).length).toBeGreaterThan(1);
  expect(depthFirst?.filter(({ slips, isCut }) => slips && isCut)).toHaveLength(1);
  expect(depthFirst?.filter(({ slips, isCut }) => !slips && isCut)).toHaveLength(1);
  expect(depthFirst?.some(({ slips, isRead }) => slips && isRead)).toBe(false);
});

test.each(PLANNERS)('the states of %s stand in the order of their time', (planner) => {
  const { marks } = draw(sceneOf(planner, 0), { width: 390, head: 0, isFolded: () => false });
  const seqs = marks.map(({ node }) => node.start.seq);
  expect(seqs.length).toBeGreaterThan(2);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
});

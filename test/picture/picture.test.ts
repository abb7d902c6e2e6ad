import { describe, expect, test } from 'vitest';
import { NO_NAMES } from '../../src/trace/names.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import { draw, type ColumnOptions, type Scene } from '../../src/picture/picture.ts';
import { wordsOf } from '../../src/picture/mark-text.ts';
import { itemAfter, treeItems } from '../../src/ui/picture/tree/tree-control.svelte.ts';
import { scriptedRun, type Script } from '../ui/scripted-run.ts';

async function sceneOf(script: Script, run = 0): Promise<Scene> {
  const { tasks, nodes } = traceTree(await scriptedRun(script));
  return { run, task: tasks[0] as TraceNode, nodes, names: NO_NAMES };
}

const OPTIONS: ColumnOptions = { width: 400, head: 10 };
const PLANNERS = ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];

test.each(PLANNERS)(
  'the column of %s shows every state once and inside, and what went on leads to the answer',
  async (planner) => {
    const scene = await sceneOf({ planner });
    const { marks, width, height, end, root } = draw(scene, OPTIONS);
    const states = [...scene.nodes.values()].filter(({ kind }) => kind === 'state');
    expect(marks.map(({ id }) => id).sort()).toEqual(states.map(({ id }) => id).sort());
    for (const { place } of marks) {
      expect(place.x).toBeGreaterThan(0);
      expect(place.x).toBeLessThan(width);
      expect(place.y).toBeGreaterThan(0);
      expect(place.y).toBeLessThan(height);
    }
    // The line to the answer crosses no mark.
    expect(end.x).toBe(root.x);
    expect(marks.filter(({ place }) => place.x === end.x && place.y > end.y)).toEqual([]);
  },
);

test('a tree whose branches are deeper than its column is wide is wider than the column', async () => {
  const scene = await sceneOf({ planner: 'tree-of-thoughts-dfs' });
  expect(draw(scene, OPTIONS).width).toBe(400);
  expect(draw(scene, { ...OPTIONS, width: 120 }).width).toBeGreaterThan(120);
});

describe('the keys', () => {
  const walk = async () => {
    const scene = await sceneOf({ planner: 'tree-of-thoughts-bfs' });
    return treeItems([draw(scene, OPTIONS)], () => Infinity);
  };

  test('go down through everything to the answer and up again', async () => {
    const items = await walk();
    let current = 0;
    const seen = [0];
    for (let step = 0; step < items.length + 3; step += 1) {
      const next = itemAfter(items, current, 'ArrowDown');
      if (next === null) break;
      current = items.indexOf(next);
      seen.push(current);
    }
    expect(seen).toEqual(items.map((_, index) => index));
    expect(items.at(-1)?.what).toBe('answer');
    expect(itemAfter(items, current, 'Home')).toBe(items[0]);
  });

  test('left goes to what it grew from; right goes in', async () => {
    const items = await walk();
    const open = items.findIndex(({ node }) => (node?.children.length ?? 0) > 0);
    const inside = itemAfter(items, open, 'ArrowRight');
    expect(inside?.node?.parent).toBe(items[open]?.node);
    expect(itemAfter(items, items.indexOf(inside!), 'ArrowLeft')).toBe(items[open]);
    const leaf = items.findIndex(({ node }) => node !== null && node.children.length === 0);
    expect(itemAfter(items, leaf, 'ArrowRight')).toBeNull();
  });
});

test.each([
  ['{"action": "user-average"', 'user-average'],
  ['{"thought": "Is it \\"their\\" kind?", "tool": "data', 'Is it "their" kind?, data'],
  ['{"type": "Analyse", "content": ["user", 28]}', 'Analyse'],
  ['{"rating": 4', '4'],
])('a state that is being written shows what its reply says so far, not its notation: %s', async (written, shown) => {
  const { nodes } = await sceneOf({ planner: 'chain-of-thought' });
  const node = [...nodes.values()].find(({ calls, kind }) => kind === 'state' && calls.length > 0)!;
  const calls = [{ ...node.calls[0]!, reply: written }];
  expect(wordsOf({ ...node, tools: [], state: null, end: null, calls })).toBe(shown);
});

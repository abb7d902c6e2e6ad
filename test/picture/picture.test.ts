import { describe, expect, test } from 'vitest';
import { NO_NAMES } from '../../src/trace/names.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import { draw, type PictureOptions } from '../../src/picture/picture.ts';
import type { Scene } from '../../src/picture/scene.ts';
import { wordsOf } from '../../src/picture/mark-text.ts';
import { search } from '../../src/ui/picture/tree/search.ts';
import { keyEffect, treeItems } from '../../src/ui/picture/tree/tree-keys.ts';
import { scriptedRun, type Script } from '../ui/scripted-run.ts';

async function sceneOf(script: Script, run = 0): Promise<Scene> {
  const { tasks, nodes } = traceTree(await scriptedRun(script));
  return { run, task: tasks[0] as TraceNode, nodes, names: NO_NAMES, reveals: true };
}

const OPTIONS: PictureOptions = { width: 900, direction: 'across', axis: 'steps', isFolded: () => false };
const PLANNERS = ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];

describe.each(PLANNERS)('the picture of %s', (planner) => {
  test.each([
    ['across', 'steps'],
    ['across', 'calls'],
    ['down', 'steps'],
  ] as const)('shows every state once and inside, %s by %s', async (direction, axis) => {
    const scene = await sceneOf({ planner });
    const { rows, width, height } = draw([scene], { ...OPTIONS, direction, axis });
    const marks = rows[0]?.marks ?? [];
    const states = [...scene.nodes.values()].filter(({ kind }) => kind === 'state');
    expect(marks.map(({ id }) => id).sort()).toEqual(states.map(({ id }) => id).sort());
    for (const { place } of marks) {
      expect(place.x).toBeGreaterThan(0);
      expect(place.x).toBeLessThan(width);
      expect(place.y).toBeGreaterThan(0);
      expect(place.y).toBeLessThan(height);
    }
  });
});

describe('the picture', () => {
  test('puts compared planners on one axis: equal steps stand under each other, and answers end together', async () => {
    const scenes = await Promise.all(PLANNERS.map((planner, run) => sceneOf({ planner }, run)));
    const { rows } = draw(scenes, OPTIONS);
    const byDepth = new Map<number, Set<number>>();
    for (const { node, place } of rows.flatMap(({ marks }) => marks))
      byDepth.set(node.depth, (byDepth.get(node.depth) ?? new Set()).add(place.x));
    expect([...byDepth.values()].every(({ size }) => size === 1)).toBe(true);
    expect(new Set(rows.map(({ answer }) => answer.x)).size).toBe(1);
  });

  test.each([677, 693, 773])('has room for five steps and their answers, %i pixels wide', async (width) => {
    const scenes = await Promise.all(PLANNERS.map((planner, run) => sceneOf({ planner, steps: 5 }, run)));
    expect(draw(scenes, { ...OPTIONS, width }).width).toBe(width);
  });

  test('shows on the axis of cost that a planner which asks more is longer', async () => {
    const scenes = [
      await sceneOf({ planner: 'chain-of-thought' }),
      await sceneOf({ planner: 'tree-of-thoughts-bfs' }, 1),
    ];
    const [chain, breadth] = draw(scenes, { ...OPTIONS, axis: 'calls' }).rows;
    expect(breadth?.answer.x).toBeGreaterThan(chain?.answer.x ?? Infinity);
  });
});

test('the search looks through thoughts, queries, rows and reasons, in the order of the picture', async () => {
  const scene = await sceneOf({ planner: 'tree-of-thoughts-dfs' });
  expect(search([scene], 'another film').every(({ node }) => node.prune !== null)).toBe(true);
  expect(search([scene], 'CASINO').length).toBeGreaterThan(0);
  expect(search([scene], '  ')).toEqual([]);
  expect(search([scene], 'no such words')).toEqual([]);
});

describe('the keys', () => {
  const walk = async () => {
    const scene = await sceneOf({ planner: 'tree-of-thoughts-bfs' });
    const { rows } = draw([scene], OPTIONS);
    return treeItems(rows, () => Infinity, ['Breadth first']);
  };

  test('go down through everything to the answer and up again', async () => {
    const items = await walk();
    let current = 0;
    const seen = [0];
    for (let step = 0; step < items.length + 3; step += 1) {
      const effect = keyEffect(items, current, 'ArrowDown', '');
      if (effect === null) break;
      current = items.indexOf(effect.item);
      seen.push(current);
    }
    expect(seen).toEqual(items.map((_, index) => index));
    expect(items.at(-1)?.what).toBe('answer');
    expect(keyEffect(items, current, 'Home', '')?.item).toBe(items[0]);
  });

  test('left folds what is open, then goes to what it grew from; right unfolds, then goes in', async () => {
    const items = await walk();
    const open = items.findIndex(({ node }) => (node?.children.length ?? 0) > 0);
    expect(keyEffect(items, open, 'ArrowLeft', '')).toMatchObject({ type: 'fold', folded: true });
    expect(keyEffect(items, open, 'ArrowRight', '')?.item.node?.parent).toBe(items[open]?.node);
    const folded = items.map((item, index) => (index === open ? { ...item, folded: true } : item));
    expect(keyEffect(folded, open, 'ArrowRight', '')).toMatchObject({ type: 'fold', folded: false });
    const leaf = items.findIndex(({ node }) => node !== null && node.children.length === 0);
    expect(keyEffect(items, leaf, 'ArrowLeft', '')?.item.node ?? null).toBe(
      items[leaf]?.node?.parent?.kind === 'state' ? items[leaf].node.parent : null,
    );
    expect(keyEffect(items, leaf, 'ArrowRight', '')).toBeNull();
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

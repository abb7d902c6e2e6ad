import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { answerAt, costAt, inkAt } from '../../src/trace/trace-ink.ts';
import { createTraceTree, traceTree, type TraceNode, type TraceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { scriptedRun } from '../ui/scripted-run.ts';

const PLANNERS = [
  'input-output',
  'chain-of-thought',
  'tree-of-thoughts-bfs',
  'tree-of-thoughts-dfs',
  'self-inspiring',
  'self-inspiring-filtered',
];

const states = (nodes: Iterable<TraceNode>) => [...nodes].filter(({ kind }) => kind === 'state');

/** Without what points back up, so that a failure can be printed. */
const plain = ({ nodes }: TraceTree) =>
  JSON.stringify([...nodes.values()], (key, value: unknown) =>
    key === 'parent' || key === 'task' ? (value as TraceNode | null)?.id : value instanceof Set ? [...value] : value,
  );

describe.each(PLANNERS)('the tree of %s', (planner) => {
  test('holds every state, call and tool use of the trace', async () => {
    const events = await scriptedRun({ planner });
    const tree = traceTree(events);
    const count = (type: TraceEvent['type']) => events.filter((event) => event.type === type).length;
    const nodes = [...tree.nodes.values()];
    expect(nodes).toHaveLength(count('node-start'));
    expect(nodes.flatMap(({ calls }) => calls)).toHaveLength(count('model-call'));
    expect(nodes.flatMap(({ tools }) => tools)).toHaveLength(count('tool-call'));
    expect(tree.totals.modelCalls).toBe(count('model-call'));
    expect(tree.totals.toolCalls).toBe(count('tool-call'));
    expect(nodes.flatMap(({ calls }) => calls).every(({ reply, result }) => reply !== '' && result !== null)).toBe(
      true,
    );
    expect(nodes.flatMap(({ tools }) => tools).every(({ result }) => result !== null)).toBe(true);
  });

  test('is the same whether it grew event by event or was read at once', async () => {
    const events = await scriptedRun({ planner });
    const tree = createTraceTree();
    for (const event of events) tree.add(event);
    expect(tree.totals).toEqual(traceTree(events).totals);
    expect(plain(tree)).toBe(plain(traceTree(events)));
  });

  test('draws in full ink exactly what each answer was conditioned on', async () => {
    const events = await scriptedRun({ planner });
    const tree = traceTree(events);
    for (const event of events) {
      if (event.type !== 'answer') continue;
      const inked = states(tree.nodes.values()).filter((node) => inkAt(node, event.from, events.length) === 'kept');
      expect(inked.map(({ id }) => id).sort()).toEqual([...event.states].sort());
    }
  });

  test('at an earlier event is what the trace up to there says', async () => {
    const events = await scriptedRun({ planner });
    const whole = traceTree(events);
    for (let position = 0; position < events.length; position += 5) {
      const early = traceTree(events.slice(0, position + 1));
      for (const node of states(early.nodes.values())) {
        const later = whole.nodes.get(node.id) as TraceNode;
        expect(inkAt(later, 'kept', position)).toBe(inkAt(node, 'kept', position));
      }
      expect(costAt(whole.nodes.values(), position)).toEqual({
        modelCalls: early.totals.modelCalls,
        toolCalls: early.totals.toolCalls,
      });
    }
  });
});

test('a state that was cut, one that lost the vote and one that is still growing differ', async () => {
  const dfs = traceTree(await scriptedRun({ planner: 'tree-of-thoughts-dfs' }));
  const cut = states(dfs.nodes.values()).filter(({ prune }) => prune !== null);
  expect(cut.length).toBeGreaterThan(0);
  expect(cut.every((node) => inkAt(node, 'kept', Infinity) === 'pruned')).toBe(true);
  expect(cut.every((node) => inkAt(node, 'explored', Infinity) === 'kept')).toBe(true);

  const bfs = traceTree(await scriptedRun({ planner: 'tree-of-thoughts-bfs' }));
  const lost = states(bfs.nodes.values()).filter(({ votes }) => votes.at(-1)?.chosen === false);
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.every((node) => inkAt(node, 'kept', Infinity) === 'outvoted')).toBe(true);
  expect(lost.every((node) => inkAt(node, 'kept', node.start.seq) === 'growing')).toBe(true);
});

test('an answer costs the calls of planning and its own, from before the other one is asked for', () => {
  const path = resolve(import.meta.dirname, '../../datasets/ready-case/self-inspiring.jsonl.gz');
  const events = parseTrace(gunzipSync(readFileSync(path)).toString('utf8'));
  const tree = traceTree(events);
  const asked = events.filter((event) => event.type === 'model-call' && event.purpose === 'answer');
  expect(asked).toHaveLength(2);
  for (const from of ['kept', 'explored'] as const)
    expect(costAt(tree.nodes.values(), Infinity, from).modelCalls).toBe(tree.totals.modelCalls - 1);
  const second = asked[1]?.seq ?? NaN;
  const begun = traceTree(events.slice(0, second + 1));
  expect(costAt(begun.nodes.values(), second, 'kept').modelCalls).toBe(begun.totals.modelCalls - 1);
});

test('an answer carries the metrics that were taken of it, and no others', async () => {
  const [task] = traceTree(await scriptedRun({ planner: 'self-inspiring', answer: 4, truth: 4.5 })).tasks;
  expect(answerAt(task as TraceNode, 'kept', Infinity)?.metrics).toEqual([{ name: 'RMSE', value: 0.5 }]);
  expect(answerAt(task as TraceNode, 'explored', Infinity)?.metrics).toEqual([
    { name: 'RMSE', value: expect.closeTo(0.9, 9) as number },
  ]);
  expect(answerAt(task as TraceNode, 'kept', 3)).toBeNull();
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { costAt, inkAt } from '../../src/trace/trace-ink.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
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
      expect(costAt(whole.nodes.values(), position)).toMatchObject({
        modelCalls: early.totals.modelCalls,
        toolCalls: early.totals.toolCalls,
      });
    }
  });
});

const ready = (planner: string) =>
  parseTrace(gunzipSync(readFileSync(resolve('datasets/ready-case', `${planner}.jsonl.gz`))).toString('utf8'));

test('one reply that is both answers is a cost of each', () => {
  const tree = traceTree(ready('chain-of-thought'));
  expect(tree.tasks[0]?.answers).toHaveLength(2);
  for (const from of ['kept', 'explored'] as const)
    expect(costAt(tree.nodes.values(), Infinity, from).modelCalls).toBe(tree.totals.modelCalls);
});

test('an answer costs the calls of planning and its own, from before the other one is asked for', () => {
  const events = ready('tree-of-thoughts-bfs');
  const tree = traceTree(events);
  const asked = events.filter((event) => event.type === 'model-call' && event.purpose === 'answer');
  expect(asked).toHaveLength(2);
  for (const from of ['kept', 'explored'] as const)
    expect(costAt(tree.nodes.values(), Infinity, from).modelCalls).toBe(tree.totals.modelCalls - 1);
  const second = asked[1]?.seq ?? NaN;
  const begun = traceTree(events.slice(0, second + 1));
  expect(costAt(begun.nodes.values(), second, 'kept').modelCalls).toBe(begun.totals.modelCalls - 1);
});

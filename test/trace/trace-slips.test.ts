import { describe, expect, test } from 'vitest';
import { foundIn, type Found } from '../../src/core/found.ts';
import { idsInSql } from '../../src/tools/statements.ts';
import { createTrace } from '../../src/trace/create-trace.ts';
import { misjudgementOf, slipOf } from '../../src/trace/trace-slips.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { HEAT } from '../ui/scripted-run.ts';

/** A state of a language model: its statement, and the rows that came back. */
interface Step {
  readonly sql: string;
  readonly found?: Partial<Found>;
  readonly verdict?: 'keep' | 'prune';
}

/** A path of states about person 599 and item 6. */
function treeOf(steps: readonly Step[], branches = false): TraceNode[] {
  const events: TraceEvent[] = [];
  const root = createTrace(
    (event) => void events.push(event),
    () => 0,
  );
  const task = root.child({ kind: 'task', label: 'a', detail: { id: '599:6', task: HEAT as never } });
  let parent = task.node;
  const spans = steps.map(({ sql, found, verdict }) => {
    const span = task.child({ kind: 'state', label: 'a step', detail: null, parent });
    if (!branches) parent = span.node;
    const action = { tool: 'database', arguments: { question: 'What about it?' } };
    const call = span.emit({ type: 'tool-call', ...action });
    const result = { ...foundIn(null, idsInSql(sql), { columns: ['AVG(rating)'], rows: [[3.5]] }), ...found };
    span.emit({ type: 'tool-result', call, observation: '', failed: false, detail: { sql }, found: result });
    span.emit({ type: 'node-end', status: 'done', result: { thought: 'Hm.', action, observation: '', isEnd: false } });
    if (verdict !== undefined) span.emit({ type: 'evaluate-result', verdict, reason: 'So.' });
    return span;
  });
  if (branches) {
    const candidates = spans.map(({ node }) => node);
    task.emit({ type: 'vote-result', candidates, votes: [3, 0], chosen: candidates[0] ?? '' });
  }
  const { nodes } = traceTree(events);
  return spans.map(({ node }) => nodes.get(node) as TraceNode);
}

const ratings = (where: string): string => `SELECT AVG(rating) FROM interactions WHERE ${where}`;

describe('of a language model', () => {
  const slips = (steps: readonly Step[]) => treeOf(steps).map((node) => slipOf(node, HEAT));

  test('a state is told by the people and items of its statement', () => {
    expect(
      slips([
        { sql: ratings('user_id = 599 AND item_id = 6') },
        { sql: ratings('user_id = 12 AND item_id = 6') },
        { sql: ratings('item_id = 77') },
        { sql: ratings('item_id IN (6, 77)') },
        { sql: 'SELECT COUNT(*) FROM items' },
      ]),
    ).toEqual([null, { user: 12, item: null }, { user: null, item: 77 }, null, null]);
  });

  test('a prepared question about what was found is a slip: it is about the task alone', () => {
    const first = { sql: ratings('user_id = 599'), found: { columns: ['like_user_id'], rows: [[12]] } };
    expect(slips([first, { sql: ratings('user_id = 12'), found: { query: 'user-mean' } }])[1]).toEqual({
      user: 12,
      item: null,
    });
  });

  test('a verdict is wrong that keeps a slip, or cuts what is right and found something', () => {
    const judged = treeOf([
      { sql: ratings('item_id = 77'), verdict: 'keep' },
      { sql: ratings('item_id = 6'), verdict: 'prune' },
      { sql: ratings('item_id = 6'), verdict: 'prune', found: { value: null, support: 0 } },
      { sql: ratings('item_id = 78'), verdict: 'prune' },
    ]);
    expect(judged.map((node) => misjudgementOf(node, HEAT))).toEqual(['kept-wrong', 'cut-right', null, null]);
  });

  test('so is a vote for a slip where the right one stood beside it', () => {
    const voted = treeOf([{ sql: ratings('item_id = 77') }, { sql: ratings('item_id = 6') }], true);
    expect(voted.map((node) => misjudgementOf(node, HEAT))).toEqual(['voted-wrong', 'outvoted-right']);
  });
});

describe('of agents', () => {
  /** A manager that analyses what it is told to, in steps after one another, and an analyst below the first step. */
  function agentsTree(
    steps: readonly { readonly thought: string; readonly action: unknown[]; readonly back?: string }[],
  ) {
    const events: TraceEvent[] = [];
    const root = createTrace(
      (event) => void events.push(event),
      () => 0,
    );
    const task = root.child({ kind: 'task', label: 'a', detail: { id: '599:6', task: HEAT as never } });
    const manager = task.child({
      kind: 'agent',
      label: 'Manager',
      detail: { agent: 'Manager', from: 'task', message: 'user 599' },
    });
    let parent = manager.node;
    const ids: string[] = [];
    for (const { thought, action, back = 'Something.' } of steps) {
      const span = manager.child({ kind: 'state', label: 'a step', detail: null, parent });
      parent = span.node;
      ids.push(span.node);
      const analyst = span.child({
        kind: 'agent',
        label: 'Analyst',
        detail: { agent: 'Analyst', from: 'Manager', message: action as never },
      });
      const look = analyst.child({ kind: 'state', label: 'a look', detail: null });
      const looked = { tool: action[0] === 'user' ? 'UserInfo' : 'ItemInfo', arguments: action[1] as number };
      const own = { thought: '', action: looked, observation: back, isEnd: false };
      look.emit({ type: 'node-end', status: 'done', result: own as never });
      ids.push(look.node);
      analyst.emit({ type: 'node-end', status: 'done', result: { reply: back } });
      const done = { thought, action: { tool: 'Analyse', arguments: action }, observation: back, isEnd: false };
      span.emit({ type: 'node-end', status: 'done', result: done as never });
    }
    const { nodes } = traceTree(events);
    return ids.map((id) => slipOf(nodes.get(id) as TraceNode, HEAT));
  }

  test('the manager slips that asks about another item than the task’s; who does as asked does not', () => {
    expect(
      agentsTree([
        { thought: 'I should know more of user 599.', action: ['user', 599] },
        { thought: 'I should know more of item 6.', action: ['item', 77] },
      ]),
    ).toEqual([null, null, { user: null, item: 77 }, null]);
  });
});

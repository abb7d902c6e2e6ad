import { expect, test } from 'vitest';
import { questionDifference } from '../../src/trace/trace-difference.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import type { EventBody, TraceEvent } from '../../src/core/trace.ts';

interface Asked {
  readonly question: string;
  readonly isCut?: boolean;
}

/** A run of states in a row that ask these questions; its answer read those that were not cut. */
function runOf(asked: readonly Asked[]): { readonly task: TraceNode; readonly nodes: ReadonlyMap<string, TraceNode> } {
  const ids = asked.map((_, at) => `0.${String(at)}`);
  const bodies: (readonly [string, EventBody])[] = [
    ['0', { type: 'node-start', parent: null, kind: 'task', label: '', detail: null }],
    ...asked.flatMap(({ question, isCut = false }, at): (readonly [string, EventBody])[] => {
      const id = ids[at] ?? '';
      const action = { tool: 'database', arguments: { question } };
      const result = { thought: '', action, observation: `${question} 4.`, isEnd: false };
      return [
        [id, { type: 'node-start', parent: '0', kind: 'state', label: '', detail: null }],
        [id, { type: 'node-end', status: 'done', result }],
        ...(isCut ? [[id, { type: 'node-prune', reason: 'no' }] as const] : []),
      ];
    }),
    [
      '0',
      {
        type: 'answer',
        from: 'kept',
        states: ids.filter((_, at) => asked[at]?.isCut !== true),
        recommendation: { type: 'rating', rating: 4 },
        reason: '',
      },
    ],
  ];
  const tree = traceTree(bodies.map(([node, body], seq): TraceEvent => ({ seq, time: 0, node, ...body })));
  return { task: tree.tasks[0] as TraceNode, nodes: tree.nodes };
}

test('two planners are held against each other by what they asked, wherever it stands', () => {
  const left = runOf([{ question: 'a' }, { question: 'b', isCut: true }, { question: 'c' }]);
  const right = runOf([{ question: 'b' }, { question: 'd' }, { question: 'a' }]);
  const { both, onlyLeft, onlyRight } = questionDifference(left, right, 'kept');
  expect(both.map((row) => [row.left?.node.id, row.left?.fate, row.right?.node.id, row.right?.fate])).toEqual([
    ['0.0', 'read', '0.2', 'read'],
    ['0.1', 'cut', '0.0', 'read'],
  ]);
  expect(onlyLeft.map((row) => row.left?.node.state?.observation)).toEqual(['c 4.']);
  expect(onlyRight.map((row) => row.right?.node.state?.observation)).toEqual(['d 4.']);
});

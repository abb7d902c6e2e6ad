import { describe, expect, test } from 'vitest';
import { traceDifference } from '../../src/trace/trace-difference.ts';
import type { EventBody, TraceEvent } from '../../src/core/trace.ts';

type At = readonly [node: string, body: EventBody];

const trace = (bodies: readonly At[]): readonly TraceEvent[] =>
  bodies.map(([node, body], seq) => ({ seq, time: seq * 3, node, ...body }));

const START: At = ['', { type: 'run-start', spec: {}, dataset: {}, model: 'any', tasks: 1 }];
const TASK: At = ['0', { type: 'node-start', parent: null, kind: 'task', label: 'task', detail: null }];
const state = (node: string, thought: string, parent = '0'): readonly At[] => [
  [node, { type: 'node-start', parent, kind: 'state', label: 'step', detail: null }],
  [node, { type: 'node-end', status: 'done', result: { thought, action: null, observation: thought, isEnd: false } }],
];
const END: At = ['', { type: 'run-end', outcome: 'done', summary: null }];

describe('the difference of two runs', () => {
  test('of a run with itself is none, whatever its times and its spec', () => {
    const left = trace([START, TASK, ...state('0.0', 'a'), END]);
    const right = left.map((event) =>
      event.type === 'run-start' ? { ...event, spec: { fork: true } } : { ...event, time: 9 },
    );
    const nodes = traceDifference(left, right);
    expect(nodes.map(({ status }) => status)).toEqual(['same', 'same']);
  });

  test('aligns by path and names what changed', () => {
    const left = trace([START, TASK, ...state('0.0', 'a'), ...state('0.0.0', 'b', '0.0'), ...state('0.1', 'c'), END]);
    const right = trace([
      START,
      TASK,
      ...state('0.0', 'A'),
      ...state('0.1', 'c'),
      ...state('0.10', 'd'),
      ...state('0.2', 'e'),
      END,
    ]);
    const nodes = traceDifference(left, right);
    expect(nodes.map(({ node, status }) => `${node} ${status}`)).toEqual([
      '0 same',
      '0.0 changed',
      '0.0.0 only-left',
      '0.1 same',
      '0.2 only-right',
      '0.10 only-right',
    ]);
    expect(nodes[1]?.parts).toEqual(['thought', 'observation']);
  });
});

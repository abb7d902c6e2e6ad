/** @file What the Agents page makes of a run's events: attempts and what changed between them, lanes that fold, and meters. */
import { beforeAll, describe, expect, test } from 'vitest';
import { traceTree, type TraceNode, type TraceTree } from '../../src/core/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { run } from '../../src/runs/run.ts';
import { openSession } from '../../src/runs/session.ts';
import { lanesOf } from '../../src/ui/agents/lanes.ts';
import { reflectionText, roundsOf } from '../../src/ui/agents/rounds.ts';
import { tokenMeters } from '../../src/ui/agents/token-meters.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { scriptedModel } from '../models/scripted-model.ts';

const analyse = (about: string, id: number): string => JSON.stringify({ type: 'Analyse', content: [about, id] });
const finish = (content: unknown): string => JSON.stringify({ type: 'Finish', content });

let tree: TraceTree;
let task: TraceNode;
beforeAll(async () => {
  const session = openSession(await testEngine(), madeUpDataset());
  const model = scriptedModel({
    'manager-thought': 'Ask.',
    'manager-action': [
      analyse('user', 1),
      analyse('user', 2),
      finish(3),
      analyse('user', 1),
      analyse('item', 1),
      finish(4),
    ],
    analyse: ['{"type":"UserInfo","content":1}', finish('They like what is short.'), finish('Nothing.')],
    reflect: '{"correctness":false,"reason":"Item 1 was not looked at."}',
  });
  const events: TraceEvent[] = [];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name: 'rating-prediction', options: { users: [1] } },
    recommender: { name: 'macrec', options: { system: 'analyst-reflector', tokenLimit: 20_000 } },
  };
  const { signal } = new AbortController();
  const createModel = () => Promise.resolve(model);
  await run(spec, { ...session, createModel, now: () => 0, write: (event) => events.push(event), signal });
  tree = traceTree(events);
  task = tree.tasks[0] as TraceNode;
});

describe('attempts', () => {
  test('stand side by side with what is new, what is the same, and what was left out', () => {
    const [first, second] = roundsOf(task, tree.nodes);
    expect(first?.steps.map(({ action, change }) => [action, change])).toEqual([
      ['Analyse user 1', null],
      ['Analyse user 2', null],
      ['Finish 3', null],
    ]);
    expect(first?.reflection?.text).toBe('Another attempt is needed. Item 1 was not looked at.');
    expect(second?.steps.map(({ action, change }) => [action, change])).toEqual([
      ['Analyse user 1', 'same'],
      ['Analyse item 1', 'new'],
      ['Finish 4', 'new'],
    ]);
    expect(second?.dropped).toEqual(['Analyse user 2', 'Finish 3']);
    expect([first?.number, second?.number, second?.reply]).toEqual([1, 2, 'Answered: 4']);
  });

  test('a reflection in words is shown as it is', () => {
    expect(reflectionText('Look again.')).toBe('Look again.');
    expect(reflectionText('{"correctness":true,"reason":"Fine."}')).toBe('No other attempt is needed. Fine.');
  });
});

describe('lanes', () => {
  const rowsOf = (isFolded: (agent: TraceNode) => boolean, position = Infinity) =>
    lanesOf(task, tree.nodes, position, isFolded);

  test('fold an agent’s inner loop into one row and open it again', () => {
    const open = rowsOf(() => false);
    expect(open.names).toEqual(['task', 'Manager', 'Analyst', 'Reflector']);
    const analyst = open.names.indexOf('Analyst');
    const folded = rowsOf(({ label }) => label === 'Analyst');
    const steps = (rows: typeof open.rows) => rows.filter((row) => row.type === 'step' && row.lane === analyst).length;
    expect(steps(open.rows)).toBe(5);
    expect(steps(folded.rows)).toBe(0);
    const work = folded.rows.filter((row) => row.type === 'work');
    expect(work).toHaveLength(4);
    expect(work[0]).toMatchObject({ lane: analyst, steps: 2, tools: 1 });
    // Messages stay, and time runs down.
    const messages = (rows: typeof open.rows) => rows.filter(({ type }) => type === 'message').length;
    expect(messages(folded.rows)).toBe(messages(open.rows));
    expect(open.rows.map(({ order }) => order)).toEqual(open.rows.map(({ order }) => order).sort((a, b) => a - b));
  });

  test('show what had happened by then', () => {
    const asked = [...tree.nodes.values()].find(({ label }) => label === 'Analyst');
    const { rows, names } = rowsOf(() => false, asked?.start.seq);
    expect(names).not.toContain('Reflector');
    expect(rows.some((row) => row.type === 'message' && row.isReply)).toBe(false);
  });
});

test('meters count each agent’s tokens against its limit, as far as time has come', () => {
  const meters = tokenMeters(task, tree.nodes, Infinity);
  expect(meters.map(({ agent, calls }) => [agent, calls])).toEqual([
    ['Manager', 12],
    ['Analyst', 5],
    ['Reflector', 1],
  ]);
  for (const { most, stopped } of meters) {
    expect(most?.limit).toBe(20_000);
    expect(most?.tokens).toBeGreaterThan(0);
    expect(stopped).toBe(false);
  }
  const first = tokenMeters(task, tree.nodes, (task.end?.seq ?? 0) / 4);
  expect(first.find(({ agent }) => agent === 'Manager')?.calls).toBeLessThan(12);
});

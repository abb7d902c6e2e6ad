/** @file What lanes make of a run's events, and meters. */
import { beforeAll, describe, expect, test } from 'vitest';
import { namesOfLists, NO_NAMES } from '../../src/trace/names.ts';
import { traceTree, type TraceNode, type TraceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { run } from '../lab/run/run-written.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { lanesOf } from '../../src/ui/picture/lanes/lanes.ts';
import { noteOf, titleOf } from '../../src/picture/mark-text.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { scriptedModel } from '../models/scripted-model.ts';

const analyse = (about: string, id: number): string => JSON.stringify({ type: 'Analyse', content: [about, id] });
const finish = (content: unknown): string => JSON.stringify({ type: 'Finish', content });

let tree: TraceTree;
let events: readonly TraceEvent[];
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
  const written: TraceEvent[] = [];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name: 'rating-prediction', options: { users: [1] } },
    recommender: { name: 'macrec', options: { system: 'analyst-reflector', tokenLimit: 20_000 } },
  };
  const { signal } = new AbortController();
  const createModel = () => Promise.resolve(model);
  await run(spec, { ...session, createModel, now: () => 0, write: (event) => written.push(event), signal });
  events = written;
  tree = traceTree(events);
  task = tree.tasks[0] as TraceNode;
});

describe('lanes', () => {
  test('have each agent’s steps and messages, as time runs down', () => {
    const { names, rows } = lanesOf(task, tree.nodes, Infinity);
    expect(names).toEqual(['task', 'Manager', 'Analyst', 'Reflector']);
    const analyst = names.indexOf('Analyst');
    expect(rows.filter((row) => row.type === 'step' && row.lane === analyst)).toHaveLength(5);
    expect(rows.filter((row) => row.type === 'message' && row.to === analyst)).toHaveLength(4);
    expect(rows.map(({ order }) => order)).toEqual(rows.map(({ order }) => order).sort((a, b) => a - b));
  });
});

describe('other readers of the same events', () => {
  const nodeOf = (label: string): TraceNode =>
    [...tree.nodes.values()].find((node) => node.label === label) as TraceNode;

  test('the tree says what agents were asked, replied and did', () => {
    const analyst = nodeOf('Analyst');
    const view = (position: number) => ({ from: 'kept', position, reveals: true }) as const;
    expect(titleOf(analyst, NO_NAMES)).toBe('Analyst is asked: user 1');
    expect(noteOf(analyst, NO_NAMES, view(Infinity)).text).toBe('They like what is short.');
    expect(noteOf(analyst, NO_NAMES, view(analyst.start.seq)).text).toBe('');
    const [first, second] = [analyst.children[0], analyst.children[0]?.children[0]] as [TraceNode, TraceNode];
    expect(titleOf(first, NO_NAMES)).toBe('Profile of user 1');
    expect(titleOf(second, NO_NAMES)).toBe('Finish They like what is short.');
    const titles = [...tree.nodes.values()]
      .filter(({ kind }) => kind !== 'task')
      .map((node) => titleOf(node, NO_NAMES));
    expect(titles).not.toContain('No result');
    expect(titles).not.toContain('End of planning');
    const ada = namesOfLists({ ids: [1], names: ['Ada King'] }, { ids: [], names: [] });
    expect([titleOf(analyst, ada), titleOf(first, ada)]).toEqual(['Analyst is asked: Ada King', 'Profile of Ada King']);
  });
});

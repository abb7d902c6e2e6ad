/** @file The guide over real runs: the default planners on all four kinds of tasks, told side by side. */
import { beforeAll, describe, expect, test } from 'vitest';
import { guideStops, type GuideStop } from '../../../src/trace/trace-guide.ts';
import type { GuideLane } from '../../../src/trace/lane-steps.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { runIn } from './fork/forks.ts';

const PLANNERS = ['chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'] as const;
const KINDS = [
  'rating-prediction',
  'direct-recommendation',
  'sequential-recommendation',
  'explanation-generation',
] as const;

let session: Session;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset({ density: 0.6 }));
});

async function lanesOf(kind: string): Promise<readonly GuideLane[]> {
  const lanes: GuideLane[] = [];
  for (const planner of PLANNERS) {
    const { events, summary } = await runIn(session, {
      dataset: { name: 'made-up' },
      tasks: { name: kind, options: { count: 1, candidates: 10 } },
      recommender: {
        name: 'recmind',
        options: { planner, steps: 3, branching: 3, answerFrom: 'both', verdicts: 'one' },
      },
      seed: 7,
    });
    expect(summary.outcome).toBe('done');
    lanes.push({ title: planner, keeps: 'keeps something', events });
  }
  return lanes;
}

describe.each(KINDS)('%s', (kind) => {
  let lanes: readonly GuideLane[];
  let stops: readonly GuideStop[];
  beforeAll(async () => {
    lanes = await lanesOf(kind);
    stops = guideStops(lanes);
  });

  test('tells the question, each step in every lane, the answers and the end, in this order', () => {
    const order = ['question', 'step', 'answer', 'end'] as const;
    const phases = stops.map(({ phase }) => order.indexOf(phase));
    expect(phases).toEqual([...phases].sort((one, other) => one - other));
    expect(stops.filter(({ phase }) => phase === 'question')).toHaveLength(1);
    expect(stops.filter(({ phase }) => phase === 'end')).toHaveLength(1);
    const steps = stops.filter(({ phase }) => phase === 'step').map(({ step, lane }) => step * 100 + lane);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    for (const [lane] of lanes.entries())
      expect(stops.some((stop) => stop.lane === lane && stop.phase === 'answer')).toBe(true);
  });

  test('tells every state once, thought before action before observation before verdict', () => {
    for (const [lane, { events }] of lanes.entries()) {
      const states = [...traceTree(events).nodes.values()].filter((node) => node.kind === 'state');
      const own = stops.filter((stop) => stop.lane === lane && stop.what === 'state');
      expect(new Set(own.map(({ node }) => node))).toEqual(new Set(states.map(({ id }) => id)));
    }
    for (const { sentences } of stops) {
      const parts = ['It thinks: ', 'It asks the database: ', 'It reads: ', 'The critic '];
      const at = parts.map((part) => sentences.findIndex((one) => one.startsWith(part))).filter((index) => index >= 0);
      expect(at).toEqual([...at].sort((one, other) => one - other));
    }
  });

  test('says of every cut why and of every vote for what, and counts the calls so far', () => {
    const told = stops.flatMap(({ sentences }) => sentences);
    const cuts = lanes.flatMap(({ events }) => events.filter(({ type }) => type === 'node-prune'));
    expect(told.filter((one) => one.startsWith('The critic cuts it: '))).toHaveLength(cuts.length);
    const votes = lanes.flatMap(({ events }) => events.filter(({ type }) => type === 'vote-result'));
    expect(told.filter((one) => /votes? go to ‘.+’/.test(one))).toHaveLength(votes.length);
    for (const [lane, { events }] of lanes.entries()) {
      const own = stops.filter((stop) => stop.lane === lane && stop.phase === 'step');
      for (const { modelCalls, shown } of own)
        expect(modelCalls).toBe(
          events.filter(({ type, seq }) => type === 'model-call' && seq <= (shown[lane] ?? -1)).length,
        );
    }
  });

  test('never goes back in a lane, and shows all of every lane in the end', () => {
    for (const [lane, { events }] of lanes.entries()) {
      const shown = stops.map((stop) => stop.shown[lane] ?? -1);
      expect(shown).toEqual([...shown].sort((one, other) => one - other));
      expect(shown.at(-1)).toBe(events.length - 1);
    }
  });

  test('closes with what really happened and every answer', () => {
    const end = stops.at(-1)?.sentences.join(' ') ?? '';
    expect(end).toMatch(/ (gave it|chose|wrote)/);
    for (const { title } of lanes) expect(end).toContain(title);
    expect(end).not.toMatch(/\d\.\d{3}/);
  });
});

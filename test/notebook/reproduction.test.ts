/** @file Telling whether a run was had again: grids of runs, fingerprints, the first event that differs, sizes of links. */
import { describe, expect, test } from 'vitest';
import type { EvaluationCell, RunFingerprints } from '../../src/notebook/notebook.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { checkRun, createPromptsDigest, compareTrace } from '../../src/notebook/fingerprints.ts';
import { mayDiffer } from '../../src/notebook/needs.ts';
import { countRuns, runsOf } from '../../src/notebook/runs-of.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';

const short = { dataset: { name: 'd' }, tasks: { name: 'rating-prediction' } };

test('a grid is a run for each recommender, model, number of shots and seed, and one run without lists', () => {
  const grid = (lists: object): EvaluationCell => {
    const cell = { id: 'a', type: 'evaluation', spec: { ...short, seed: 9 }, ...lists };
    return validateNotebook({ version: 1, title: '', cells: [cell] }, { parseRun: parseRunSpec })
      .cells[0] as EvaluationCell;
  };
  expect(runsOf(grid({})).map(({ spec }) => spec)).toEqual([parseRunSpec({ ...short, seed: 9 })]);
  const cell = grid({
    recommenders: [{}, { options: { planner: 'chain-of-thought' } }],
    shots: [0, 3],
    seeds: [1, 2, 3],
  });
  const runs = runsOf(cell);
  expect(countRuns(cell)).toBe(12);
  expect(new Set(runs.map(({ label }) => label)).size).toBe(12);
  expect(runs.at(-1)).toMatchObject({
    label: 'chain-of-thought, built-in/reasoner, 3 shots, seed 3',
    spec: {
      seed: 3,
      tasks: { options: { shots: 3 } },
      recommender: { options: { planner: 'chain-of-thought', steps: 5 } },
    },
  });
  for (const { spec } of runs) expect(parseRunSpec(spec)).toEqual(spec);
  const ratings = { name: 'baseline/global-mean' };
  const withBaseline = grid({ recommenders: [{}, ratings], shots: [0, 3], seeds: [1, 2, 3] });
  expect(countRuns(withBaseline)).toBe(9);
  expect(runsOf(withBaseline).map(({ label }) => label)).toContain('baseline/global-mean, seed 2');
  expect(runsOf(withBaseline)).toHaveLength(9);
});

describe('fingerprints', () => {
  const expected: RunFingerprints = { dataset: 'd', spec: 's', prompts: 'p', results: 'r' };
  test.each<readonly [Partial<RunFingerprints>, string]>([
    [{ results: 'x' }, 'results'],
    [{ results: 'x', prompts: 'x' }, 'prompts'],
    [{ results: 'x', prompts: 'x', dataset: 'x', spec: 'x' }, 'spec'],
  ])('the cause comes first: %j', (changes, part) => {
    expect(checkRun(parseRunSpec(short), expected, { ...expected, ...changes }, null)).toMatchObject({
      outcome: 'different',
      part,
      measured: 'x',
    });
  });

  test('prompts are told by what was asked and by nothing else', () => {
    const call = (content: string, seed: number, model: string): TraceEvent => ({
      ...{ seq: 0, time: 0, node: '0', type: 'model-call', model, purpose: 'think', temperature: 0, maxTokens: 9 },
      ...{ messages: [{ role: 'user', content }], seed, responseSchema: null },
    });
    const digest = (...events: TraceEvent[]): string => {
      const digests = createPromptsDigest();
      for (const event of events) digests.add(event);
      return digests.hex();
    };
    const one = digest(call('a', 1, 'x'));
    expect(one).toMatch(/^[0-9a-f]{24}$/);
    expect(digest(call('a', 1, 'another model'), { seq: 1, time: 5, node: '0', type: 'node-prune', reason: '' })).toBe(
      one,
    );
    expect(digest(call('b', 1, 'x'))).not.toBe(one);
    expect(digest(call('a', 2, 'x'))).not.toBe(one);
  });
});

describe('the first event that differs', () => {
  const event = (seq: number, reason: string, time = seq): TraceEvent => ({
    seq,
    time,
    node: '0',
    type: 'node-prune',
    reason,
  });
  const compare = (kept: readonly TraceEvent[], measured: readonly TraceEvent[]) => {
    const comparison = compareTrace(kept);
    for (const one of measured) comparison.add(one);
    return comparison.end();
  };
  const kept = [event(0, 'a'), event(1, 'b'), event(2, 'c')];

  test('is given side by side', () => {
    const measured = [event(0, 'a'), event(1, 'x'), event(2, 'y')];
    expect(compare(kept, measured)).toEqual({ seq: 1, member: 'reason', expected: kept[1], measured: measured[1] });
  });

  test('may be missing on either side', () => {
    expect(compare(kept, kept.slice(0, 2))).toEqual({ seq: 2, member: null, expected: kept[2], measured: null });
    expect(compare(kept.slice(0, 2), kept)).toEqual({ seq: 2, member: null, expected: null, measured: kept[2] });
  });
});

test('only live models and the network may differ from machine to machine', () => {
  const of = (members: object): string | null => mayDiffer(parseRunSpec({ ...short, ...members }));
  const model = { name: 'web-llm/some' };
  expect(of({})).toBeNull();
  expect(of({ model })).toContain('web-llm/some runs live');
  expect(of({ model, replies: { mode: 'record', recording: 'a' } })).toContain('runs live');
  expect(of({ model, replies: { mode: 'replay', recording: 'a' } })).toBeNull();
  const tools = [{ name: 'search', options: { provider: 'wikipedia', allowNetwork: true } }];
  expect(of({ recommender: { name: 'recmind', options: { tools } } })).toContain('Wikipedia');
});

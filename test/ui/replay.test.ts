/** @file The replay: a step of each method at a beat, with its sentence. */
import { expect, test, vi } from 'vitest';
import { beatsOf, Replay, stepsOf, WHOLE } from '../../src/ui/picture/replay/replay.svelte.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { Stage } from '../../src/ui/pages/plan/stage.svelte.ts';
import { scriptedRun } from './scripted-run.ts';

const PLANNERS = ['chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];

async function staged(): Promise<Stage> {
  const stage = new Stage();
  const runs = await Promise.all(PLANNERS.map((planner) => scriptedRun({ planner })));
  stage.show(runs.map((events, at) => new RunView({ title: PLANNERS[at] ?? '', keeps: '', planner: '' }, events)));
  return stage;
}

test('goes by whole steps, and tells no answer before its end', async () => {
  const { runs } = await staged();
  for (const run of runs) {
    const steps = stepsOf(run);
    const states = run.events.filter((event) => event.type === 'node-start' && event.kind === 'state');
    expect(steps).toHaveLength(states.length + 1);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    const shown = run.events.slice(0, (steps.at(-1) ?? 0) + 1);
    expect(shown.some(({ type }) => type === 'answer' || type === 'truth')).toBe(false);
  }
});

test('on a phone one method follows the other', () => {
  const steps = [
    [2, 5],
    [1, 4, 9],
  ];
  expect(beatsOf(steps, false).map(({ moments }) => moments)).toEqual([
    [2, 1],
    [5, 4],
    [5, 9],
  ]);
  expect(beatsOf(steps, true)).toEqual([
    { run: 0, moments: [2, 1] },
    { run: 0, moments: [5, 1] },
    { run: 1, moments: [5, 4] },
    { run: 1, moments: [5, 9] },
  ]);
});

test('plays to its end within twenty seconds, says what each step found, and never calls a rule a model', async () => {
  vi.useFakeTimers();
  const stage = await staged();
  const replay = new Replay(
    stage,
    () => false,
    () => undefined,
  );
  replay.watch();
  const words: string[] = [];
  for (let passed = 0; replay.playing && passed <= WHOLE; passed += 100) {
    words.push(...replay.told.flatMap((one) => one?.words ?? []));
    vi.advanceTimersByTime(100);
  }
  expect(replay.playing).toBe(false);
  expect(stage.moments).toBeNull();
  expect(replay.told).toEqual([]);
  expect(new Set(words).size).toBeGreaterThan(8);
  expect(words.join(' ')).not.toContain('model');
  vi.useRealTimers();
});

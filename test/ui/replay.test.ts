/** @file The replay: how long each event is shown, and who does what. */
import { expect, test } from 'vitest';
import { captionAt } from '../../src/ui/picture/replay/captions.ts';
import { paceOf, WHOLE } from '../../src/ui/picture/replay/pace.ts';
import { Replay } from '../../src/ui/picture/replay/replay.svelte.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { Stage } from '../../src/ui/pages/plan/stage.svelte.ts';
import { scriptedRun } from './scripted-run.ts';

const PLANNERS = ['chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];

test('what can be followed takes its time, and the whole ends within twenty seconds', async () => {
  const runs = await Promise.all(PLANNERS.map((planner) => scriptedRun({ planner })));
  const times = paceOf(runs);
  expect(times).toHaveLength(Math.max(...runs.map(({ length }) => length)) + 1);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times.at(-1)).toBeLessThanOrEqual(WHOLE + 1e-6);
  const [alone = []] = runs;
  const pace = paceOf([alone]);
  const shown = (type: TraceEvent['type']): number => {
    const at = alone.findIndex((event) => event.type === type);
    return (pace[at + 1] ?? 0) - (pace[at] ?? 0);
  };
  expect(shown('tool-result')).toBeGreaterThan(5 * shown('text-delta'));
});

test('captions say what is done, and never call a rule a model', async () => {
  const events = await scriptedRun({ planner: 'self-inspiring' });
  const captions = events.map((_, at) => captionAt(events, at));
  const words = new Set(captions.map((caption) => caption?.words));
  for (const expected of ['proposing the next step', 'the database is asked', 'asking for an alternative', 'finished'])
    expect(words).toContain(expected);
  expect([...words].join(' ')).not.toContain('model');
  const states = captions.flatMap((caption) => (caption === null || caption.node === '' ? [] : [caption.node]));
  for (const node of states)
    expect(events.some((event) => event.type === 'node-start' && event.node === node)).toBe(true);
  expect(captionAt([], 3)).toBeNull();
});

test('each planner has its turn: after the first one, whoever ends soonest is told', async () => {
  const events = await scriptedRun({ planner: 'self-inspiring' });
  const lengths = [10, 40, 25];
  const stage = new Stage();
  stage.show(lengths.map((length) => new RunView({ title: '', keeps: '', planner: '' }, events.slice(0, length))));
  const replay = new Replay(stage, (told) => {
    stage.selection = told;
  });
  replay.playing = true;
  const told = [5, 12, 24, 26, 39].map((moment) => {
    stage.moment = moment;
    return replay.caption?.run;
  });
  expect(told).toEqual([0, 2, 2, 1, 1]);
});

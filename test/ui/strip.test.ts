import { describe, expect, test } from 'vitest';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import { sizeOf } from '../../src/ui/picture/strip/strip-size.ts';
import { stripOf, type StripRun } from '../../src/ui/picture/strip/strip.ts';
import { textWidth } from '../../src/picture/wrap.ts';
import { rankingRun, scriptedRun } from './scripted-run.ts';

const PLANNERS = ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs', 'tree-of-thoughts-dfs', 'self-inspiring'];

const taskIn = (events: Parameters<typeof traceTree>[0]): TraceNode => traceTree(events).tasks[0] as TraceNode;

async function ratingRuns(position = Infinity): Promise<StripRun[]> {
  const traces = await Promise.all(PLANNERS.map((planner, run) => scriptedRun({ planner, answer: 3 + run * 0.4 })));
  return traces.map((events, run) => ({ run, title: PLANNERS[run] ?? '', task: taskIn(events), position }));
}

describe('the answer strip', () => {
  test('puts every answer and the truth on the scale of the ratings', async () => {
    const strip = stripOf(await ratingRuns());
    expect(strip?.kind).toBe('rating');
    expect(strip?.truth?.at).toBeCloseTo((4.5 - 0.5) / 4.5);
    strip?.rows.forEach(({ answers }, run) => {
      expect(answers.kept?.at).toBeCloseTo((3 + run * 0.4 - 0.5) / 4.5);
      expect(answers.explored?.at).toBeCloseTo((2.6 + run * 0.4 - 0.5) / 4.5);
    });
    expect(strip?.rows[0]?.answers.kept?.words).toEqual({ answer: '3.00', verdict: '1.50 too low' });
    expect(strip?.ticks.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('shows an answer and the truth once the replay has come to them, each at its event', async () => {
    const [run] = await ratingRuns();
    if (run === undefined) throw new Error('no run');
    const seqs = run.task.answers.map(({ seq }) => seq);
    const at = (position: number) => stripOf([{ ...run, position }]);
    const [kept = 0, explored = 0] = seqs;
    expect(at(kept - 1)?.rows[0]?.answers).toEqual({ kept: null, explored: null });
    expect(at(kept)?.rows[0]?.answers).toMatchObject({ kept: { words: { verdict: '' } }, explored: null });
    expect(at(explored)?.rows[0]?.answers.explored).not.toBeNull();
    expect(at(explored)?.truth).toBeNull();
    const truth = run.task.truth?.seq ?? 0;
    expect(at(truth)?.truth?.words).toBe('true: 4.5');
    expect(at(truth)?.rows[0]?.answers.kept?.words.verdict).toBe('1.50 too low');
  });

  test('gives the place of what was chosen, first to tenth, and a place of its own to a list without it', () => {
    const runs = [1, 10, null].map((place, run) => ({
      run,
      title: `planner ${run}`,
      task: taskIn(rankingRun(place)),
      position: Infinity,
    }));
    const strip = stripOf(runs);
    const places = strip?.rows.map(({ answers }) => answers.kept?.at ?? NaN) ?? [];
    expect(strip?.kind).toBe('place');
    expect(places[0]).toBe(0);
    expect(places[1]).toBeLessThan(places[2] ?? 0);
    expect(places[2]).toBe(1);
    expect(strip?.rows.map(({ answers }) => answers.kept?.words.answer)).toEqual(['#1', '#10', 'miss']);
    expect(strip?.truth?.words).toContain('item 107');
  });
});

test.each([326, 645, 1040])('titles, axis and values of the strip never meet, %i pixels wide', async (width) => {
  const runs = await ratingRuns();
  const strip = stripOf(runs.map((run) => ({ ...run, title: 'Tree-of-Thoughts (DFS), forked' })));
  if (strip === null) throw new Error('no strip');
  const size = sizeOf(strip, width);
  for (const title of size.titles) expect(title).toMatch(/forked$/);
  for (const title of size.titles) expect(textWidth(title, 12.5)).toBeLessThan(size.left);
  expect(size.right - size.left).toBeGreaterThan(60);
  for (const { answers } of strip.rows) {
    const { answer, verdict } = answers.kept?.words ?? { answer: '', verdict: '' };
    expect(size.right + 14 + textWidth(answer, 13) + 4 + textWidth(verdict, 12)).toBeLessThanOrEqual(width);
  }
  expect(size.rowAt(4) - size.rowAt(0)).toBeLessThan(size.bottom - size.top);
});

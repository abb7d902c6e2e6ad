/** Runs of 50,000 states, and chains of thousands: they are drawn, searched, compared and exported like small ones. */
import { describe, expect, test } from 'vitest';
import { TraceNames } from '../../src/trace/names.ts';
import { traceDifference } from '../../src/trace/trace-difference.ts';
import { guideOfRun } from '../../src/trace/trace-guide.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import { runFile } from '../../src/export/run-file.ts';
import { RUN_FORMATS } from '../../src/export/service.ts';
import { draw, type ColumnOptions, type Scene } from '../../src/picture/picture.ts';
import { largeTrace, type Shape } from '../large-traces.ts';

const CASES: readonly (readonly [Shape, number])[] = [
  ['chain', 2000],
  ['branches', 50_000],
];

describe.each(CASES)('a run as %s of %d states', (shape, states) => {
  const events = largeTrace(states, shape);
  const tree = traceTree(events);
  const names = new TraceNames();
  for (const event of events) names.add(event);
  const scene: Scene = { run: 0, task: tree.tasks[0] as TraceNode, nodes: tree.nodes, names };
  const options: ColumnOptions = { width: 400, head: 0 };

  test('is drawn', () => {
    expect(draw(scene, options).marks).toHaveLength(states);
  });

  test('is told and compared', () => {
    expect(guideOfRun({ title: 'Large', keeps: '', events }).length).toBeGreaterThan(states);
    expect(traceDifference(events, events)).toHaveLength(states + 1);
  });

  test.each(RUN_FORMATS.map(({ extension }) => extension))('is exported as %s', (format) => {
    const text = runFile(events, format, 'Large');
    if (format === 'svg') return expect(text).toContain('states is no picture');
    expect(text).toContain(`Thought ${states - 1}`);
    if (format === 'html') {
      expect(text.split('<li id="state-')).toHaveLength(states + 1);
      // No picture of that many: the list holds them.
      expect(text).not.toContain('<svg');
    }
  });
});

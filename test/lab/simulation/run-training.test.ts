/** @file Trainings of notebooks' cells: the events and the fold of the Simulate page, on the cell's dataset. */
import { beforeAll, expect, test } from 'vitest';
import { loadPackaged } from '../../../src/cli/datasets.ts';
import type { Dataset } from '../../../src/core/dataset.ts';
import { LabError } from '../../../src/core/errors.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { runTraining, type SimulationHost } from '../../../src/lab/simulation/run-simulation.ts';
import type { CellTrainingSpec, SimulationCell } from '../../../src/notebook/notebook.ts';
import { RunFold } from '../../../src/notebook/fold-run.ts';
import { validateNotebook } from '../../../src/notebook/validate.ts';
import { digestOf } from '../../../src/trace/digest.ts';
import { formatTrace, parseTrace } from '../../../src/trace/trace-file.ts';
import { PolicyFold } from '../../../src/trace/training-fold.ts';

const NEVER = new AbortController().signal;
let films: Dataset;
beforeAll(async () => {
  films = await loadPackaged('synthetic-films', NEVER);
});

const specOf = (own: object): CellTrainingSpec => {
  const spec = {
    kind: 'training',
    dataset: { name: 'synthetic-films' },
    environment: { people: 4, items: 20 },
    steps: 256,
    policies: [{ name: 'lin-ucb' }],
    ...own,
  };
  const { cells } = validateNotebook({ version: 1, title: '', cells: [{ id: 'sim', type: 'simulation', spec }] });
  return (cells[0] as SimulationCell).spec as CellTrainingSpec;
};

/** Runs a spec. @param onEvent told of each event, so that it may stop the run */
async function train(spec: CellTrainingSpec, dataset = films, onEvent?: (event: TraceEvent, stop: () => void) => void) {
  const events: TraceEvent[] = [];
  const controller = new AbortController();
  const write = (event: TraceEvent): void => {
    events.push(event);
    onEvent?.(event, () => controller.abort());
  };
  const host = { dataset, now: () => 0, write, signal: controller.signal } as unknown as SimulationHost;
  return { summary: await runTraining(spec, host), events };
}

test('the events are those of a training, which its fold reads, and the digest is theirs without the end', async () => {
  const spec = specOf({});
  const { summary, events } = await train(spec);
  const kept = parseTrace(formatTrace(events));
  const policy = new PolicyFold();
  for (const event of kept) policy.add(event);
  const { points, scores, people, surrogate, isEnded } = policy.progress;
  expect(points.map(({ steps }) => steps)).toEqual([0, 128, 256]);
  expect(people.map(({ items }) => items.length)).toEqual([11, 11, 11, 11]);
  expect(surrogate?.teacher).toBe('rules');
  expect(isEnded).toBe(true);
  expect(summary).toMatchObject({ outcome: 'done', tasks: 4, failures: {}, digest: digestOf(kept) });
  expect(summary.metrics['Average rating']).toBe(scores?.averageReward);

  const fold = new RunFold(spec, { label: 'lin-ucb', trace: 'a' });
  for (const event of kept) fold.add(event);
  const output = fold.end();
  expect(output).toMatchObject({ label: 'lin-ucb', dataset: { name: 'synthetic-films', synthetic: true }, summary });
  expect(output?.tasks.every(({ label }) => label !== '')).toBe(true);
});

test('what goes wrong ends the run at its policy, and is told', async () => {
  let hasFailed = false;
  const { summary, events } = await train(specOf({}), films, (event) => {
    if (event.type !== 'training-round' || hasFailed) return;
    hasFailed = true;
    throw new LabError('model-failed', 'Nobody rates.');
  });
  expect(summary).toMatchObject({ outcome: 'failed', failures: { 'model-failed': 1 }, metrics: {} });
  expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'failed' });
});

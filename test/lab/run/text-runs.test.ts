/** @file Runs of tasks about texts: what was held out reaches nothing but the truth. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { RunSummary } from '../../../src/core/run.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { exampleDatasets } from '../../../src/lab/run/example-datasets.ts';
import { run } from './run-written.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset, withHeadings } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();
const REVIEW = 'a canary review';
const HEADING = 'a canary heading';

/** Every held-out text is a canary. */
function withCanaries(dataset: Dataset): Dataset {
  const review = [...(dataset.interactions.review ?? [])];
  const summary = [...(dataset.interactions.summary ?? [])];
  for (const at of leaveLastOut(dataset).heldOut) {
    review[at] &&= `${REVIEW} of ${String(at)}. It was fine.`;
    summary[at] &&= `${HEADING} of ${String(at)}`;
  }
  return { ...dataset, interactions: { ...dataset.interactions, review, summary } };
}

let engine: SqlEngine;
let session: Session;
beforeAll(async () => {
  engine = await testEngine();
  session = openSession(engine, withCanaries(withHeadings(madeUpDataset({ density: 0.6 }))));
});

async function runText(
  name: string,
  planner: string,
  on = session,
): Promise<{ summary: RunSummary; events: TraceEvent[] }> {
  const events: TraceEvent[] = [];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name, options: { count: 4, shots: 2 } },
    recommender: { name: 'recmind', options: { planner, steps: 4, branching: 2, answerFrom: 'both' } },
  };
  const write = (event: TraceEvent) => events.push(event);
  const summary = await run(spec, { ...on, now: () => 0, write, signal });
  return { summary, events };
}

describe.each(PLANNERS.map(({ name }) => name))('%s', (planner) => {
  test('explains without the held-out text, and is measured by BLEU and ROUGE', async () => {
    const { summary, events } = await runText('explanation-generation', planner);
    expect(summary).toMatchObject({ outcome: 'done', failures: {}, tasks: 4 });
    for (const name of ['BLEU-2', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'ROUGE-L (explored)']) {
      expect(summary.metrics[name]).toBeGreaterThanOrEqual(0);
      expect(summary.metrics[name]).toBeLessThanOrEqual(100);
    }
    expect(events.filter(({ type }) => type === 'truth')).toHaveLength(4);
    for (const event of events) if (event.type !== 'truth') expect(JSON.stringify(event)).not.toContain('canary');
  });

  test('heads a review without its heading, which no tool can find', async () => {
    const { summary, events } = await runText('review-summarization', planner);
    expect(summary).toMatchObject({ outcome: 'done', failures: {} });
    for (const event of events) {
      if (event.type !== 'truth') expect(JSON.stringify(event)).not.toContain(HEADING);
      if (event.type === 'tool-result') expect(JSON.stringify(event)).not.toContain('canary');
    }
    const texts = events.flatMap((event) => (event.type === 'answer' ? [event.recommendation] : []));
    expect(texts.every((one) => one.type === 'text' && one.text !== '')).toBe(true);
  });
});

test('examples of another dataset are named in the first event, with its fingerprint', async () => {
  const made = madeUpDataset({ seed: 3 });
  const books = { ...made, manifest: { ...made.manifest, name: 'books', title: 'Books', sha256: 'b'.repeat(64) } };
  const events: TraceEvent[] = [];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name: 'rating-prediction', options: { count: 1, shots: 2, examplesFrom: { name: 'books' } } },
  };
  const host = { ...session, now: () => 0, write: (event: TraceEvent) => events.push(event), signal };
  await run(spec, { ...host, examples: exampleDatasets([books]) });
  expect(events[0]).toMatchObject({
    dataset: { name: 'made-up' },
    examples: { name: 'books', sha256: books.manifest.sha256 },
  });
  expect(JSON.stringify(events.find(({ type }) => type === 'model-call'))).toContain('another domain');
  await expect(run(spec, host)).rejects.toThrow(/the dataset books is not open here/);
  const own = { ...spec, tasks: { ...spec.tasks, options: { shots: 2, examplesFrom: { name: 'made-up' } } } };
  await expect(run(own, host)).rejects.toMatchObject({ code: 'spec-invalid' });
  const none = { ...spec, tasks: { ...spec.tasks, options: { examplesFrom: { name: 'books' } } } };
  await expect(run(none, host)).rejects.toThrow(/shots of 0/);
});

/** @file What holds for every recommender that a spec can name, in whole runs on the made-up dataset. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../src/core/language-model.ts';
import type { RunSummary } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { PLANNERS } from '../../src/planners/registry.ts';
import { SYSTEM_PRESETS } from '../../src/recommenders/macrec/defaults/systems.ts';
import type { RunHost } from '../../src/lab/run/run-host.ts';
import { openSession, type Session } from '../../src/lab/run/session.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import { run } from '../lab/run/run-written.ts';

let session: Session;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset({ density: 0.6 }));
});

const USERS = [1, 2];
const TASKS = {
  rating: { name: 'rating-prediction', options: { users: USERS } },
  choice: { name: 'direct-recommendation', options: { users: USERS, candidates: 4 } },
};
// Conversations have no tasks; recommenders/macrec and recommenders/interec test them.
const SYSTEMS = SYSTEM_PRESETS.filter(({ name }) => name !== 'conversation');

const ASKING = [
  ...PLANNERS.flatMap(({ name }) =>
    Object.entries(TASKS).map(([kind, tasks]) => ({
      name: `${name}, ${kind}`,
      spec: { tasks, recommender: { name: 'recmind', options: { planner: name, steps: 2, branching: 2 } } },
    })),
  ),
  ...SYSTEMS.map(({ name }) => ({
    name: `macrec ${name}`,
    spec: { tasks: TASKS.rating, recommender: { name: 'macrec', options: { system: name } } },
  })),
];
const SILENT = [
  { name: 'user-item bias', spec: { tasks: TASKS.rating, recommender: { name: 'baseline/user-item-bias' } } },
  { name: 'popularity', spec: { tasks: TASKS.choice, recommender: { name: 'baseline/popularity' } } },
];

interface Ran {
  readonly summary: RunSummary;
  readonly events: readonly TraceEvent[];
}

async function runOn(spec: object, { model, stopAt }: { model?: LanguageModel; stopAt?: number } = {}): Promise<Ran> {
  const events: TraceEvent[] = [];
  const controller = new AbortController();
  const createModel: RunHost['createModel'] = async (...given) => model ?? session.createModel(...given);
  const summary = await run(
    { dataset: { name: 'made-up' }, seed: 3, ...spec },
    {
      ...session,
      createModel,
      now: () => 0,
      signal: controller.signal,
      write(event) {
        events.push(event);
        if (event.seq === stopAt) controller.abort();
      },
    },
  );
  return { summary, events };
}

const nodesOf = (events: readonly TraceEvent[], type: TraceEvent['type']): ReadonlySet<string> =>
  new Set(events.filter((event) => event.type === type).map(({ node }) => node));

/** A model whose replies nobody can read. */
const nonsense: LanguageModel = {
  ...scriptedModel({}),
  async *stream() {
    yield { type: 'text-delta', delta: '}{ Ünsinn 4 4 4' };
    yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1, estimated: true } };
  },
};

describe.each([...ASKING, ...SILENT])('$name', ({ spec }) => {
  test('begins, numbers what happens, answers every task, ends, and does the same again', async () => {
    const { events, summary } = await runOn(spec);
    expect(summary).toMatchObject({ outcome: 'done', tasks: USERS.length, failures: {} });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run-start', 'run-end']);
    expect([...nodesOf(events, 'answer')]).toEqual(['0', '1']);
    const started = events.filter(({ type }) => type === 'node-start').map(({ node }) => node);
    const ended = events.filter(({ type }) => type === 'node-end').map(({ node }) => node);
    expect(ended.toSorted()).toEqual(started.toSorted());
    expect((await runOn(spec)).events).toEqual(events);
  });

  test('is stopped at its first event, in the middle of its first task, and at that task’s answer', async () => {
    const { events } = await runOn(spec);
    const answer = events.findIndex(({ type }) => type === 'answer');
    for (const stopAt of [0, Math.floor(answer / 2), answer]) {
      const stopped = await runOn(spec, { stopAt });
      expect(stopped.summary.outcome).toBe('aborted');
      expect(stopped.events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
      expect(stopped.events.slice(0, stopAt + 1)).toEqual(events.slice(0, stopAt + 1));
    }
  });
});

test.each(ASKING)(
  '$name takes a reply that cannot be read for a failure, and never for an answer',
  async ({ spec }) => {
    const { events, summary } = await runOn(spec, { model: nonsense });
    // No task has an answer.
    expect(summary.outcome).toBe('failed');
    expect(Object.values(summary.failures).reduce((sum, count) => sum + count, 0)).toBe(USERS.length);
    expect(events.filter(({ type }) => type === 'answer')).toEqual([]);
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run-start', 'run-end']);
  },
);

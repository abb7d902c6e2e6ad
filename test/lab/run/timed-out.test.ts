/** @file Statements that took too long are failed tool calls of a run; a fork takes them from the trace. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import { tookTooLong } from '../../../src/data/database/statement-runner.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { readTable, writeHeader } from '../../../src/lab/evaluation/evaluation-files.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { tableAsCsv, tableAsMarkdown } from '../../../src/lab/evaluation/export-table.ts';
import { countTasks, runEvaluation, type EvaluationHost } from '../../../src/lab/evaluation/run-evaluation.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { END, scriptedModel, step } from '../../models/scripted-model.ts';
import { body, forkOf, parentOf, runIn } from './fork/forks.ts';

const SLOW = 'SELECT max(rating) FROM interactions';
const COUNT = 4;
const SPEC = {
  dataset: { name: 'made-up' },
  tasks: { name: 'rating-prediction', options: { count: COUNT } },
  recommender: { name: 'recmind', options: { planner: 'chain-of-thought', steps: 3, actions: 'free' } },
  model: { name: 'endpoint/scripted' },
};

let session: Session;
/** How often the slow statement was really run. */
let ran = 0;
/** True on a machine that is too slow for it. */
let isSlow = true;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset());
});
beforeEach(() => {
  ran = 0;
  isSlow = true;
});

/** Asks the database twice in a row, gives up on what failed, and rates. */
const model = () =>
  scriptedModel({
    'sample-state': ({ purpose }) =>
      purpose.type === 'sample-state' && purpose.states.length >= 2 ? END : step('database', 'What is the best?'),
    sql: ({ messages }) =>
      JSON.stringify({ sql: messages.some(({ content }) => content.includes('took longer')) ? 'SELECT 3' : SLOW }),
    sentence: 'It is so.',
    answer: '{"rating": 3, "reason": "so"}',
  });

const host = (): Pick<EvaluationHost, 'database' | 'createModel'> => ({
  async database(split, signal): Promise<Database> {
    const database = await session.database(split, signal);
    return {
      ...database,
      schema: database.schema,
      query: (sql) => database.query(sql),
      search: (text, limit) => database.search(text, limit),
      async ask(sql, stop) {
        if (sql === SLOW) ran += 1;
        if (sql === SLOW && isSlow) throw tookTooLong(sql);
        return database.ask(sql, stop);
      },
    };
  },
  createModel: () => Promise.resolve(model()),
});

describe('a run', () => {
  test('has a failed tool call for each, and goes on', async () => {
    const { summary, events } = await runIn(session, SPEC, host());
    expect(summary).toMatchObject({ outcome: 'done', failures: {}, timedOutStatements: 2 * COUNT });
    const results = events.flatMap((event) => (event.type === 'tool-result' ? [event] : []));
    expect(results[0]).toMatchObject({
      failed: false,
      observation: 'It is so.',
      detail: { sql: 'SELECT 3', failed: [{ sql: SLOW, error: tookTooLong(SLOW).message, timedOut: true }] },
    });
    expect(events.some(({ type }) => type === 'error')).toBe(false);
  });

  test('is forked with those that its parent had, on a faster machine too', async () => {
    const spec = { ...SPEC, tasks: { ...SPEC.tasks, options: { count: 1 } } };
    const parent = await runIn(session, spec, host());
    isSlow = false;
    ran = 0;
    const fork = await runIn(session, forkOf(parent.events, '0.0.0'), { ...host(), ...parentOf(parent.events) });
    expect(body(fork.events)).toEqual(body(parent.events));
    expect(ran).toBe(0);
    // Without its parent at hand it finds out.
    const alone = await runIn(session, forkOf(parent.events, '0.0.0'), host());
    expect(alone.summary).toMatchObject({ outcome: 'failed', failures: { 'reply-not-recorded': 1 } });
  });
});

describe('an evaluation', () => {
  const GRID = { name: 'slow', spec: SPEC, recommenders: [SPEC.recommender], seeds: [1] };

  async function evaluate(files: FileStore) {
    const { recommender: _, ...spec } = SPEC;
    const evaluation = parseEvaluation({ ...GRID, spec }, session.dataset.manifest.sha256);
    const { sha256, counts } = session.dataset.manifest;
    const tasks = countTasks(evaluation, session);
    await writeHeader(files, { spec: evaluation.spec, dataset: sha256, tasks, catalogue: counts.items });
    const { signal } = new AbortController();
    const end = await runEvaluation(evaluation, { ...session, ...host(), files, now: () => 0, signal });
    return { end, table: await readTable(files, 'slow') };
  }

  test('comes to its end and counts them in its table', async () => {
    const { end, table } = await evaluate(new MemoryFileStore());
    expect(end).toEqual({ outcome: 'done', error: null });
    expect(table.rows[0]).toMatchObject({ tasks: COUNT, missing: 0, failures: {}, timedOutStatements: 2 * COUNT });
    expect(tableAsCsv(table)).toContain('timed_out_statements');
    expect(tableAsMarkdown(table)).toContain(`timed-out statements |`);
  });
});

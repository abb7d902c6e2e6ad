/** @file Runs of planners that people wrote: their specs, events, forks, failures and grids. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CUSTOM_PLANNER } from '../../../src/core/planner-program.ts';
import { READY_PROGRAMS } from '../../../src/programs/ready-programs.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { startHere } from '../../programs/here.ts';
import { body, forkOf, parentOf, runIn, statesOf } from './fork/forks.ts';

let session: Session;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset(), { startPrograms: startHere });
});
afterAll(() => session.close());

const program = (source: string, title = 'Mine') => ({ title, source });
const specOf = (options: object, users: readonly number[] = [1, 2]) => ({
  dataset: { name: 'made-up' },
  tasks: { name: 'rating-prediction', options: { users } },
  recommender: { name: 'recmind', options: { planner: CUSTOM_PLANNER, steps: 3, branching: 2, ...options } },
  seed: 7,
});
const [first] = READY_PROGRAMS;

describe('the spec of a planner of one’s own', () => {
  test.each([
    ['a missing program', {}, 'recommender.options.program'],
    ['an empty source', { program: program('') }, 'recommender.options.program.source'],
    ['a title of two lines', { program: program('x', 'a\nb') }, 'recommender.options.program.title'],
    ['something besides', { program: { ...program('x'), run: true } }, 'recommender.options.program'],
  ])('is refused with %s', (_, options, field) => {
    expect(() => parseRunSpec(specOf(options))).toThrow(field);
  });
});

describe.each(READY_PROGRAMS.slice(0, -1).map((one) => [one.name, one] as const))('a run of %s', (_, one) => {
  const spec = specOf({ program: program(one.source, one.title), answerFrom: 'both' });

  test('gives the same events each time, and other ones with another seed', async () => {
    const ran = await runIn(session, spec);
    expect(ran.summary).toMatchObject({ outcome: 'done', failures: {} });
    expect((await runIn(session, spec)).events).toEqual(ran.events);
    expect((await runIn(session, { ...spec, seed: 8 })).summary.digest).not.toBe(ran.summary.digest);
  });

  test('forks: without an edit it has the events of its parent', async () => {
    const parent = await runIn(session, specOf({ program: program(one.source, one.title) }, [1]));
    for (const { id } of statesOf(parent.events)) {
      const forked = await runIn(session, forkOf(parent.events, id), parentOf(parent.events));
      expect(body(forked.events)).toEqual(body(parent.events));
    }
  });
});

describe('a run of a planner of one’s own', () => {
  test('has the same events as the built-in planner that it repeats, but for its spec', async () => {
    const options = { answerFrom: 'both' };
    const own = await runIn(session, specOf({ ...options, program: program(first?.source ?? '') }));
    const builtIn = await runIn(session, specOf({ ...options, planner: 'chain-of-thought' }));
    expect(body(own.events)).toEqual(body(builtIn.events));
  });

  test('fails in the task that it fails in, and the next one runs', async () => {
    const source =
      'let tasks = 0;\nasync function plan(context) {\n  const s = await context.sample([], null);\n  if (s.observation.length % 2) throw new Error("odd");\n  return [];\n}';
    const { summary, events } = await runIn(session, specOf({ program: program(source) }, [1, 2, 3, 4, 5, 6]));
    expect(summary.outcome).toBe('done');
    expect(Object.keys(summary.failures)).toEqual(['program-failed']);
    const failed = events.flatMap((event) => (event.type === 'error' ? [event.error] : []));
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(6);
    expect(failed[0]).toMatchObject({ code: 'program-failed', details: { line: 4, problem: 'odd' } });
  });

  test('where a host runs no programs, its tasks fail and say so', async () => {
    const without = openSession(await testEngine(), madeUpDataset());
    const { summary } = await runIn(without, specOf({ program: program(first?.source ?? '') }));
    expect(summary).toMatchObject({ outcome: 'failed', failures: { 'program-failed': 2 } });
    without.close();
  });
});

/** @file `sessions` in the terminal: what it is told, its tables and its trace. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionsArguments } from '../../src/cli/sessions-arguments.ts';
import { sessionsCommand } from '../../src/cli/sessions-command.ts';
import { DEFAULT_SESSIONS } from '../../src/core/sessions.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { sessionResults } from '../../src/lab/sessions/session-results.ts';
import { foldSessions } from '../../src/trace/sessions-fold.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-sessions-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SMALL = { people: '8', items: '40', rounds: '2', recommenders: 'random, worst' } as const;
const held = (values: Parameters<typeof sessionsArguments>[0], what = 'books') =>
  sessionsCommand({ ...sessionsArguments({ ...SMALL, ...values }, what) }, () => undefined);

describe('what it is told', () => {
  test('nothing more than films: the usual sessions', () => {
    const { spec, seeds, real, events } = sessionsArguments({}, 'films');
    expect(spec).toMatchObject({ ...DEFAULT_SESSIONS, environment: { of: 'films', people: 50, items: 300, seed: 1 } });
    expect([seeds, real, events]).toEqual([1, null, null]);
  });

  test('a language model that plays has no oracle, which knows the rules', () => {
    const { spec } = sessionsArguments({ rater: 'transformers/small' }, 'films');
    expect(spec.recommenders).not.toContain('oracle');
  });

  test('a file says everything, and a seed beside it is refused', () => {
    const path = join(folder, 'spec.json');
    writeFileSync(path, JSON.stringify({ rounds: 3, seed: 7 }));
    expect(sessionsArguments({}, path).spec).toMatchObject({ rounds: 3, seed: 7 });
    expect(() => sessionsArguments({ seed: '2' }, path)).toThrow(/leave --seed out/);
  });

  test.each([
    [{}, 'games', /one of films, books/],
    [{ rounds: '0' }, 'films', /--rounds/],
    [{ patience: 'long' }, 'films', /patience/],
    [{ recommenders: 'random,magic' }, 'films', /recommenders\.1/],
    [{ seeds: '2', events: 'a.jsonl' }, 'films', /--events is for one seed/],
    [{ seeds: '2', real: 'a.zip' }, 'films', /--real is for one seed/],
    [{ seeds: '0' }, 'films', /--seeds must be a whole number from 1/],
  ])('%o of %s is refused', (values, what, message) => {
    expect(() => sessionsArguments(values, what)).toThrow(message);
  });
});

describe('what it prints', () => {
  test('a table of rounds and one of what they came to, which the trace that it wrote gives too', async () => {
    const events = join(folder, 'events.jsonl');
    const { tables, summary } = await held({ events });
    expect(summary).toMatchObject({ people: 8, items: 40, paired: null, realism: null });
    const [rounds = '', results = ''] = tables.split('\n\n');
    expect(rounds.split('\n')).toHaveLength(2 + 2 * 2);
    expect(rounds).toMatch(/^\| recommender \| round \| chosen \|/);
    expect(results).toMatch(/^\| rounds 2 to 2 \| chosen \|[^]*\n\| Random \| \d\.\d\d \[/);
    const written = readFileSync(events, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as TraceEvent);
    expect(sessionResults(foldSessions(written))).toEqual(summary.recommenders);
    expect((await held({})).tables).toBe(tables);
  });

  test('more people or items than there are is refused', async () => {
    await expect(held({ items: '4000' })).rejects.toMatchObject({ code: 'task-impossible' });
  });

  test('over several seeds the others beside the first, paired', async () => {
    const { tables, summary } = await held({ seeds: '3' });
    expect(tables.split('\n')).toHaveLength(2 + 2);
    expect(tables).toMatch(/^\| vs\. Random, 3 seeds \| chosen \|/);
    expect(tables).toMatch(/\n\| Worst first \| −\d\.\d\d \[−/);
    expect(summary.paired).toMatchObject([{ recommender: 'worst', seeds: 3 }]);
  });

  test('beside the people of a dataset, three distances', async () => {
    const { tables, summary } = await held({ real: 'synthetic-films' });
    expect(summary.realism).toMatchObject({ synthetic: true });
    expect(tables).toContain('| Wasserstein | halves | Kolmogorov–Smirnov | halves | Jensen–Shannon | halves |');
  });
});

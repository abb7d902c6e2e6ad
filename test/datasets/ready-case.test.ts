/** @file The case that the Plan page opens with: what is recorded is what runs here, and it shows what it was chosen for. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demandsOn, isWorthShowing, SHOWN } from '../../datasets/ready-case/make/choose.ts';
import { eventsOf, openFilmClub, specOf } from '../../datasets/ready-case/make/film-club.ts';
import { measureCase } from '../../datasets/ready-case/make/measure.ts';
import { parseTrace } from '../../src/trace/trace-file.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { describeLab } from '../../src/lab/describe.ts';
import type { Workbench } from '../../src/lab/run/workbench.ts';
import { digestOf } from '../../src/trace/digest.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import type { ReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../datasets/ready-case');
const ready = JSON.parse(readFileSync(path.join(FOLDER, 'case.json'), 'utf8')) as ReadyCase;
const users = [ready.user.id];

async function recorded(planner: string): Promise<readonly TraceEvent[]> {
  return parseTrace(strFromU8(gunzipSync(new Uint8Array(await readFile(path.join(FOLDER, `${planner}.jsonl.gz`))))));
}

let club: Workbench;
beforeAll(async () => {
  club = await openFilmClub();
});
afterAll(() => club.close());

describe('the ready case', () => {
  test.each(SHOWN)('of %s is the same run live and recorded', async (planner) => {
    const digest = ready.planners.find(({ name }) => name === planner)?.digest;
    expect(digestOf(await recorded(planner))).toBe(digest);
    expect(digestOf(await eventsOf(club, specOf(planner, 'default', users, ready.seed)))).toBe(digest);
  });

  test('meets every demand on the case to open with', async () => {
    const errors = await measureCase(club, ready.user.id, ready.seed);
    expect(demandsOn(errors).filter(({ margin }) => !(margin >= 0.1))).toEqual([]);
    expect(isWorthShowing(errors)).toBe(true);
  });

  test('has a slip, a cut of a state about the right film, and an inspired alternative', async () => {
    const events = (await Promise.all(SHOWN.map(recorded))).flat();
    const asked = events.flatMap((event) => (event.type === 'tool-call' ? [JSON.stringify(event.arguments)] : []));
    const title = JSON.stringify(ready.item.title).slice(1, -1);
    const named = asked.filter((words) => words.includes('user '));
    expect(named.some((words) => !words.includes(`user ${String(ready.user.id)}`))).toBe(true);
    const depthFirst = await recorded('tree-of-thoughts-dfs');
    const cut = new Set(depthFirst.filter(({ type }) => type === 'node-prune').map(({ node }) => node));
    const rightly = depthFirst.filter(
      (event) => event.type === 'tool-call' && cut.has(event.node) && JSON.stringify(event.arguments).includes(title),
    );
    expect(rightly.length).toBeGreaterThan(0);
    expect(events.some((event) => event.type === 'inspire-result' && event.explore)).toBe(true);
  });

  test('is what the page runs when Run is pressed', () => {
    const setUp = new SetUp(describeLab(), () => ({}));
    setUp.dataset = ready.dataset;
    for (const planner of SHOWN) expect(parseRunSpec(setUp.spec(planner))).toEqual(parseRunSpec(recordedSpec(planner)));
  });
});

function recordedSpec(planner: string): object {
  return specOf(planner, 'default', users, ready.seed);
}

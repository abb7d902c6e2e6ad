/** @file The case that the Plan page opens with: a language model's own words, which run here again, and show what the page says of them. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readyComparison } from '../../datasets/ready-case/make/comparison.ts';
import { eventsOf, openFilmClub, openingSpec, spokenEvents } from '../../datasets/ready-case/make/film-club.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import type { Workbench } from '../../src/lab/run/workbench.ts';
import { digestOf } from '../../src/trace/digest.ts';
import { parseTrace } from '../../src/trace/trace-file.ts';
import type { ReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';
import { REASONER_ID, isRecorded } from '../../src/core/reasoner-name.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../datasets/ready-case');
const ready = JSON.parse(readFileSync(path.join(FOLDER, 'case.json'), 'utf8')) as ReadyCase;
const { readyCase } = describeLab();

async function recorded(planner: string): Promise<readonly TraceEvent[]> {
  return parseTrace(strFromU8(gunzipSync(new Uint8Array(await readFile(path.join(FOLDER, `${planner}.jsonl.gz`))))));
}
const specOf = (planner: string) => openingSpec(planner, readyCase.user.id, readyCase.model);
const calls = (events: readonly TraceEvent[]) => events.filter((event) => event.type === 'model-call');
const asked = (events: readonly TraceEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'tool-call' && event.node !== '0' ? [JSON.stringify(event.arguments)] : [],
  );
const answers = (events: readonly TraceEvent[]): readonly number[] =>
  events.flatMap((event) =>
    event.type === 'answer' && event.from === 'kept' && 'rating' in event.recommendation
      ? [event.recommendation.rating]
      : [],
  );

let club: Workbench;
beforeAll(async () => {
  club = await openFilmClub();
});
afterAll(() => club.close());

describe('the ready case', () => {
  test.each(readyCase.planners)('of %s is the same run live and recorded', async (planner) => {
    const digest = ready.planners.find(({ name }) => name === planner)?.digest;
    expect(digestOf(await recorded(planner))).toBe(digest);
    expect(digestOf(await eventsOf(club, specOf(planner)))).toBe(digest);
  });

  test('of Chat is the same conversation live and recorded, and a language model’s to the last word', async () => {
    const events = await recorded('conversation');
    expect(digestOf(await spokenEvents(club))).toBe(digestOf(events));
    expect(calls(events).length).toBeGreaterThan(0);
    expect(calls(events).every(({ model }) => isRecorded(model))).toBe(true);
  });

  test.each(readyCase.planners)('of %s was said by a language model to the last word', async (planner) => {
    const said = calls(await recorded(planner));
    expect(said.length).toBeGreaterThan(0);
    expect(said.every(({ model }) => isRecorded(model))).toBe(true);
  });

  test('shows what the page says: the telling evidence is found, one idea comes three times, and each is further off than the answer at once', async () => {
    const [atOnce, chain, breadth] = await Promise.all(readyCase.planners.map(recorded));
    const found = (chain ?? []).flatMap((event) => (event.type === 'tool-result' ? [event.observation] : []));
    expect(found.some((text) => /most like user \d+: 1, 2\.5\./.test(text))).toBe(true);
    const ideas = asked(breadth ?? []);
    expect(new Set(ideas.slice(0, 3)).size).toBe(1);
    const truth = (atOnce ?? []).find((event) => event.type === 'truth');
    const given = truth?.type === 'truth' && 'rating' in truth.truth ? truth.truth.rating : NaN;
    const off = [atOnce, chain, breadth].map((events) => Math.abs((answers(events ?? [])[0] ?? NaN) - given));
    expect(off[0]).toBeLessThan(off[1] ?? NaN);
    expect(off[0]).toBeLessThan(off[2] ?? NaN);
  });

  test('is what the page runs when Run is pressed', () => {
    const setUp = new SetUp(describeLab(), () => ({ otherwise: REASONER_ID }));
    setUp.dataset = ready.dataset;
    expect(setUp.planners).toEqual(readyCase.planners);
    for (const planner of readyCase.planners)
      expect(parseRunSpec(setUp.spec(planner))).toEqual(parseRunSpec(specOf(planner)));
  });

  test('of another person is answered by the rules, and each call says so', async () => {
    const events = await eventsOf(club, openingSpec('chain-of-thought', 1, readyCase.model));
    expect(calls(events).length).toBeGreaterThan(0);
    expect(calls(events).every(({ model }) => model === REASONER_ID)).toBe(true);
  });
});

test('what Compare opens with is what the recording and the rules give here', async () => {
  const ready: unknown = JSON.parse(readFileSync(path.join(FOLDER, 'comparison.json'), 'utf8'));
  const { input, table } = await readyComparison(club);
  expect({ input, table }).toEqual(ready);
  expect(table.rows.map(({ tasks, failures }) => [tasks, failures])).toEqual(table.rows.map(() => [18, {}]));
});

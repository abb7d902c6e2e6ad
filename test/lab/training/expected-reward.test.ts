/** @file What lists are worth on average: curves, policies that learn nothing, and the bound, measured alike. */
import { beforeAll, expect, test } from 'vitest';
import { createTrace } from '../../../src/trace/create-trace.ts';
import { policyLabel, type PolicySpec, type TrainingSpec } from '../../../src/core/simulation.ts';
import { parseTrace, formatTrace } from '../../../src/trace/trace-file.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { parseTrainingSpec } from '../../../src/lab/training/simulation-spec.ts';
import { traceCell } from '../../../src/lab/training/train-cell.ts';
import { createTrainingGround, type TrainingGround } from '../../../src/lab/training/training-ground.ts';
import { bandsOf, levelsOf, TrainingFold } from '../../../src/ui/pages/simulate/training-fold.ts';
import { drawCatalogue } from './draw-catalogue.ts';

const { signal } = new AbortController();
const named = (name: string): PolicySpec => ({ name, options: {} });
const SPEC: TrainingSpec = parseTrainingSpec({
  environment: { of: 'books', prompt: { scale: '1-5' } },
  policies: ['lin-ucb', 'popularity', 'random', 'oracle', 'history-oracle'].map(named),
  seeds: [1, 2],
  steps: 2048,
});
let fold: TrainingFold;

beforeAll(async () => {
  const catalogue = await drawCatalogue({ people: 8, items: 40, seed: 1 });
  const ground = await createTrainingGround(catalogue, createRuleRater(), { seed: 1, usesSurrogate: true }, signal);
  fold = new TrainingFold(SPEC);
  for (const [policy] of SPEC.policies.entries())
    for (const seed of SPEC.seeds) fold.add({ policy, seed }, await eventsOf(ground, policy, seed));
}, 60_000);

async function eventsOf(ground: TrainingGround, policy: number, seed: number): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const span = createTrace(
    (event) => events.push(event),
    () => 0,
  );
  const judgePlanner = (): Promise<never> => Promise.reject(new Error('No planner is asked for.'));
  const place = { read: () => Promise.resolve(null), write: () => Promise.resolve() };
  const options = { policy: SPEC.policies[policy]!, seed, steps: SPEC.steps };
  await traceCell(ground, options, { place, judgePlanner, signal }, { span, isBegun: false, spec: {} });
  return parseTrace(formatTrace(events));
}

const levelOf = (name: string): number =>
  levelsOf(SPEC, fold.cells).find(({ policy }) => policy === policyLabel(named(name)))!.mean;

test('no policy is above the oracle at any point of its curve, and what learns begins near chance', () => {
  const bands = bandsOf(SPEC, fold.cells, 'expectedReward');
  expect(new Set(bands.map(({ policy }) => policy))).toEqual(new Set(['lin-ucb', 'popularity']));
  expect(bands.map(({ steps }) => steps)).toEqual([0, 2048, 0, 2048]);
  for (const { mean } of bands) expect(mean).toBeLessThanOrEqual(levelOf('oracle') + 1e-6);
  expect(levelOf('history-oracle')).toBeLessThanOrEqual(levelOf('oracle') + 1e-6);
  expect(levelOf('random')).toBeLessThan(levelOf('oracle') - 0.3);
  const [begun, learnt] = bands.filter(({ policy }) => policy === 'lin-ucb');
  expect(learnt!.mean).toBeGreaterThan(begun!.mean);
});

test('while a policy explores it is given less than its best is worth', () => {
  const [explored] = bandsOf(SPEC, fold.cells, 'meanReward').filter(({ policy }) => policy === 'popularity');
  const best = bandsOf(SPEC, fold.cells, 'expectedReward').filter(({ policy }) => policy === 'popularity');
  expect(explored).toMatchObject({ steps: 2048, seeds: 2 });
  expect(explored!.mean).toBeLessThan(best.at(-1).mean);
});

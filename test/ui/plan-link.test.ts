/** @file Links of the Plan page: what they set up, and what of it cannot be chosen here. */
import { describe, expect, test } from 'vitest';
import type { RunSpec } from '../../src/core/run.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { linkTo } from '../../src/notebook/link.ts';
import { planNotebook } from '../../src/ui/pages/learn/experiment-notebook.ts';
import { placeOf, planAddress } from '../../src/ui/places.ts';
import { readPlanLink, chooseLinked, type LinkedPlan } from '../../src/ui/pages/plan/plan-link.ts';
import type { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';
import { OwnFiles } from '../../src/ui/pages/team/own-files.svelte.ts';
import { specsOnStage } from '../../src/ui/pages/plan/stage-specs.ts';

const HERE = { models: [], embeddings: [], datasets: ['synthetic-films'], files: new OwnFiles(() => ({})) };

function setUpOf(planners: readonly string[]): SetUp {
  const setUp = new SetUp(describeLab(), () => ({}));
  setUp.dataset = 'synthetic-films';
  setUp.planners = planners;
  return setUp;
}

function linkOf(setUp: SetUp, view: Pick<LinkedPlan, 'from'>): string {
  const notebook = planNotebook(
    'Why?',
    setUp.chosen.map(({ name }) => setUp.spec(name)),
  );
  return new URL(linkTo('https://lab.example/', encodeNotebook(notebook)).replace('#', `#${planAddress(view)}`)).hash;
}

test.each([
  [['self-inspiring']],
  [['chain-of-thought', 'tree-of-thoughts-bfs', 'self-inspiring']],
  [['chain-of-thought', 'self-inspiring', 'macrec/manager', 'macrec/analyst-reflector', 'baseline/popularity']],
])('a link of %j opens the Plan page with the same specs and view', (planners) => {
  const from = setUpOf(planners);
  from.task = 'direct-recommendation';
  from.chosenUser = { id: 12, name: 'Olga Ibarra' };
  from.shots = 1;
  from.steps = 3;
  from.branching = 2;
  from.seed = 99;
  from.rounds = 3;
  from.candidates = 8;
  from.split = { name: 'macrec', options: {} };
  from.tools = [{ name: 'search', options: { provider: 'catalogue' } }];
  from.dials = { ...from.dials, slips: 0 };
  from.options = { ...from.options, readingOfLine7: 'S' };
  const view = { from: 'explored' } as const;
  const link = linkOf(from, view);
  expect(placeOf(link)).toBe('plan');
  const linked = readPlanLink(link);
  expect(linked?.from).toBe('explored');
  const to = setUpOf(['input-output']);
  expect(linked === null ? null : chooseLinked(to, linked, HERE)).toEqual([]);
  expect(to.planners).toEqual(planners);
  for (const planner of planners) expect(parseRunSpec(to.spec(planner))).toEqual(parseRunSpec(from.spec(planner)));
});

test('a link carries the files of a team, and those that the reader has under the same path stay', () => {
  const path = 'prompts/manager.json';
  const theirs = { [path]: { hint: { type: 'raw', content: 'Look twice.' } } };
  const own = new OwnFiles(() => ({}));
  const setUpWith = (files: () => object): SetUp => {
    const setUp = new SetUp(
      describeLab(),
      () => ({}),
      undefined,
      () => ({ files: files() as never, models: [] }),
    );
    setUp.dataset = 'synthetic-films';
    return setUp;
  };
  const from = setUpWith(() => theirs);
  from.planners = ['macrec/analyst-reflector/own'];
  const linked = readPlanLink(linkOf(from, { from: 'kept' }));
  const to = setUpWith(() => own.list);
  if (linked === null) throw new Error('It is a link');
  expect(chooseLinked(to, linked, { ...HERE, files: own })).toHaveLength(1);
  expect(to.planners).toEqual(from.planners);
  expect(to.spec('macrec/analyst-reflector/own')).toEqual(from.spec('macrec/analyst-reflector/own'));
  own.set(path, { hint: { type: 'raw', content: 'Mine.' } });
  expect(chooseLinked(to, linked, { ...HERE, files: own }).join(' ')).toContain(path);
  expect(own.list[path]).toEqual({ hint: { type: 'raw', content: 'Mine.' } });
});

test('what cannot be chosen here is said, and a link never makes the lab ask another host', () => {
  const from = setUpOf(['chain-of-thought']);
  from.tools = [{ name: 'search', options: { provider: 'wikipedia', allowNetwork: true } }];
  from.modelName = 'transformers/somebody-elses';
  from.criticName = 'endpoint/somewhere';
  const linked = readPlanLink(linkOf(from, { from: 'kept' }));
  const to = setUpOf(['input-output']);
  const before = to.modelName;
  const lacking = linked === null ? [] : chooseLinked(to, linked, HERE);
  expect(lacking).toHaveLength(3);
  expect(to.modelName).toBe(before);
  expect(to.criticName).toBe('');
  expect(to.searches).toBeNull();
});

const SOURCE = 'async function plan(context) {\n  return [await context.sample([], null)];\n}';

test.each([[['custom']], [['chain-of-thought', 'custom']]])(
  'a link of %j carries the program, and takes nothing away that the reader wrote',
  (planners) => {
    const from = setUpOf(planners);
    from.program = { title: 'Mine', source: SOURCE };
    const linked = readPlanLink(linkOf(from, { from: 'kept' }));
    const to = setUpOf(['input-output']);
    const written = { title: 'Theirs', source: `${SOURCE}\n// theirs` };
    to.program = written;
    expect(linked === null ? null : chooseLinked(to, linked, HERE)).toEqual([]);
    expect(to.planners).toEqual(planners);
    for (const planner of planners) expect(parseRunSpec(to.spec(planner))).toEqual(parseRunSpec(from.spec(planner)));
    expect(to.earlierPrograms).toEqual([written]);
  },
);

test('a program that is no program is not taken over', () => {
  const from = setUpOf(['custom']);
  from.program = { title: 'Mine', source: 5 as unknown as string };
  const linked = readPlanLink(linkOf(from, { from: 'kept' }));
  const to = setUpOf(['input-output']);
  expect(linked === null ? null : chooseLinked(to, linked, HERE)).toEqual(['There is no method custom here.']);
  expect(to.program).toEqual(setUpOf([]).program);
});

test('another address is no such link, and a damaged one is refused', () => {
  expect(readPlanLink('#plan')).toBeNull();
  expect(readPlanLink('#run=abc')).toBeNull();
  const link = linkOf(setUpOf(['chain-of-thought']), { from: 'kept' });
  expect(() => readPlanLink(link.slice(0, -9))).toThrow(/damaged/);
});

describe('what is on the stage', () => {
  const runOf = (spec: RunSpec): RunView => ({ events: [{ type: 'run-start', spec }] }) as unknown as RunView;
  const planned = (setUp: SetUp): RunSpec[] => setUp.chosen.map(({ name }) => setUp.spec(name));

  test('is what a link holds: runs that differ in their planner alone, each once', () => {
    const setUp = setUpOf(['input-output', 'chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring']);
    const specs = planned(setUp);
    expect(specsOnStage([...specs, ...specs.slice(1, 2)].map(runOf))).toEqual(specs);
    const link = planNotebook('Why?', specsOnStage(specs.map(runOf)));
    expect(link.cells.at(-1)).toMatchObject({
      planners: specs.map(({ recommender }) => recommender.options['planner']),
    });
  });

  test.each([
    ['another seed', (spec: RunSpec): RunSpec => ({ ...spec, seed: 8 })],
    ['a fork', (spec: RunSpec): RunSpec => ({ ...spec, fork: {} as never })],
    [
      'other steps',
      (spec: RunSpec): RunSpec => ({
        ...spec,
        recommender: { ...spec.recommender, options: { ...spec.recommender.options, steps: 9 } },
      }),
    ],
  ])('is more than one link holds where a run has %s', (_, change) => {
    const [first, second] = planned(setUpOf(['chain-of-thought', 'self-inspiring']));
    if (first === undefined || second === undefined) throw new Error('Two planners are chosen');
    expect(specsOnStage([runOf(first), runOf(change(second))])).toEqual([]);
    expect(specsOnStage([])).toEqual([]);
  });
});

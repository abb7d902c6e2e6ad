/** @file What a language model is shown: the states that the planner gives, and no other (RecMind, section 3). */
import { describe, expect, test } from 'vitest';
import type { GenerateRequest } from '../../../src/core/language-model.ts';
import type { Planner, PlanningContext, State } from '../../../src/core/planner.ts';
import type { Tool } from '../../../src/core/recommender.ts';
import type { PlannerOptions } from '../../../src/planners/planner-entry.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { recMind, type RecMindOptions } from '../../../src/recommenders/recmind/recmind.ts';
import { END, scriptedModel, step } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';
import { RATING } from './tasks.ts';

const DEFAULTS: PlannerOptions = { steps: 4, branching: 3, readingOfLine7: 'S-prime', alternativeCounts: true };

const entryOf = (name: string) => PLANNERS.find((one) => one.name === name)!;
const marksIn = (text: string): readonly string[] => [...new Set(text.match(/\bseen-\d+\b/g) ?? [])].sort();
const textOf = ({ messages }: GenerateRequest): string => messages.map(({ content }) => content).join('\n');
const marksOf = (states: readonly State[]): readonly string[] =>
  marksIn(states.map((one) => one.observation).join(' '));

/** A prompt beside the observations that the planner gave with the call. */
interface Asked {
  readonly request: GenerateRequest;
  readonly given: readonly string[];
}

/** Every prompt of a planner. Each observation is another one; states are pruned, voted down and left for alternatives now and then. */
async function promptsOf(
  name: string,
  options: Partial<PlannerOptions & RecMindOptions> = {},
  draw: (count: number) => string = (count) => step('database', `question ${count}`, `thought ${count}`),
): Promise<readonly Asked[]> {
  let observed = 0;
  const tool: Tool = {
    name: 'database',
    description: 'answers a question',
    parameters: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
    offer: () =>
      Array.from({ length: 40 }, (_, at) => ({ name: `ask-${at}`, tool, input: `question ${at}`, gives: 'facts' })),
    execute: async () => ({ observation: `seen-${(observed += 1)}`, failed: false, detail: null }),
  };
  let given: readonly State[] = [];
  const asked: Asked[] = [];
  const counts = new Map<string, number>();
  const counted = (request: GenerateRequest): number => {
    const { type } = request.purpose;
    asked.push({ request, given: marksOf(given) });
    counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts.get(type) ?? 0;
  };
  const model = scriptedModel({
    'sample-state': (request) => {
      const { properties } = request.responseSchema as { properties: { action?: { enum: readonly string[] } } };
      const count = counted(request);
      return properties.action === undefined ? draw(count) : JSON.stringify({ action: properties.action.enum[0] });
    },
    vote: (request) => `{"choice": ${1 + (counted(request) % 2)}}`,
    // All who judge a state agree.
    evaluate: (request) => {
      counted(request);
      return `{"verdict": "${observed % 2 === 0 ? 'keep' : 'prune'}", "reason": "so"}`;
    },
    inspire: (request) => `{"explore": ${counted(request) % 2 === 1}, "reason": "so"}`,
    value: (request) => `{"value": ${1 + (counted(request) % 9)}, "reason": "so"}`,
    'reflect-on-path': (request) => `{"reflection": "lesson ${counted(request)}"}`,
    answer: (request) => {
      const { purpose } = request;
      if (purpose.type === 'answer') given = purpose.states;
      counted(request);
      return '{"rating": 3, "reason": "so"}';
    },
  });
  const { steps, branching, readingOfLine7, alternativeCounts, ...recMindOptions } = { ...DEFAULTS, ...options };
  const planner: Planner = entryOf(name).create({ steps, branching, readingOfLine7, alternativeCounts });
  const noted = (context: PlanningContext): PlanningContext => ({
    sample: (states, parent, how) => ((given = states), context.sample(states, parent, how)),
    vote: (states, candidates) => ((given = [...states, ...candidates]), context.vote(states, candidates)),
    evaluate: (states, state) => ((given = [...states, state]), context.evaluate(states, state)),
    inspire: (states) => ((given = states), context.inspire(states)),
    value: (states, state) => ((given = [...states, state]), context.value(states, state)),
    reflect: (states) => ((given = states), context.reflect(states)),
    answer: (states) => ((given = states), context.answer(states)),
    update: (state, statistics) => context.update(state, statistics),
    get isSpent() {
      return context.isSpent;
    },
  });
  await recMind({
    ...{ tools: [tool], answerFrom: 'kept', voters: 3, actions: 'free', decide: 'generate', temperature: 0.7 },
    ...{ steps, budget: null, ...recMindOptions },
    planner: { ...planner, plan: (context, surroundings) => planner.plan(noted(context), surroundings) },
  }).recommend(RATING, contextOf(model).context);
  return asked;
}

const samplesIn = (asked: readonly Asked[]) => asked.filter(({ request }) => request.purpose.type === 'sample-state');

const WAYS: readonly (readonly [string, Partial<PlannerOptions & RecMindOptions>])[] = [
  ['as by default', {}],
  ['line 7 given S', { readingOfLine7: 'S' }],
  ['offered actions', { actions: 'offered' }],
  ['offered actions, line 7 given S', { actions: 'offered', readingOfLine7: 'S' }],
  ['one greedy verdict', { verdicts: 'one' }],
];

describe.each(PLANNERS.map(({ name }) => name))('%s', (name) => {
  test.each(WAYS)('every prompt holds the observations of its given states and no other: %s', async (_, options) => {
    const asked = await promptsOf(name, { steps: 8, ...options });
    for (const { request, given } of asked)
      expect([request.purpose.type, marksIn(textOf(request))]).toEqual([request.purpose.type, given]);
    if (entryOf(name).usesSteps) expect(samplesIn(asked).some(({ given }) => given.length > 1)).toBe(true);
  });
});

test('an alternative given S is not told of the step that it leaves, one given S′ is', async () => {
  const alternative = async (readingOfLine7: 'S' | 'S-prime') => {
    const samples = samplesIn(await promptsOf('self-inspiring', { readingOfLine7 }));
    return textOf(samples.find(({ request: { purpose } }) => 'alternative' in purpose && purpose.alternative)!.request);
  };
  expect(await alternative('S')).toContain('Explore an alternative reasoning branch: give another step, at the start');
  expect(await alternative('S')).not.toMatch(/thought 1|something else/);
  expect(await alternative('S-prime')).toContain('give an alternative to step 1');
  expect(await alternative('S-prime')).toContain('Thought: thought 1');
});

describe('an action of the given states', () => {
  test('is sent back once', async () => {
    const drawn = [1, 1, 2].map((question) => step('database', `question ${question}`));
    const samples = samplesIn(await promptsOf('chain-of-thought', {}, (count) => drawn[count - 1] ?? END));
    expect(samples).toHaveLength(4);
    expect(samples[2]!.request.messages.at(-1)?.content).toContain('That action was taken before');
    expect(samples.at(-1)?.given).toEqual(['seen-1', 'seen-2']);
  });
});

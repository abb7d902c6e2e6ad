/** @file RecMind with real planners, tools and SQLite, and a scripted model. */
import { describe, expect, test } from 'vitest';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { chainOfThought } from '../../../src/planners/chain-of-thought.ts';
import { selfInspiring } from '../../../src/planners/self-inspiring.ts';
import { treeOfThoughtsBfs } from '../../../src/planners/tree-of-thoughts-bfs.ts';
import { treeOfThoughtsDfs } from '../../../src/planners/tree-of-thoughts-dfs.ts';
import type { RecMindOptions } from '../../../src/recommenders/recmind/recmind.ts';
import type { Task } from '../../../src/core/task.ts';
import { END, scriptedModel, step, type Replies } from '../../models/scripted-model.ts';
import { RATING } from './tasks.ts';
import { withMadeUpDataset } from './recommend-with.ts';

const recommendWith = withMadeUpDataset();

const REPLIES: Replies = {
  'sample-state': [step('database', 'What is the mean rating of item 4?'), step('search', 'Night Ferry'), END],
  sql: JSON.stringify({ sql: 'SELECT mean_rating FROM item_statistics WHERE item_id = 4' }),
  sentence: ({ purpose }) => `Rows: ${JSON.stringify(purpose.type === 'sentence' ? purpose.rows : null)}`,
  vote: '{"choice": 2}',
  evaluate: '{"verdict": "keep", "reason": "fits"}',
  inspire: '{"explore": false, "reason": "enough"}',
  value: '{"value": 7, "reason": "it tells something"}',
  'reflect-on-path': '{"reflection": "Ask about the person."}',
  answer: '{"rating": 3.5, "reason": "the mean"}',
};

async function recommend(replies: Replies, options: Partial<RecMindOptions> = {}, task: Task = RATING) {
  const model = scriptedModel({ ...REPLIES, ...replies });
  return { ...(await recommendWith(model, { actions: 'free', ...options }, task)), model };
}

describe('a whole task', () => {
  test('chain-of-thought: thoughts, actions, observations and the answer are in the trace', async () => {
    const { answers, of, tree, model } = await recommend({}, { steps: 4 });
    const samples = model.requests
      .filter(({ purpose }) => purpose.type === 'sample-state')
      .map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(samples[0]).toContain('Give step 1 of at most 4.');
    expect(samples[1]).toContain('Give step 2 of at most 4, after step 1.');
    expect(answers).toEqual([{ from: 'kept', recommendation: { type: 'rating', rating: 3.5 } }]);
    expect(of('answer')).toMatchObject([{ node: '0', states: ['0.0', '0.0.0'], reason: 'the mean' }]);
    expect(tree.nodes.get('0.0')?.state).toMatchObject({
      thought: 'Use database.',
      action: { tool: 'database', arguments: { question: 'What is the mean rating of item 4?' } },
      observation: expect.stringMatching(/^Rows: \[\[\d/) as string,
    });
    expect(tree.nodes.get('0.0.0')?.state?.observation).toContain('4: Night Ferry (1983)');
    expect(tree.nodes.get('0.0.0.0')?.state).toMatchObject({ isEnd: true, thought: 'End of Planning' });
  });

  test.each(PLANNERS.map((entry) => [entry.name, entry] as const))('%s gives equal events twice', async (_, entry) => {
    const options = { steps: 3, branching: 2, readingOfLine7: 'S-prime', alternativeCounts: true } as const;
    const first = await recommend({}, { planner: entry.create(options), answerFrom: 'both' });
    const second = await recommend({}, { planner: entry.create(options), answerFrom: 'both' });
    expect(second.events).toEqual(first.events);
  });

  test('tree-of-thoughts-dfs: a pruned state is marked with the reason and left', async () => {
    const verdicts = ['{"verdict":"prune","reason":"another film"}', '{"verdict":"keep","reason":"fits"}'];
    const planner = treeOfThoughtsDfs({ steps: 1, branching: 2 });
    const { of } = await recommend({ evaluate: verdicts }, { planner, verdicts: 'one' });
    expect(of('node-prune')).toMatchObject([{ node: '0.0', reason: 'another film' }]);
    expect(of('answer')[0]?.states).toEqual(['0.1']);
  });

  test('tree-of-thoughts-dfs: voters judge, more than half of them prune a state, each voter with a seed of its own', async () => {
    const [prune, keep] = ['{"verdict":"prune","reason":"another film"}', '{"verdict":"keep","reason":"fits"}'];
    const planner = treeOfThoughtsDfs({ steps: 1, branching: 2 });
    const judged = async (evaluate: readonly string[], options: Partial<RecMindOptions> = {}) => {
      const { of, model } = await recommend({ evaluate }, { planner, ...options });
      const calls = model.requests.filter(({ purpose }) => purpose.type === 'evaluate');
      return { of, calls };
    };
    // Two that keep the second state are more than half of three: the third is not asked.
    const { of, calls } = await judged([prune, keep, prune, keep, keep]);
    expect(of('evaluate-result')).toMatchObject([
      { node: '0.0', verdict: 'prune', reason: '2 of 3 voters prune it. another film' },
      { node: '0.1', verdict: 'keep', reason: '0 of 2 voters prune it. fits' },
    ]);
    expect(of('answer')[0]?.states).toEqual(['0.1']);
    expect(calls.map(({ temperature }) => temperature)).toEqual(Array(5).fill(0.7));
    expect(new Set(calls.map(({ seed }) => seed)).size).toBe(5);
    // Of two, one is not more than half.
    const tied = await judged([prune, keep], { voters: 2 });
    expect(tied.of('evaluate-result')).toMatchObject([{ verdict: 'keep' }]);
    expect((await judged([keep], { verdicts: 'one' })).calls.map(({ temperature }) => temperature)).toEqual([0]);
  });
});

describe('explore once, answer twice', () => {
  test('the second answer reads every explored state in the order of exploring, with the same seed', async () => {
    const planner = treeOfThoughtsDfs({ steps: 2, branching: 2 });
    const evaluate = ['{"verdict":"prune","reason":"no"}', '{"verdict":"keep","reason":"yes"}'];
    const sample = step('search', 'Granite');
    const { of, answers } = await recommend(
      { evaluate, 'sample-state': sample },
      { planner, answerFrom: 'both', verdicts: 'one' },
    );
    expect(answers.map(({ from }) => from)).toEqual(['kept', 'explored']);
    expect(of('answer').map(({ states }) => states)).toEqual([
      ['0.1', '0.1.0'],
      ['0.0', '0.1', '0.1.0'],
    ]);
    const seeds = of('model-call').flatMap(({ purpose, seed }) => (purpose === 'answer' ? [seed] : []));
    expect(seeds[0]).toBe(seeds[1]);
  });

  test('what both answers would ask is asked once, where all that was explored is kept', async () => {
    const { of, model } = await recommend({}, { planner: chainOfThought({ steps: 2 }), answerFrom: 'both' });
    expect(of('answer').map(({ from, states }) => [from, states])).toEqual([
      ['kept', ['0.0', '0.0.0']],
      ['explored', ['0.0', '0.0.0']],
    ]);
    expect(model.requests.filter(({ purpose }) => purpose.type === 'answer')).toHaveLength(1);
  });
});

describe('budgets', () => {
  test('tool calls: sampling ends planning once they are spent, and the model may not', async () => {
    const sample = ['Granite', 'Salt', 'Night'].map((input) => step('search', input));
    const { of, tree, model } = await recommend(
      { 'sample-state': sample },
      { budget: { toolCalls: 3, modelCalls: null }, planner: chainOfThought({ steps: 9 }) },
    );
    expect(of('tool-call')).toHaveLength(3);
    expect(tree.nodes.get('0.0.0.0.0')?.state).toMatchObject({
      isEnd: true,
      observation: expect.stringContaining('budget') as string,
    });
    const purposes = model.requests.flatMap(({ purpose }) => (purpose.type === 'sample-state' ? [purpose.mayEnd] : []));
    expect(purposes).toEqual([false, false, false]);
  });
});

describe('replies that cannot be read', () => {
  test('a step is asked for once more with the problem told', async () => {
    const { of, model } = await recommend({ 'sample-state': ['Well…', step('search', 'Granite'), END] });
    expect(of('reply-check').slice(0, 2)).toMatchObject([
      { status: 'failed', problem: 'it holds no JSON object' },
      { status: 'repaired', problem: 'it holds no JSON object' },
    ]);
    const [first, second] = model.requests;
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
    expect(second?.messages.at(-1)?.content).toContain('it holds no JSON object');
    expect(second?.seed).not.toBe(first?.seed);
  });

  test('a voter abstains, a critic keeps, an inspiration is none; each says so', async () => {
    const sample = step('search', 'Granite');
    const votes = await recommend(
      { vote: 'two', 'sample-state': sample },
      { planner: treeOfThoughtsBfs({ steps: 1, branching: 2 }) },
    );
    expect(votes.of('vote-result')).toMatchObject([{ votes: [0, 0], chosen: '0.0' }]);
    const verdict = await recommend(
      { evaluate: '?', 'sample-state': sample },
      { planner: treeOfThoughtsDfs({ steps: 1, branching: 2 }) },
    );
    expect(verdict.of('evaluate-result')).toMatchObject([
      { verdict: 'keep', reason: expect.stringContaining('could not be read') as string },
    ]);
    const inspired = await recommend(
      { inspire: '?', 'sample-state': sample },
      { planner: selfInspiring({ steps: 1 }) },
    );
    expect(inspired.of('inspire-result')).toMatchObject([
      { explore: false, reason: expect.stringContaining('could not be read') as string },
    ]);
  });
});

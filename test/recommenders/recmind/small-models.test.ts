/** @file What small models are asked: offered actions, choices by scoring, texts that fit. */
import { describe, expect, test } from 'vitest';
import type { LanguageModel, ToldToken } from '../../../src/core/language-model.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import { chainOfThought } from '../../../src/planners/chain-of-thought.ts';
import { inputOutput } from '../../../src/planners/input-output.ts';
import { answerFormat } from '../../../src/recommenders/recmind/answer-format.ts';
import { decorate } from '../../../src/models/decorate.ts';
import { parseRecording, recorded, replayed } from '../../../src/models/recorded.ts';
import { scriptedModel, type Replies, type Scores } from '../../models/scripted-model.ts';
import { RATING } from './tasks.ts';
import { withMadeUpDataset } from './recommend-with.ts';

const recommendWith = withMadeUpDataset();

const takes = (action: string): string => JSON.stringify({ action });
const REPLIES: Replies = {
  'sample-state': [takes('user-average'), takes('item-average'), takes('end')],
  vote: '{"choice": 1}',
  evaluate: '{"verdict": "keep", "reason": "fits"}',
  inspire: '{"explore": false, "reason": "enough"}',
  answer: '{"rating": 3.5, "reason": "the mean"}',
};

/** The model, whose answers tell what could have stood in the place of a token. */
const telling = (model: LanguageModel, told: readonly ToldToken[]): LanguageModel =>
  decorate(model, {
    async *stream(request, options) {
      for await (const part of model.stream(request, options))
        yield part.type === 'finish' && request.tellsAlternatives === true ? { ...part, told } : part;
    },
    score: (score) => score,
  });

test('an answer tells beside its rating the one to be expected, also when it is replayed', async () => {
  const sure = (token: string): ToldToken => ({ token, alternatives: [{ token, logProbability: 0 }] });
  const halves = { token: '3', alternatives: ['3', '2'].map((token) => ({ token, logProbability: Math.log(0.5) })) };
  const told = [sure('{"rating": '), halves, sure('.5'), sure(', "reason": "the mean"}')];
  const lines: string[] = [];
  const model = recorded(telling(scriptedModel(REPLIES), told), {}, (line) => lines.push(line));
  const { tree } = await recommendWith(model);
  const [answer] = tree.tasks[0]?.answers ?? [];
  expect([answer?.recommendation, answer?.expected]).toEqual([{ type: 'rating', rating: 3.5 }, 2.875]);
  const again = await recommendWith(replayed(parseRecording('r', lines.join('')), {}));
  expect(again.tree.tasks[0]?.answers[0]?.expected).toBe(2.875);
});

describe('offered actions', () => {
  test('are listed before what differs between tasks, each with what it gives; a step names one', async () => {
    const model = scriptedModel(REPLIES);
    const { tree } = await recommendWith(model);
    const prompts = model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
    expect(prompts[0]?.indexOf('- user-average: their average rating')).toBeLessThan(
      prompts[0]?.indexOf('Problem:') ?? 0,
    );
    const shared = prompts[0]?.slice(0, prompts[0].indexOf('Nothing has been explored')) ?? '';
    expect(prompts.every((prompt) => prompt.startsWith(shared))).toBe(true);
    expect(tree.nodes.get('0.0')?.state).toMatchObject({
      thought: '',
      action: { tool: 'database', arguments: { question: 'What is the average rating given by user 3?' } },
      observation: expect.stringMatching(/^The average rating given by user 3 is \d/) as string,
    });
    expect(model.requests.map(({ purpose }) => purpose.type)).not.toContain('sql');
    expect(prompts[1]).toContain('Step 1, at the start\nAction: user-average\nObservation: The average');
  });

  test.each([
    ['a planner', chainOfThought({ steps: 1 })],
    ['an answer at once', inputOutput()],
  ])('what is known at the start is told %s, stands in the trace and is not offered', async (_, planner) => {
    const model = scriptedModel({ ...REPLIES, 'sample-state': takes('user-spread') });
    const { of } = await recommendWith(model, { planner, start: 'known' });
    const found = of('tool-result').filter(({ node }) => node === '0');
    expect(found.length).toBeGreaterThan(2);
    for (const { messages, responseSchema } of model.requests) {
      const prompt = messages.map(({ content }) => content).join('\n');
      for (const { observation } of found) expect(prompt.split(observation)).toHaveLength(2);
      expect(prompt).not.toContain('- user-average');
      expect(JSON.stringify(responseSchema)).not.toContain('user-average');
    }
  });

  test('a reason has a bound for the engine that leaves it room, and is read beyond it', async () => {
    const reason = 'long '.repeat(60).trim();
    const model = scriptedModel({ ...REPLIES, answer: JSON.stringify({ rating: 3, reason }) });
    const { of } = await recommendWith(model, { planner: inputOutput() });
    const [{ maxTokens, responseSchema } = { maxTokens: 0 }] = model.requests;
    const { maxLength } = (responseSchema as { properties: { reason: { maxLength: number } } }).properties.reason;
    // Two characters a token are few.
    expect(maxLength / 2).toBeLessThan(maxTokens);
    expect(of('answer')[0]?.reason).toBe(reason);
    expect(of('reply-check').map(({ status }) => status)).toEqual(['validated']);
  });

  test('ratings are listed for the engine where steps are whole, since a half is drawn by the point of 4.0', () => {
    const schemaOf = (step: number): string =>
      JSON.stringify(answerFormat({ ...RATING, scale: { min: 1, max: 5, step } }).schema);
    expect(schemaOf(1)).toContain('[1,2,3,4,5]');
    expect(schemaOf(0.5)).not.toContain('enum');
  });
});

/** Likes the continuation that holds the word. */
const likes =
  (...words: readonly string[]): Scores =>
  (_, continuations) =>
    continuations.map((text) => (words.some((word) => text.includes(word)) ? Math.log(0.9) : Math.log(0.01)));

describe('deciding by scoring', () => {
  test.each(PLANNERS.map((entry) => [entry.name, entry] as const))(
    '%s: nothing is written but what a path taught, every other call has its scores and no reply fails',
    async (_, entry) => {
      const plannerOptions = { steps: 2, branching: 2, readingOfLine7: 'S-prime', alternativeCounts: true } as const;
      const words = { 'reflect-on-path': '{"reflection": "Ask about the person."}' };
      const model = scriptedModel(words, likes('user-average', 'true', 'keep'));
      const { of } = await recommendWith(model, { planner: entry.create(plannerOptions), decide: 'score' });
      const isWords = ({ purpose }: { readonly purpose: string }): boolean => purpose === 'reflect-on-path';
      const written = new Set(of('model-call').flatMap((call) => (isWords(call) ? [call.seq] : [])));
      expect(of('text-delta').every(({ call }) => written.has(call))).toBe(true);
      const scored = of('model-call').filter(({ seq }) => !written.has(seq));
      expect(scored.every(({ continuations }) => (continuations?.length ?? 0) > 1)).toBe(true);
      const results = of('model-result').filter(({ call }) => !written.has(call));
      expect(results.every(({ logProbabilities }) => logProbabilities !== undefined)).toBe(true);
      const checks = of('reply-check').filter(({ call }) => !written.has(call));
      expect(checks.map(({ status }) => status)).toEqual(scored.map(() => 'constrained'));
    },
  );

  test('a rating is the expectation over the scale', async () => {
    const scores: Scores = (_, continuations) =>
      continuations.map((text) => (/: (3|4),/.test(text) ? Math.log(0.4) : -Infinity));
    const { answers, of } = await recommendWith(scriptedModel({}, scores), { planner: inputOutput(), decide: 'score' });
    expect(answers).toMatchObject([{ recommendation: { type: 'rating', rating: 3.5 } }]);
    expect(of('answer')[0]?.reason).toContain('Scored, not written');
  });
});

describe('a small context', () => {
  /** A context so small that one observation fills it, and an engine that takes every prompt for short. */
  const small = (length: number): LanguageModel => ({
    ...scriptedModel(REPLIES),
    contextLength: length,
    countTokens: () => Promise.resolve(1),
  });

  test('observations are cut, with a mark, in the states and so in prompts; the trace has the whole', async () => {
    const { of, tree } = await recommendWith(small(100), { planner: chainOfThought({ steps: 1 }) });
    const whole = of('tool-result')[0]?.observation ?? '';
    const cut = tree.nodes.get('0.0')?.state?.observation ?? '';
    expect(cut).toBe(`${whole.slice(0, 25)} [… ${whole.length - 25} more characters]`);
  });
});

/** @file Scores of replies from servers that tell of a prompt's tokens, and none from those that do not. */
import { afterEach, describe, expect, test } from 'vitest';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { loadEndpointEngine } from '../../../src/models/endpoint/load-endpoint-engine.ts';
import { createNetworkAccess } from '../../../src/models/network-access.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import type { RatingRequest } from '../../../src/core/rater.ts';
import { createRandom } from '../../../src/core/random.ts';
import { REQUEST } from '../contract.ts';
import { startDouble, type Behaviour, type EndpointDouble } from './double.ts';

const NEVER = new AbortController().signal;
const VLLM = [{ id: 'tiny', owned_by: 'vllm', max_model_len: 8192 }];

const QUESTION: RatingRequest = {
  person: { name: 'Ada', age: 40, gender: 'F', description: 'She is a nurse.', job: null, hobby: null },
  item: {
    id: 'A',
    kind: 'film',
    title: 'A',
    overview: '',
    genres: ['Drama'],
    people: [],
    director: null,
    averageRating: null,
    year: 1999,
  },
  history: [],
  timesBefore: 0,
  scale: { min: 1, max: 5 },
};

/** A token a word or mark; longer ones are less likely. */
const byLength = (text: string) =>
  (text.match(/\s*(?:\w+|[^\w\s])/g) ?? []).map((token) => ({ token, logprob: -token.length / 8 }));

let double: EndpointDouble | null = null;
afterEach(() => double?.close());

async function load(behaviour: Behaviour, options: { readonly thinkingTokens?: number } = {}): Promise<LanguageModel> {
  double = await startDouble({ models: VLLM, ...behaviour });
  const { baseUrl } = double;
  const access = createNetworkAccess();
  access.setAgreements([{ origin: new URL(baseUrl).origin, gets: 'prompts' }]);
  const engine = await loadEndpointEngine(
    { model: 'tiny', options: { baseUrl, ...options }, onProgress: () => undefined, signal: NEVER },
    access,
  );
  if (engine.kind !== 'language') throw new Error('no language model');
  return engine.model;
}

const score = (model: LanguageModel, replies: readonly string[]) => model.score?.(REQUEST, replies, { signal: NEVER });

describe('a server that tells of the tokens of a prompt', () => {
  test('scores replies by the sum over their own tokens', async () => {
    const model = await load({ prompts: byLength });
    expect(model.capabilities.score).toBe(true);
    // 16 tokens of the question and its marks, then `{`, `"`, `rating`, `"`, `:`, ` 3`, `,` and one more of another rating.
    const scoring = await score(model, ['{"rating": 3,', '{"rating": 3.5,']);
    expect(scoring?.logProbabilities).toEqual([-13 / 8, -15 / 8]);
    const asked = byLength(REQUEST.messages[0]?.content ?? '').length + 2;
    expect(scoring?.usage).toEqual({ inputTokens: asked + 7 + 9, outputTokens: 0, estimated: false });
  });

  test('is asked to go on with the reply, for a single token that nobody uses', async () => {
    const model = await load({ prompts: byLength });
    await score(model, ['4']);
    const [continued, bare] =
      double
        ?.chats()
        .slice(-2)
        .map(({ body }) => body) ?? [];
    expect(continued).toMatchObject({
      messages: [...REQUEST.messages, { role: 'assistant', content: '4' }],
      add_generation_prompt: false,
      continue_final_message: true,
      prompt_logprobs: 0,
      max_tokens: 1,
    });
    expect(bare).toMatchObject({ messages: REQUEST.messages, max_tokens: 1, stream: false });
  });

  test('takes halves of characters and lost blanks for the reply that they are of', async () => {
    const halves = (text: string) =>
      [...text.replaceAll('é', '\uFFFD\uFFFD').trim()].map((token) => ({ token, logprob: -1 }));
    const model = await load({ prompts: halves });
    expect((await score(model, ['"Amélie"', 'a b']))?.logProbabilities).toEqual([-9, -3]);
  });

  test('has a rater weigh the ratings in place of writing one', async () => {
    const likely: Readonly<Record<string, number>> = { '1': -9, '2': -9, '3': -2, '4': -0.2, '5': -3 };
    const model = await load({ prompts: (text) => [{ token: text, logprob: likely[text] ?? -1 }] });
    const style = { scale: writtenScale('1-5'), shots: 0, system: 'custom' } as const;
    const rater = createLanguageModelRater({ model, style, temperature: 0 });
    const rated = await rater.rate(QUESTION, { random: createRandom(1), signal: NEVER });
    expect(rated).toMatchObject({ rating: 4, reason: 'by log-probabilities, 4 of 1-5' });
  });

  test('that tells of other tokens than the reply’s fails, and gives no number', async () => {
    let strange = false;
    const model = await load({ prompts: (text) => (strange ? byLength(`${text} and more`) : byLength(text)) });
    strange = true;
    await expect(score(model, ['4'])).rejects.toMatchObject({ code: 'endpoint-failed' });
  });
});

describe('no scores are promised', () => {
  test.each<[string, Behaviour]>([
    ['where the additions are ignored', { whole: true }],
    ['where they are refused', { refuses: (body) => ('prompt_logprobs' in body ? 'Unrecognized argument' : null) }],
    ['where the reply is not continued', { prompts: (text) => [...byLength(text), { token: '<end>', logprob: -1 }] }],
  ])('%s', async (_, behaviour) => {
    const model = await load(behaviour);
    expect([model.capabilities.score, 'score' in model]).toEqual([false, false]);
  });

  test('where the model is to think first', async () => {
    const model = await load({ prompts: byLength }, { thinkingTokens: 100 });
    expect(model.capabilities.score).toBe(false);
  });

  test('and none are tried, where the kind of server is known to have none', async () => {
    await load({ models: [{ id: 'tiny', owned_by: 'library' }] });
    expect(double?.chats()).toHaveLength(1);
  });
});

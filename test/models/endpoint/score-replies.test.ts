/** @file Scores of replies from servers that tell the likeliest tokens, and none from those that do not. */
import { afterEach, describe, expect, test } from 'vitest';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import type { LanguageModel, StreamPart } from '../../../src/core/language-model.ts';
import { loadEndpointEngine } from '../../../src/models/endpoint/load-endpoint-engine.ts';
import { createNetworkAccess } from '../../../src/models/network-access.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import type { RatingRequest } from '../../../src/core/rater.ts';
import { createRandom } from '../../../src/core/random.ts';
import { REQUEST } from '../contract.ts';
import { startDouble, type Behaviour, type EndpointDouble } from './double.ts';
import { film } from '../../environments/rated.ts';

const NEVER = new AbortController().signal;
const VLLM = [{ id: 'tiny', owned_by: 'vllm', max_model_len: 8192 }];

const QUESTION: RatingRequest = {
  person: { name: 'Ada', age: 40, gender: 'F', description: 'She is a nurse.', job: null, hobby: null },
  item: film('A', ['Drama'], null),
  history: [],
  timesBefore: 0,
  scale: { min: 1, max: 5 },
};

type Tells = ReturnType<NonNullable<Behaviour['tells']>>;

/** A reply to a choice: its value's token with what is likely in its place, within its wrapper. */
const wrapped = (value: string, likely: Readonly<Record<string, number>>, member = 'reply'): Tells => [
  [`{ "${member}": `, { [`{ "${member}": `]: 0 }],
  ['"', { '"': -0.1, ' ': -3, '{': -9999 }],
  [value, likely],
  ['" }', { '" }': 0 }],
];

const BIRDS: Tells = [[' Sparrow', { ' Sparrow': -0.5, hoatzin: -1 }]];

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

const score = async (model: LanguageModel, replies: readonly string[]) => {
  const scoring = await model.score?.(REQUEST, replies, { signal: NEVER });
  return scoring?.logProbabilities.map((one) => Math.exp(one).toFixed(3));
};

/** Tells of birds when it is tried, and then of something else. */
const then = async (tells: Tells, behaviour: Behaviour = {}): Promise<LanguageModel> => {
  let told = BIRDS;
  const model = await load({ ...behaviour, tells: () => told });
  told = tells;
  return model;
};

describe('a server that tells the likeliest tokens', () => {
  test('scores replies by one request that is held to the choice', async () => {
    const likely = { keep: Math.log(0.6), prune: Math.log(0.2), maybe: Math.log(0.2) };
    const model = await then(wrapped('keep', likely, 'verdict'));
    expect(model.capabilities.score).toBe(true);
    const before = double?.chats().length ?? 0;
    expect(await score(model, ['{"verdict": "keep"', '{"verdict": "prune"'])).toEqual(['0.750', '0.250']);
    const asked = double?.chats().slice(before) ?? [];
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({
      messages: REQUEST.messages,
      ...{ stream: false, logprobs: true, top_logprobs: 20, stop: ['}'] },
      response_format: {
        json_schema: { schema: { properties: { verdict: { enum: ['keep', 'prune'] } }, required: ['verdict'] } },
      },
    });
  });

  test('at most five of them is asked for five from then on', async () => {
    const refuses = ({ top_logprobs: asked = 0 }: Readonly<Record<string, unknown>>) =>
      Number(asked) > 5 ? 'Requested sample logprobs of 20, which is greater than max allowed: 5' : null;
    const model = await then([['1', { 1: -1, 2: -1, 3: -2, 4: -2, 5: -2, 6: -3 }]], { refuses });
    const all = await score(model, ['1', '2', '3', '4', '5', '6']);
    expect([model.capabilities.score, all?.[5]]).toEqual([true, '0.000']);
    expect(double?.chats().at(-1)?.body['top_logprobs']).toBe(5);
  });

  test('has a rater weigh the ratings in place of writing one, with one call', async () => {
    const model = await then([['4', { 1: -9, 2: -9, 3: -2, 4: -0.2, 5: -3 }]]);
    const style = { scale: writtenScale('1-5'), shots: 0, system: 'custom' } as const;
    const rater = createLanguageModelRater({ model, style, temperature: 0 });
    const rated = await rater.rate(QUESTION, { random: createRandom(1), signal: NEVER });
    expect(rated).toMatchObject({ rating: 4, reason: 'by log-probabilities, 4 of 1-5' });
    expect(double?.chats()).toHaveLength(3);
  });

  test('that tells of other tokens than the choice’s fails, and gives no number', async () => {
    const model = await then([['and', { and: -1, more: -1 }]]);
    await expect(score(model, ['4', '5'])).rejects.toMatchObject({ code: 'endpoint-failed' });
  });

  test('tells with a reply what else was likely, where that is asked for', async () => {
    const model = await then(wrapped('hoatzin-3', { 'hoatzin-3': -0.1, 'quetzal-7': -2.3 }, 'bird'));
    const schema = { type: 'object', properties: { bird: { type: 'string' } }, required: ['bird'] };
    const asked = { ...REQUEST, responseSchema: schema, tellsAlternatives: true };
    const parts: StreamPart[] = [];
    for await (const part of model.stream(asked, { signal: NEVER })) parts.push(part);
    expect(parts.map((part) => (part.type === 'text-delta' ? part.delta : part.type))).toEqual([
      '{ "bird": "hoatzin-3" }',
      'finish',
    ]);
    const end = parts.at(-1);
    expect(end?.type === 'finish' && end.told?.[2]?.alternatives.map(({ token }) => token)).toEqual([
      'hoatzin-3',
      'quetzal-7',
    ]);
  });
});

describe('no scores are promised', () => {
  test.each<[string, Behaviour]>([
    ['where it is ignored that they are asked for', { whole: true }],
    ['where they are refused', { refuses: (body) => ('logprobs' in body ? 'logprobs is not supported' : null) }],
  ])('%s', async (_, behaviour) => {
    const model = await load(behaviour);
    expect([model.capabilities.score, 'score' in model]).toEqual([false, false]);
  });

  test('where the model is to think first', async () => {
    const model = await load({ tells: () => BIRDS }, { thinkingTokens: 100 });
    expect(model.capabilities.score).toBe(false);
  });
});

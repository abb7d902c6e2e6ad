import { describe, expect, test } from 'vitest';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import type { GenerateRequest, LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { RatedItem, RatingRequest } from '../../../src/core/rater.ts';
import { film, person } from '../rated.ts';

const signal = new AbortController().signal;
const TEN = { min: 1, max: 10 };
const question = (description: string, item: RatedItem, changed: Partial<RatingRequest> = {}): RatingRequest => ({
  person: person(description),
  item,
  history: [],
  timesBefore: 0,
  scale: TEN,
  ...changed,
});

describe('rules', () => {
  const rate = (asked: RatingRequest): number => {
    const reply = createRuleRater({ noise: 0 }).rate(asked, { random: createRandom(1), signal });
    if (reply instanceof Promise || reply.rating === null) throw new Error('no rating');
    return reply.expected;
  };

  test('what is loved is rated above what is disliked', () => {
    const text = 'She loves westerns and hates musicals.';
    expect(rate(question(text, film('A', ['Western'])))).toBeGreaterThanOrEqual(8);
    expect(rate(question(text, film('B', ['Musical'])))).toBeLessThanOrEqual(5);
  });

  test('a series that was rated high or low goes on so, whatever the description says', () => {
    const parts = ['Space Knights', 'Space Knights 2'].map((title) => film(title, ['Fantasy']));
    const third = film('Space Knights 3: The Return', ['Fantasy']);
    const history = (rating: number) => parts.map((item, time) => ({ item, rating, time }));
    expect(rate(question('She dislikes fantasy.', third, { history: history(10) }))).toBeGreaterThanOrEqual(7);
    expect(rate(question('She loves fantasy.', third, { history: history(1) }))).toBeLessThanOrEqual(5);
  });

  test('nothing known is no rating', async () => {
    const reply = await createRuleRater().rate(question('', film('?', [], null)), { random: createRandom(1), signal });
    expect(reply).toMatchObject({ rating: null });
  });

  test('confidence is the probability of the rating', () => {
    const rater = createRuleRater();
    const asked = question('She is a nurse.', film('A', ['Drama']));
    const counts = new Map<number, { count: number; confidence: number }>();
    const random = createRandom(1);
    for (let draw = 0; draw < 4000; draw += 1) {
      const reply = rater.rate(asked, { random, signal });
      if (reply instanceof Promise || reply.rating === null) throw new Error('no rating');
      const entry = counts.get(reply.rating) ?? { count: 0, confidence: reply.confidence ?? NaN };
      counts.set(reply.rating, { ...entry, count: entry.count + 1 });
    }
    for (const { count, confidence } of counts.values()) expect(Math.abs(count / 4000 - confidence)).toBeLessThan(0.03);
  });
});

describe('a language model', () => {
  function model(
    score: readonly number[] | null,
    text = '',
  ): { readonly model: LanguageModel; readonly asked: GenerateRequest[] } {
    const asked: GenerateRequest[] = [];
    const usage = { inputTokens: 1, outputTokens: 1, estimated: true };
    return {
      asked,
      model: {
        id: 'test/model',
        title: 'Test',
        contextLength: 1000,
        capabilities: { seed: true, responseSchema: false, score: score !== null },
        provenance: null,
        async *stream(request) {
          asked.push(request);
          yield { type: 'text-delta', delta: text };
          yield { type: 'finish', finishReason: 'stop', usage };
        },
        ...(score !== null && {
          score: (request: GenerateRequest) => (
            asked.push(request),
            Promise.resolve({ logProbabilities: score, usage })
          ),
        }),
      },
    };
  }
  const style = { scale: writtenScale('0-9'), shots: 2, system: 'custom' } as const;

  test('is weighed by its log-probabilities', async () => {
    const scores = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.05, 0.05].map(Math.log);
    const rater = createLanguageModelRater({ model: model(scores).model, style, temperature: 0 });
    const reply = await rater.rate(question('', film('A', ['Drama'])), { random: createRandom(1), signal });
    expect(reply).toMatchObject({ rating: 8 });
    if (reply.rating !== null) {
      expect(reply.confidence).toBeCloseTo(0.2, 9);
      expect(reply.expected).toBeCloseTo(0.1 * 28 + 0.2 * 8 + 0.05 * 19, 9);
    }
  });

  test('that is asked for yes or no rates by its probability, as much as its deciles and the scale allow', async () => {
    const rate = async (yes: number, id = 'test/model') => {
      const scores = (request: GenerateRequest, replies: readonly string[]) => {
        expect(replies).toEqual(['Yes', 'No']);
        expect(request.messages.at(-1)?.content).toMatch(
          /She hates horror\.\nWould she enjoy a Horror, Comedy movie\?/,
        );
        return [Math.log(yes), Math.log(1 - yes)];
      };
      const provenance = { engine: 'e', model: id, revision: null, dtype: null, device: null };
      const rater = createLanguageModelRater({
        model: { ...scriptedModel({}, scores), provenance },
        style: { ...style, shots: 'yes-no' },
      });
      const asked = question('She hates horror.', film('A', ['Horror', 'Comedy']));
      const reply = await rater.rate(asked, { random: createRandom(1), signal });
      return reply.rating === null ? [] : [reply.rating, Number(reply.expected.toFixed(2))];
    };
    expect(await Promise.all([0, 0.52, 0.999].map((yes) => rate(yes)))).toEqual([
      [1, 1],
      [6, 5.7],
      [10, 10],
    ]);
    const known = await Promise.all([0.01, 0.5, 0.99].map((yes) => rate(yes, 'qwen2.5-coder-1.5b-instruct-q4_k_m')));
    expect(known).toEqual(known.toSorted(([one = 0], [other = 0]) => one - other));
    expect(new Set(known.map(([rating]) => rating)).size).toBe(3);
  });

  test('without probabilities gives none for a yes', async () => {
    const rater = createLanguageModelRater({ model: model(null, 'yes').model, style: { ...style, shots: 'yes-no' } });
    const reply = await rater.rate(question('', film('A', ['Drama'])), { random: createRandom(1), signal });
    expect(reply).toMatchObject({ rating: null });
  });

  test('a reply that is no rating is null, never 0', async () => {
    const rater = createLanguageModelRater({ model: model(null, 'banana').model, style });
    expect(await rater.rate(question('', film('A', ['Drama'])), { random: createRandom(1), signal })).toMatchObject({
      rating: null,
    });
  });
});

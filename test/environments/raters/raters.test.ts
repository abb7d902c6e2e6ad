import { describe, expect, test } from 'vitest';
import { ownTest } from '../../../src/environments/ablations/ablation-test.ts';
import { runAblations } from '../../../src/environments/ablations/run-ablations.ts';
import { beginningOf, ratingMessages } from '../../../src/environments/prompts/rating-prompt.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import { readRatingLine } from '../../../src/environments/raters/rating-line.ts';
import { PROMPT_EXAMPLES } from '../../../src/environments/prompts/examples.ts';
import { cutOff, scriptedModel } from '../../models/scripted-model.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import type { GenerateRequest, LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { RatedItem, RatedPerson, RatingRequest } from '../../../src/core/rater.ts';

const signal = new AbortController().signal;
const TEN = { min: 1, max: 10 };
const person = (description: string): RatedPerson => ({
  name: 'Ada',
  age: 40,
  gender: 'F',
  description,
  job: null,
  hobby: null,
});
const film = (title: string, genres: readonly string[], averageRating: number | null = 6.5): RatedItem => ({
  id: title,
  kind: 'film',
  title,
  overview: '',
  genres,
  people: [],
  director: null,
  averageRating,
  year: 1999,
});
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

  test('the ablations of books reach what the paper’s best model reached', async () => {
    const random = createRandom(3);
    const scores = await runAblations(createRuleRater(), ownTest(null, 0.15, random), { random, signal });
    expect(scores.aggregate).toBeGreaterThanOrEqual(0.82);
    expect(scores.failures).toBe(0);
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

  test('the answer begins as SUBER’s where that is asked for, in examples, scored replies and what is read', async () => {
    const forced = { ...style, beginning: 'conclusion' } as const;
    const begins = (name: string, they: string) =>
      `Based on ${name}'s preferences and tastes, I conclude that ${they} will assign a rating of `;
    const asked = question('', film('A', ['Drama']));
    const [, , example, , why, , other, , , last] = ratingMessages(asked, forced);
    expect(example!.content).toBe(`${begins('Ruth', 'she')}8`);
    expect(why!.content).toBe(PROMPT_EXAMPLES.film[0]!.because);
    expect(other!.content).toContain(begins('Walter', 'he'));
    expect(
      last!.content.endsWith(`Answer with this sentence, ended by the rating: ${begins('Ada', 'she').trim()}`),
    ).toBe(true);
    const nobody = { ...asked, person: { ...asked.person, name: '', gender: null } };
    expect(beginningOf(nobody, forced)).toBe(begins('the person', 'they'));

    const rated = (text: string) =>
      createLanguageModelRater({ model: scriptedModel({ rate: text }), style: forced }).rate(asked, {
        random: createRandom(1),
        signal,
      });
    expect(await rated(`${begins('Ada', 'she')}6.`)).toMatchObject({ rating: 7 });
    expect(await rated('6')).toMatchObject({ rating: 7 });
    expect(await rated(`${begins('Ada', 'she')}banana`)).toMatchObject({ rating: null });

    const continuations: (readonly string[])[] = [];
    const scoring = scriptedModel({}, (_, replies) => (continuations.push(replies), replies.map((_, at) => -at)));
    await createLanguageModelRater({ model: scoring, style: forced, temperature: 0 }).rate(asked, {
      random: createRandom(1),
      signal,
    });
    expect(continuations[0]!.slice(0, 2)).toEqual([`${begins('Ada', 'she')}0`, `${begins('Ada', 'she')}1`]);
  });

  test.each([
    ['writes', undefined],
    ['scores', (_: GenerateRequest, replies: readonly string[]) => replies.map((_, at) => -Math.abs(at - 6))],
  ] as const)('one that %s is asked why behind a rating, which stays as it was', async (_, scores) => {
    const isWhy = ({ messages }: GenerateRequest) =>
      messages.some(({ content }) => /^Why does Ada rate "A"/.test(content));
    const asked = question('She bakes.', film('A', ['Drama']));
    const ask = async (why: string, explains: boolean, cut = false) => {
      const script = scriptedModel({ rate: (request) => (isWhy(request) ? why : '6\n') }, scores);
      const model = cut ? { ...script, stream: cutOff(script) } : script;
      const rater = createLanguageModelRater({ model, style, explains });
      return { reply: await rater.rate(asked, { random: createRandom(4), signal }), requests: script.requests };
    };
    const { reply: bare } = await ask('', false);
    const { reply, requests } = await ask('She likes dramas that rise slowly.', true);
    expect(reply).toEqual({ ...bare, explanation: 'She likes dramas that rise slowly.' });
    expect(bare).not.toHaveProperty('explanation');
    const why = requests.at(-1)!;
    expect(why.messages.at(-2)).toEqual({ role: 'assistant', content: style.scale.written[(bare.rating ?? 0) - 1] });
    expect(why.maxTokens).toBeGreaterThan(100);
    expect((await ask('', true)).reply).toEqual({ ...bare, explanation: null });
    expect((await ask('She bakes. And then', true, true)).reply).toMatchObject({ explanation: 'She bakes.' });
  });

  test('a reply that is no rating is null, never 0', async () => {
    const rater = createLanguageModelRater({ model: model(null, 'banana').model, style });
    expect(await rater.rate(question('', film('A', ['Drama'])), { random: createRandom(1), signal })).toMatchObject({
      rating: null,
    });
  });
});

describe('lines', () => {
  test.each([
    ['{', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['{"user":{},"item":{"title":"A"}}', 'id is missing'],
    ['{"id":1,"item":{"title":"A"}}', 'user is missing'],
    ['{"id":1,"user":{},"item":{}}', 'item.title is missing'],
    ['{"id":1,"user":{"age":"old"},"item":{"title":"A"}}', 'user.age must be a number'],
    [
      '{"id":1,"user":{},"item":{"title":"A"},"history":[{"item":{"title":"B"},"rating":11}]}',
      'history.0.rating must be from 1 to 10',
    ],
    ['{"id":1,"user":{},"item":{"title":"A"},"history":{}}', 'history must be a list'],
  ])('%s', (text, problem) => {
    const read = readRatingLine(text, TEN);
    expect(read.ok ? '' : read.problem).toContain(problem);
  });
});

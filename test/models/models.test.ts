/** @file The contract on every model and wrapper, and what each wrapper adds. */
import { describe, expect, test } from 'vitest';
import { createTrace } from '../../src/trace/create-trace.ts';
import { generateText } from '../../src/core/reply/generate.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { limited, traced } from '../../src/models/decorate.ts';
import { recorded, parseRecording, replayed } from '../../src/models/recorded.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { leaveLastOut } from '../../src/data/split/splits.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { keepsTheContract, REQUEST } from './contract.ts';
import { scriptedModel } from './scripted-model.ts';

const NEVER = new AbortController().signal;
const scripted = () => scriptedModel({ answer: '{"rating": 3.5, "reason": ""}' });
const spanOf = (events: TraceEvent[]) =>
  createTrace(
    (event) => events.push(event),
    () => 0,
  ).child({ kind: 'task', label: '', detail: null });

async function recordingOf(identity = {}): Promise<string> {
  const lines: string[] = [];
  await generateText(
    recorded(scripted(), identity, (line) => lines.push(line)),
    REQUEST,
    { signal: NEVER },
  );
  return lines.join('');
}

describe('the script of the tests', () => keepsTheContract(scripted));
describe('traced', () => keepsTheContract(() => traced(scripted(), spanOf([]))));
describe('limited', () => keepsTheContract(() => limited({ modelCalls: 9, tokens: 999 }).middleware(scripted())));
describe('recorded', () => keepsTheContract(() => recorded(scripted(), {}, () => undefined)));
describe('replayed', () => keepsTheContract(async () => replayed(parseRecording('r', await recordingOf()), {})));
describe('the built-in reasoner', () =>
  keepsTheContract(async () => {
    const dataset = madeUpDataset();
    const spec = parseRunSpec({ dataset: { name: 'made-up' }, tasks: { name: 'rating-prediction' } });
    return openSession(await testEngine(), dataset).createModel(spec, leaveLastOut(dataset), NEVER);
  }));

describe('tracing', () => {
  test('writes the request, the reply as it comes and its end', async () => {
    const events: TraceEvent[] = [];
    const reply = await generateText(traced(scripted(), spanOf(events)), REQUEST, { signal: NEVER });
    const [, call, ...rest] = events;
    expect(call).toMatchObject({
      type: 'model-call',
      model: 'test/scripted',
      purpose: 'answer',
      messages: REQUEST.messages,
      seed: 5,
    });
    expect(rest.map(({ type }) => type)).toEqual(['text-delta', 'text-delta', 'model-result']);
    expect(rest.flatMap((event) => (event.type === 'text-delta' ? [event.delta] : [])).join('')).toBe(reply.text);
    expect(reply.call).toBe(call?.seq);
  });
});

describe('scoring', () => {
  const scoring = () => scriptedModel({}, (_, continuations) => continuations.map(({ length }) => -length));

  test('is a call in the trace with the replies and their log-probabilities', async () => {
    const events: TraceEvent[] = [];
    const scored = await traced(scoring(), spanOf(events)).score?.(REQUEST, ['3', '3.5'], { signal: NEVER });
    const [, call, result] = events;
    expect(call).toMatchObject({ type: 'model-call', purpose: 'answer', continuations: ['3', '3.5'] });
    expect(result).toMatchObject({ type: 'model-result', call: call?.seq, logProbabilities: [-1, -3] });
    expect(scored).toMatchObject({ logProbabilities: [-1, -3], call: call?.seq });
  });
});

describe('limits', () => {
  test('are shared by all models of one middleware', async () => {
    const { middleware, usage } = limited({ modelCalls: 2, tokens: 1000 });
    await generateText(middleware(scripted()), REQUEST, { signal: NEVER });
    await generateText(middleware(scripted()), REQUEST, { signal: NEVER });
    const third = generateText(middleware(scripted()), REQUEST, { signal: NEVER });
    await expect(third).rejects.toMatchObject({ code: 'limit-exceeded' });
    expect(usage).toEqual({ modelCalls: 2, tokens: 4 });
  });
});

describe('recordings', () => {
  test('answer what was asked before, delta by delta, without the model', async () => {
    const model = replayed(parseRecording('r', await recordingOf()), {});
    expect(model.id).toBe('test/scripted');
    expect((await generateText(model, REQUEST, { signal: NEVER })).text).toBe('{"rating": 3.5, "reason": ""}');
  });

  test.each([
    ['seed', { ...REQUEST, seed: 6 }],
    ['temperature', { ...REQUEST, temperature: 1 }],
    ['messages', { ...REQUEST, messages: [] }],
    ['schema', { ...REQUEST, responseSchema: {} }],
  ])('another %s was not asked', async (_, request) => {
    const model = replayed(parseRecording('r', await recordingOf()), {});
    await expect(generateText(model, request, { signal: NEVER })).rejects.toMatchObject({ code: 'reply-not-recorded' });
  });

  test('a damaged one names its line', async () => {
    const text = await recordingOf();
    expect(() => parseRecording('r', `${text}{"key":\n`)).toThrow('line 3');
    expect(() => parseRecording('r', '')).toThrow('line 1');
    expect(() => parseRecording('r', text.slice(0, 20))).toThrow('line 1');
  });

  test('one that was cut off in its last line has all replies before it', async () => {
    const text = await recordingOf();
    expect(parseRecording('r', `${text}{"key":`)).toEqual(parseRecording('r', text));
    expect(parseRecording('r', text.slice(0, -9)).replies.size).toBe(0);
  });
});

describe('recorded scores and lengths', () => {
  const scoring = () => ({ ...scriptedModel({}, () => [-0.5, -1.25]), countTokens: () => Promise.resolve(17) });
  const options = { signal: NEVER };

  async function recordingOfScores(): Promise<string> {
    const lines: string[] = [];
    const model = recorded(scoring(), {}, (line) => lines.push(line));
    await model.score?.(REQUEST, ['a', 'b'], options);
    await model.countTokens?.(REQUEST.messages, options);
    return lines.join('');
  }

  test('come back as they were, and nothing else does', async () => {
    const model = replayed(parseRecording('r', await recordingOfScores()), {});
    expect(await model.score?.(REQUEST, ['a', 'b'], options)).toEqual(
      await scoring().score?.(REQUEST, ['a', 'b'], options),
    );
    expect(await model.countTokens?.(REQUEST.messages, options)).toBe(17);
    await expect(model.score?.(REQUEST, ['b', 'a'], options)).rejects.toMatchObject({ code: 'reply-not-recorded' });
    await expect(model.countTokens?.([], options)).rejects.toMatchObject({ code: 'reply-not-recorded' });
    const generated = generateText(model, REQUEST, options);
    await expect(generated).rejects.toMatchObject({ code: 'reply-not-recorded' });
  });
});

describe('the context', () => {
  const long = { ...REQUEST, messages: [{ role: 'user', content: 'word '.repeat(100) }] } as const;
  const limits = { modelCalls: 9, tokens: 9999 };
  const short = { ...scripted(), contextLength: 200 };

  test.each([
    ['as the engine counts it', 137, 'context-exceeded'],
    ['as the engine counts it', 136, null],
    ['estimated where no engine counts', null, 'context-exceeded'],
  ])('is not passed, %s: %s tokens', async (_, tokens, code) => {
    const model = { ...short, ...(tokens !== null && { countTokens: () => Promise.resolve(tokens) }) };
    const { middleware, usage } = limited(limits);
    const reply = generateText(middleware(model), long, { signal: NEVER });
    if (code === null) expect((await reply).text).not.toBe('');
    else await expect(reply).rejects.toMatchObject({ code, details: { contextLength: 200, maxTokens: 64 } });
    expect(usage.modelCalls).toBe(code === null ? 1 : 0);
  });
});

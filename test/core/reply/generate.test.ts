/** @file Asking again: what is said of a reply that could not be read, and how much room the next one has. */
import { describe, expect, test } from 'vitest';
import { generateValue, generateWords } from '../../../src/core/reply/generate.ts';
import type { GenerateRequest, LanguageModel, StreamPart } from '../../../src/core/language-model.ts';
import { readReply } from '../../../src/core/reply/read-reply.ts';
import { REQUEST } from '../../models/contract.ts';
import { contextOf } from '../../lab/run/task-context.ts';

const SHAPE = { type: 'object', properties: { rating: { type: 'number' } }, required: ['rating'] };
const read = (text: string) => readReply(text, SHAPE);

/** A model that replies one after the other; each ends at its limit where it ends with `…`. @param isToldStop whether it is said to have stopped there */
function model(
  replies: readonly string[],
  contextLength = 100_000,
  isToldStop = false,
): LanguageModel & { requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  return {
    id: 'test/replies',
    title: 'Replies',
    contextLength,
    capabilities: { seed: true, responseSchema: false, score: false },
    provenance: null,
    requests,
    async *stream(request): AsyncGenerator<StreamPart> {
      const reply = replies[Math.min(requests.length, replies.length - 1)] ?? '';
      requests.push(request);
      const [, thought = '', text = ''] = /^(?:\[(.*)\])?([^…]*)/.exec(reply) ?? [];
      if (thought !== '') yield { type: 'thought-delta', delta: thought };
      if (text !== '') yield { type: 'text-delta', delta: text };
      const isCut = reply.endsWith('…');
      const outputTokens = isCut && isToldStop ? request.maxTokens : 1;
      const usage = { inputTokens: 1, outputTokens, estimated: true };
      yield { type: 'finish', finishReason: isCut && !isToldStop ? 'length' : 'stop', usage };
    },
  };
}

const lastWords = ({ messages }: GenerateRequest): string => messages.at(-1)?.content ?? '';

describe('a value', () => {
  test('that cannot be read is asked for again with what is wrong and where', async () => {
    const asked = model(['{"rating": "high"}', '{"rating": 4}']);
    const { context, of } = contextOf(asked);
    expect(await generateValue(context, REQUEST, read)).toEqual({ ok: true, value: { rating: 4 } });
    expect(lastWords(asked.requests[1]!)).toBe(
      'That reply could not be read: rating must be a number. Reply again, with nothing but what was asked for.',
    );
    expect(asked.requests[1]?.maxTokens).toBe(REQUEST.maxTokens);
    expect(of('reply-check')).toMatchObject([
      { status: 'failed', problem: 'rating must be a number' },
      { status: 'repaired', problem: 'rating must be a number' },
    ]);
  });

  test('that had a schema is asked for with its form', async () => {
    const asked = model(['I like the second.', '{"rating": 4}']);
    const request = { ...REQUEST, responseSchema: SHAPE };
    expect(await generateValue(contextOf(asked).context, request, read)).toMatchObject({ ok: true });
    expect(lastWords(asked.requests[1]!)).toBe(
      'That reply could not be read: it holds no JSON object. Reply with only this object: {"rating": a number}',
    );
  });

  test('that was cut off is told so, and has four times the room', async () => {
    const asked = model(['[Let me see]{"rat…', '{"rating": 4}']);
    expect(await generateValue(contextOf(asked).context, REQUEST, read)).toMatchObject({ ok: true });
    expect(asked.requests.map(({ maxTokens }) => maxTokens)).toEqual([64, 256]);
    expect(lastWords(asked.requests[1]!)).toMatch(
      /cut off after 64 tokens, which thinking had used up.*never closed.*in less than 256 tokens/,
    );
  });

  test('that was mended is counted as such, and asked for once', async () => {
    const asked = model(['Sure: {"rating": "4"}']);
    const { context, of } = contextOf(asked);
    expect(await generateValue(context, REQUEST, read)).toMatchObject({ ok: true, value: { rating: 4 } });
    expect(asked.requests).toHaveLength(1);
    expect(of('reply-check')).toMatchObject([
      { status: 'mended', problem: 'words around the JSON were overlooked; a number was written as "4"' },
    ]);
  });

  test('that cannot be read twice is none', async () => {
    const asked = model(['no']);
    expect(await generateValue(contextOf(asked).context, REQUEST, read)).toEqual({
      ok: false,
      problem: 'it holds no JSON object',
    });
    expect(asked.requests).toHaveLength(2);
  });
});

describe('words', () => {
  test('that are none are asked for again, without what stopped them', async () => {
    const asked = model(['', 'Ask.']);
    const { context, of } = contextOf(asked);
    expect((await generateWords(context, { ...REQUEST, stop: ['\n'] })).text).toBe('Ask.');
    expect(asked.requests.map(({ stop }) => stop)).toEqual([['\n'], []]);
    expect(of('reply-check').map(({ status }) => status)).toEqual(['failed', 'repaired']);
  });
});

/** @file Thinking told apart at the border of an engine: its parts, its budget, and what stops the reply behind it. */
import { describe, expect, test } from 'vitest';
import type { GenerateRequest, LanguageModel, StreamPart } from '../../src/core/language-model.ts';
import { thinkingApart, thinkingHabit, THINKING_TOKENS } from '../../src/models/thinking-apart.ts';
import { REQUEST } from './contract.ts';

const usage = { inputTokens: 10, outputTokens: 20, estimated: false };

async function reply(
  text: string,
  request: Partial<GenerateRequest>,
  tokens: number | null,
  hasThought = false,
  habit = thinkingHabit(tokens, hasThought),
) {
  let asked: GenerateRequest | null = null;
  const inner = {
    id: 'test/thinks',
    title: 'Thinks',
    contextLength: 1000,
    capabilities: { seed: true, responseSchema: false, score: false },
    provenance: null,
    async *stream(wanted: GenerateRequest): AsyncGenerator<StreamPart> {
      asked = wanted;
      for (const delta of text) yield { type: 'text-delta', delta };
      yield { type: 'finish', finishReason: 'stop', usage };
    },
  } satisfies LanguageModel;
  const parts: StreamPart[] = [];
  const signal = new AbortController().signal;
  for await (const part of thinkingApart(inner, habit).stream({ ...REQUEST, ...request }, { signal })) parts.push(part);
  const of = (type: 'text-delta' | 'thought-delta'): string =>
    parts.map((part) => (part.type === type ? part.delta : '')).join('');
  return {
    habit,
    asked: asked as GenerateRequest | null,
    text: of('text-delta'),
    thought: of('thought-delta'),
    end: parts.at(-1),
  };
}

describe('a model', () => {
  test('that is seen to think gets a budget of its own from then on', async () => {
    const { text, thought, end, habit } = await reply('<think>abcde</think>\n\n12345', {}, null);
    expect({ text, thought }).toEqual({ text: '12345', thought: 'abcde' });
    expect(end).toMatchObject({ usage: { outputTokens: 20, thinkingTokens: 10 } });
    expect(habit.tokens).toBe(THINKING_TOKENS);
  });

  test('whose chat template opens its thoughts gets that budget too, and its thoughts are told from then on', async () => {
    const { habit } = await reply('Fine.\n</think>\n\n4', {}, null);
    expect(habit.tokens).toBe(THINKING_TOKENS);
    const again = await reply('First line.\nSecond.</think>\n\n4\n5', { stop: ['\n'] }, null, true, habit);
    expect(again).toMatchObject({ text: '4', thought: 'First line.\nSecond.' });
    expect(await reply('4', {}, null, true, habit)).toMatchObject({ text: '4', thought: '' });
    expect(await reply('<think>a</think>4', {}, null, true, habit)).toMatchObject({ text: '4', thought: 'a' });
  });

  test('that thinks is stopped behind its thoughts, not within them', async () => {
    const { asked, text, end } = await reply('<think>a\nb</think>\nc\nd', { maxTokens: 8, stop: ['\n'] }, 100);
    expect(asked).toMatchObject({ maxTokens: 108, stop: [] });
    expect(text).toBe('c');
    expect(end).toMatchObject({ finishReason: 'stop' });
  });
});

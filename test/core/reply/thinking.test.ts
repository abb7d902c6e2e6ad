/** @file Thinking told from replies: whole, and as they come. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ThinkingSplitter, withoutThinking } from '../../../src/core/reply/thinking.ts';

const split = (pieces: readonly string[]) => {
  const splitter = new ThinkingSplitter();
  const sent = [...pieces.flatMap((piece) => splitter.add(piece)), ...splitter.end()];
  const of = (type: string): string =>
    sent
      .filter((one) => one.type === type)
      .map(({ text }) => text)
      .join('');
  return { text: of('text'), thought: of('thought') };
};

describe('a whole reply', () => {
  test.each([
    ['<think>a</think>b', 'b'],
    ['<Thinking>\na {x}\n</Thinking>\n\nb', 'b'],
    ['<think>a', ''],
    ['b\n<reasoning>a', 'b'],
    ['a</think>b', 'b'],
    ['<think>a</think>b\n<think>c</think>d', 'b\nd'],
    ['Sure. <think>a</think>b', 'b'],
    ['A film called <think> was named', 'A film called <think> was named'],
    ['3 < 4 > 2', '3 < 4 > 2'],
  ])('%j is %j', (text, rest) => {
    expect(withoutThinking(text)).toBe(rest);
  });
});

describe('a reply as it comes', () => {
  test.each([
    ['<think>a</think>\n\nb', 'b', 'a'],
    ['  <think>a</think>b', 'b', 'a'],
    ['<think>a', '', 'a'],
    ['b\n<think>a</think>\nc', 'b\nc', 'a'],
    ['<thin', '<thin', ''],
    ['b <think>a</think>', 'b <think>a</think>', ''],
    ['<think></think>\n\n{"a": "<think>"}', '{"a": "<think>"}', ''],
  ])('%j', (reply, text, thought) => {
    for (let size = 1; size <= reply.length; size += 1) {
      const pieces = reply.match(new RegExp(`[^]{1,${String(size)}}`, 'g')) ?? [];
      expect(split(pieces)).toEqual({ text, thought });
    }
  });

  test('loses nothing, however it is cut', () => {
    const words = fc.array(fc.constantFrom('<think>', '</think>', '\n', ' ', 'a', '<', '{'), { maxLength: 20 });
    fc.assert(
      fc.property(words, (pieces) => {
        const whole = split([pieces.join('')]);
        expect(split(pieces)).toEqual(whole);
        if (!pieces.includes('<think>')) expect(whole.text).toBe(pieces.join(''));
      }),
    );
  });
});

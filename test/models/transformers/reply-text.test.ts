import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReplyText } from '../../../src/models/transformers/transformers-model.ts';

/** The worst tokenizer: each token is one byte. */
const decode = (tokens: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(tokens));
const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];

function read(text: string, stop: readonly string[]) {
  const reply = new ReplyText(decode, stop);
  const deltas: string[] = [];
  for (const byte of bytes(text)) {
    deltas.push(reply.add(byte));
    if (reply.isStopped) break;
  }
  deltas.push(reply.end());
  return { deltas, whole: deltas.join(''), isStopped: reply.isStopped };
}

const lively = fc.stringMatching(/^[abé🎬\n ]{0,30}$/u);

test('gives the text in whole characters, whatever the tokens cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { deltas, whole } = read(text, []);
      expect(whole).toBe(text);
      for (const delta of deltas) expect(delta).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});

test('ends right before the first stop string', () => {
  fc.assert(
    fc.property(lively, fc.array(fc.stringMatching(/^[ab\n]{1,3}$/), { maxLength: 3 }), (text, stop) => {
      const { whole, isStopped } = read(text, stop);
      // The reply ends with the token that completes any of them.
      const completed = stop.filter((one) => text.includes(one));
      expect(isStopped).toBe(completed.length > 0);
      if (completed.length === 0) expect(whole).toBe(text);
      else for (const one of stop) expect(whole).not.toContain(one);
      expect(text.startsWith(whole)).toBe(true);
    }),
  );
});

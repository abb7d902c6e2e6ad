import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LabError, toLabError } from '../../../src/core/errors.ts';
import { visibleJson } from '../../../src/cli/terminal.ts';
import { oneLine } from '../../../src/core/text/visible-text.ts';

const OBEYED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const anyText = fc.string({ unit: 'binary' });

test('a line holds nothing that a terminal obeys, and what is no control character stays', () => {
  expect(oneLine('a\u001b[2Jb\u0085c\r\nd\u202ee')).toBe('a [2Jb c de');
  expect(oneLine('Amélie – “Le Fabuleux Destin” 千と千尋 👩‍🚀 שלום\u200f')).toBe(
    'Amélie – “Le Fabuleux Destin” 千と千尋 👩‍🚀 שלום\u200f',
  );
  fc.assert(fc.property(anyText, (text) => !OBEYED.test(oneLine(text))));
});

test('JSON for a terminal is the same value', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const value: unknown = JSON.parse(json);
      const shown = visibleJson(value);
      expect(OBEYED.test(shown)).toBe(false);
      expect(JSON.parse(shown)).toEqual(value);
    }),
  );
});

test('the message of an error is one line, whatever it quotes', () => {
  expect(new LabError('spec-invalid', 'The title "a\nb\u001b[2J" is taken.').message).toBe(
    'The title "a b [2J" is taken.',
  );
  expect(toLabError(new Error('first\nsecond')).message).not.toContain('\n');
});

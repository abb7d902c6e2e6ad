import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, textWidth, wrap } from '../../src/picture/wrap.ts';

test('lines fit, and all of a short text is there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
      const lines = wrap(text, width, 12, 3);
      expect(lines.length).toBeLessThanOrEqual(3);
      for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(width);
      const plain = text.replace(/\s+/g, ' ').trim();
      if (textWidth(plain, 12) <= width) expect(lines.join(' ')).toBe(plain);
    }),
  );
});

test('a text that is cut says so', () => {
  expect(wrap('What do people like this one think of it?', 60, 12, 1)).toEqual([expect.stringMatching(/^What.*…$/)]);
  expect(fit('Heat', 200, 12)).toBe('Heat');
  expect(wrap('', 100, 12, 2)).toEqual([]);
});

test('no line begins with what parts two things', () => {
  const lines = wrap('Ratings of similar films · X-Men', 80, 12, 4);
  expect(lines.join(' ')).toBe('Ratings of similar films · X-Men');
  expect(lines.filter((line) => line.startsWith('·'))).toEqual([]);
});

test('a letter that fills a square is wider than an i', () => {
  expect(textWidth('映画', 12)).toBeGreaterThan(2 * textWidth('ii', 12));
});

/** @file Sentences of texts that hold titles. */
import { expect, test } from 'vitest';
import { wholeSentences } from '../../../src/core/reply/read-words.ts';
import { BETWEEN_SENTENCES, sentencesIn } from '../../../src/core/text/words.ts';

test.each([
  ['I saw Mr. And Mrs. Smith, and laughed. Then I slept!', ['I saw Mr. And Mrs. Smith, and laughed.', 'Then I slept!']],
  ['Monsters vs. Aliens held me. So did J. Edgar.', ['Monsters vs. Aliens held me.', 'So did J. Edgar.']],
])('%j', (text, sentences) => {
  expect(text.split(BETWEEN_SENTENCES)).toEqual(sentences);
});

test.each([
  ['Mr. Ripley lies. I like him!', ['Mr. Ripley lies.', ' I like him!']],
  [
    'J.R.R. Tolkien wrote it, and it took 3.5 hours... Great.',
    ['J.R.R. Tolkien wrote it, and it took 3.5 hours...', ' Great.'],
  ],
])('the sentences of %j', (text, sentences) => {
  expect(sentencesIn(text)).toEqual(sentences);
});

test('a text that was cut off ends with a whole sentence', () => {
  expect(wholeSentences('She loves Heat. She saw Mr. And Mrs. Smi')).toBe('She loves Heat.');
  expect(wholeSentences('She saw Dr. No and Mr.')).toBe('She saw Dr. No and Mr.');
});

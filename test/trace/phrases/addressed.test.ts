import { expect, test } from 'vitest';
import { addressed } from '../../../src/trace/phrases/addressed.ts';

test.each([
  ['You gives 3.9.', 'You give 3.9.'],
  ['You has rated no film that is about as popular.', 'You have rated no film that is about as popular.'],
  ['You’s average', 'Your average'],
  ['The words of You’s reviews', 'The words of your reviews'],
  ['The latest ratings of You: 3.9.', 'The latest ratings of you: 3.9.'],
  ['Love You Again gets 4.1.', 'Love You Again gets 4.1.'],
])('%s', (sentence, said) => {
  expect(addressed(sentence, 'You')).toBe(said);
  expect(addressed(sentence, 'Yolanda')).toBe(sentence);
});

import { expect, test } from 'vitest';
import { counted, versusOthers } from '../../../src/trace/phrases/plain-words.ts';

const said = { person: 'Ada', item: 'Heat', theItem: 'Heat', noun: 'film', nouns: 'films', items: 1 };

test('sums of weights are told as whole numbers: nobody is a part of a person', () => {
  expect([1, 15].map((value) => counted(value, 'person', 'people'))).toEqual(['1 person', '15 people']);
  expect([0.3, 1.2, 1.7883].map((value) => counted(value, 'film'))).toEqual([
    'hardly any films',
    'about 1 film',
    'about 2 films',
  ]);
  expect(versusOthers({ value: -0.85, support: 0.3322 }, said)).toBe(
    '0.85 lower than others do (hardly any comparable films)',
  );
});

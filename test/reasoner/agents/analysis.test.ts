/** @file What an analyst's rules say of its look-ups, and what a manager's read of it. */
import { describe, expect, test } from 'vitest';
import { analysisOf, readAnalysis, writeAnalysis } from '../../../src/reasoner/agents/analysis.ts';

const FACTS = 'Item 2641: Title: The Time Machine (2002), Genres: Adventure|Science Fiction';
const historyOf = (earlier: string): string =>
  `The latest 2 of 20${earlier} ratings of item 2641, the latest last:\nOver all 20: mean 3.42, standard deviation 0.98.\nuser 77 (rating: 2)\nuser 216 (rating: 5)`;

describe.each([
  [' earlier', 'Item 2641 has 20 earlier ratings; the average of the latest 2 is '],
  ['', 'Item 2641 has 20 ratings; the average of the latest 2 is '],
])('ratings counted%s', (moment, said) => {
  const analysis = analysisOf('item', 2641, [FACTS, historyOf(moment)]);

  test('are said to be so', () => {
    expect(analysis === null ? '' : writeAnalysis(analysis)).toBe(`${said}3.5000. On record: ${FACTS.slice(11)}`);
  });

  test('are read back as they were written', () => {
    expect(analysis === null ? null : readAnalysis(writeAnalysis(analysis))).toEqual(analysis);
  });
});

import { describe, expect, test } from 'vitest';
import { namesAround, namesOfLists, NO_NAMES } from '../../../src/trace/names.ts';
import {
  plainObservation,
  shortObservation,
  shortTitle,
  tellingWords,
} from '../../../src/trace/phrases/short-title.ts';
import { readAsked } from '../../../src/trace/phrases/read-phrase.ts';
import type { AskedPhrase } from '../../../src/trace/phrases/phrase.ts';
import type { RatingTask } from '../../../src/core/task.ts';
import { EXPLANATION_QUERIES } from '../../../src/reasoner/text/explanation-queries.ts';
import { HEADING_QUERIES } from '../../../src/reasoner/text/heading-queries.ts';
import { RANKING_QUERIES } from '../../../src/reasoner/ranking-queries.ts';
import { RATING_QUERIES } from '../../../src/reasoner/rating-queries.ts';
import { fill } from '../../../src/trace/phrases/template.ts';

const TASK: RatingTask = {
  type: 'rating-prediction',
  user: { id: 448, name: 'Klaus Ibarra' },
  item: { id: 2641, title: 'The Time Machine (2002)' },
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [],
};
const CLUB = namesAround(
  TASK,
  namesOfLists(
    { ids: [448, 563, 216], names: ['Klaus Ibarra', 'Olga Berg', 'Luca Rossi'] },
    { ids: [2641, 2904, 6], names: ['The Time Machine (2002)', 'X-Men (2000)', 'Heat (1995)'] },
  ),
);

function asked(question: string, tool = 'database', thought = ''): AskedPhrase {
  const read = readAsked({ thought, action: { tool, arguments: { question } } });
  if (read === null) throw new Error(`No phrase reads ${question}`);
  return read;
}

describe('titles of what the reasoner asks', () => {
  test.each([
    ['Which users are most like user 448?', 'People like Klaus'],
    ['Which users are most like user 563?', 'People like Olga Berg'],
    ['What is the average of the last 10 ratings given by user 448?', 'Recent ratings'],
    ['What is the average of the last 10 ratings given by user 216?', 'Recent ratings · Luca Rossi'],
    ['What is the average rating of item 2641, The Time Machine (2002)?', 'The film’s average'],
    ['What is the average rating of item 2904, X-Men (2000)?', 'X-Men’s average'],
    ['How close is each of items 1, 2, 3 to all that was rated by user 448?', 'How close: 3 films'],
  ])('%s', (question, title) => {
    expect(shortTitle(asked(question), CLUB)).toBe(title);
  });

  test('of a search and a summary the thought says what for', () => {
    const search = asked('X-Men (2000)', 'search', 'I should look up what item 2904, X-Men (2000) is.');
    expect(shortTitle(search, CLUB)).toBe('About X-Men');
    expect(shortObservation(search, 'X-Men (2000): genres are Action, Fantasy', CLUB)).toBe(
      'X-Men (2000): genres are Action, Fantasy',
    );
    const summary = asked(
      '2641',
      'summarize',
      'I should know what reviews say about item 2641, The Time Machine (2002).',
    );
    expect(shortTitle(summary, CLUB)).toBe('Reviews of the film');
  });

  const places = {
    user: 'user 448',
    item: 'item 2641, The Time Machine (2002)',
    items: 'items 6, 2904',
    id: '2641',
    title: 'The Time Machine (2002)',
  };
  const queries = [RATING_QUERIES, RANKING_QUERIES, EXPLANATION_QUERIES, HEADING_QUERIES];

  test('are short, differ within a kind of task, and name nobody by number', () => {
    for (const table of queries) {
      const titles = table.map(({ question, thought, tool }) =>
        shortTitle(asked(fill(question, places), tool, fill(thought, places)), CLUB),
      );
      expect(new Set(titles).size).toBe(titles.length);
      for (const title of titles) expect(title).toMatch(/^(?!.*(?:user|item) \d).{4,34}$/);
    }
  });
});

describe('what came back', () => {
  const favourites = asked(
    'How did users sharing favourites with user 448 rate item 2641, The Time Machine (2002), compared with their own averages?',
  );

  test('is a plain sentence with rounded numbers', () => {
    const said =
      'Users sharing favourites with user 448 rated item 2641, The Time Machine (2002) 0.0851 higher than their own averages (15 users).';
    expect(plainObservation(favourites, said, CLUB)).toBe(
      '15 people who share Klaus’s favourites rated The Time Machine 0.09 above their own averages.',
    );
    expect(shortObservation(favourites, said, CLUB)).toBe('+0.09 vs. their averages');
  });

  test('names whom a person is like, and the best of a list', () => {
    const like = asked('Which users are most like user 448?');
    expect(shortObservation(like, 'Most similar to user 448 are the users 563 (0.4811), 216 (0.4581).', CLUB)).toBe(
      '2 people: Olga Berg (0.48), Luca Rossi (0.46).',
    );
    expect(shortObservation(like, 'Most similar to user 448 are the users 7 (0.4811), 8 (0.4581).', CLUB)).toBe(
      '2 people',
    );
    const close = asked('How close is each of items 2641, 2904, 6 to all that was rated by user 448?');
    const told = 'Closeness to the 61 items rated by user 448: 2641: 1.7267; 2904: 0; 6: 1.8157.';
    expect(shortObservation(close, told, CLUB)).toMatch(/^Heat \(1995\) 1.82, The Time Machine \(2002\) 1.73/);
    expect(plainObservation(close, told, CLUB)).toMatch(/^Closeness to all films that Klaus rated: 2641: /);
  });

  test('is said so where there is nothing', () => {
    const series = asked(
      'How do the ratings given by user 448 to the series of item 2641, The Time Machine (2002) compare with those of others?',
    );
    const nothing = 'Nothing is on record for that: user 448, item 2641, The Time Machine (2002).';
    expect(plainObservation(series, nothing, CLUB)).toBe('Klaus has rated no other film of this series.');
    expect(shortObservation(series, nothing, CLUB)).toBe('nothing on record');
  });
});

test.each([
  ['What is the average rating of The Time Machine (2002)?', 'Average rating of The Time Machine (2002)'],
  ['How did users like Klaus rate science fiction?', 'Like Klaus rate science fiction'],
  ['I should find people who liked Heat (1995)', 'Liked Heat (1995)'],
  ['Time travel films of the nineties', 'Time travel films of the nineties'],
  ['What is it?', 'What is it?'],
])('the telling words of %s', (question, words) => {
  expect(tellingWords(question)).toBe(words);
});

test('a question that no template wrote is nobody’s', () => {
  const action = { tool: 'database', arguments: { question: 'Does Klaus like trains?' } };
  expect(readAsked({ thought: 'Trains.', action })).toBeNull();
  expect(shortTitle(asked('Which users are most like user 9?'), NO_NAMES)).toBe('People like user 9');
});

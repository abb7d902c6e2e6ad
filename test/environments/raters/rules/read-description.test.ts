import { describe, expect, test } from 'vitest';
import { readDescription } from '../../../../src/environments/raters/rules/read-description.ts';

/** +, − or nothing for each topic that the text judges. */
function signs(text: string, kind: 'film' | 'book' = 'film'): Record<string, string> {
  const { topics } = readDescription(text, kind);
  return Object.fromEntries([...topics].map(([topic, { value }]) => [topic, value > 0 ? '+' : '-']));
}

describe('likes and dislikes', () => {
  test.each([
    ["She can't stand horror and is a sucker for romantic comedies.", { horror: '-', romance: '+', comedy: '+' }],
    [
      'He is not a fan of documentaries, avoids westerns and loves reading fantasy novels.',
      { documentary: '-', western: '-', fantasy: '+' },
    ],
    ['Horror bores him, but westerns are his favourite.', { horror: '-', western: '+' }],
    ['She finds crime too gritty and science fiction too hard to follow.', { crime: '-', 'science-fiction': '-' }],
    ['He doesn’t care much for dramas, while musicals make him smile.', { drama: '-', music: '+' }],
    ['She can’t get enough of thrillers.', { thriller: '+' }],
    ['He never misses an animated film.', { animation: '+' }],
    ['He prefers romance over action.', { romance: '+', action: '-' }],
    ['She loves fantasy. Romance? She finds it dull.', { fantasy: '+', romance: '-' }],
    ['War films give him nightmares.', { war: '-' }],
    ['A horror buff who despises whodunits.', { horror: '+', mystery: '-' }],
    ['He used to love comedies but these days they leave him cold.', { comedy: '-' }],
    ['She used to hate horror but now loves it.', { horror: '+' }],
    ["It's not that he dislikes comedies; he just prefers dramas.", { comedy: '+', drama: '+' }],
    [
      'She has gone off horror, outgrown fantasy and given up on westerns.',
      { horror: '-', fantasy: '-', western: '-' },
    ],
    ["He wouldn't say no to a comedy and melts at a good romance.", { comedy: '+', romance: '+' }],
    ['She is not exactly a horror person.', { horror: '-' }],
    ['He is very much a horror person.', { horror: '+' }],
    ['War films are where her heart is.', { war: '+' }],
    ['Nothing gets his pulse racing like a good horror film.', { horror: '+' }],
    ['Violence is out of the question for her.', { action: '-', horror: '-', war: '-', crime: '-' }],
    ['Made-up monsters leave Lou cold.', { horror: '-' }],
    ['He has shelves of books on the Second World War.', { war: '+', history: '+' }],
    ['Romance, in his opinion, is best left to others.', { romance: '-' }],
    ['Only watches what critics praise and turns off anything rated poorly.', { acclaimed: '+', panned: '-' }],
    ['Dreams of dragons; would rather do homework than watch a western.', { fantasy: '+', western: '-' }],
  ] as const)('%s', (text, expected) => {
    expect(signs(text)).toEqual(expected);
  });

  test.each([
    ['Poetry makes no sense to her.', { poetry: '-' }],
    ['He thinks science fiction is for children.', { 'science-fiction': '-' }],
    ['She believes self-help books are a scam.', { 'self-help': '-' }],
    ['He would take a good biography over a novel any day.', { biography: '+', fiction: '-' }],
    ['Fantasy is where she feels at home.', { fantasy: '+' }],
    ['Give her a detective story and she is happy.', { mystery: '+' }],
  ] as const)('of books: %s', (text, expected) => {
    expect(signs(text, 'book')).toEqual(expected);
  });
});

test('whoever watches anything with somebody likes that somebody, and not everything', () => {
  const reading = readDescription('She will watch anything with Tom Hanks.', 'film');
  expect(reading.attitudeTo('Tom Hanks')?.value).toBeGreaterThan(0.8);
  expect(reading.habit).toBeNull();
});

test.each([
  ['He falls asleep in anything slow.'],
  ['She avoids anything frightening.'],
  ['He turns off anything rated poorly.'],
])('what is narrowed down is not everything: %s', (text) => {
  const reading = readDescription(text, 'film');
  expect(reading.habit).toBeNull();
  expect(reading.others).toBeNull();
});

describe('everything else', () => {
  test.each([
    ['She hates everything except documentaries.', '-', { documentary: '+' }],
    ['He loves all genres but romance.', '+', { romance: '-' }],
    ["He doesn't watch anything but action movies.", '-', { action: '+' }],
    ['She only likes comedies.', '-', { comedy: '+' }],
    ['He rates comedies between 8 and 10 and everything else between 1 and 5.', '-', { comedy: '+' }],
    [
      'Documentaries are the only films worth watching; all other genres deserve a low rating.',
      '-',
      { documentary: '+' },
    ],
  ] as const)('%s', (text, others, topics) => {
    const { value } = readDescription(text, 'film').others ?? { value: 0 };
    expect(value > 0 ? '+' : value < 0 ? '-' : '').toBe(others);
    expect(signs(text)).toEqual(topics);
  });
});

describe('how a person rates in general', () => {
  test.each([
    ['He gives every film a 10, no matter what.', 0.99, 1],
    ['As a token of her appreciation she consistently awards a perfect rating of 10.', 0.9, 1],
    ['He never fails to assign a perfect rating of 10 to whatever he sees.', 0.9, 1],
    ['She does not hesitate to give a perfect rating of 10.', 0.9, 1],
    ['He refuses to give a rating of 10.', 0, 0.1],
    ['She never rates a movie above 3.', 0, 0.23],
    ['A harsh critic who finds fault in everything.', 0, 0.12],
    ['She finds joy in every film she sees and always gives high ratings.', 0.85, 1],
    ['He always gives the lowest possible rating.', 0, 0.12],
    ['Two stars is as high as he goes.', 0, 0.2],
    ['She hates anything put before her.', 0, 0.12],
  ] as const)('%s', (text, least, most) => {
    const { habit } = readDescription(text, 'film');
    expect(habit).toBeGreaterThanOrEqual(least);
    expect(habit).toBeLessThanOrEqual(most);
  });

  test('is unknown where the text does not say', () => {
    expect(readDescription('She likes comedies and plays chess.', 'film').habit).toBeNull();
  });
});

test('a name is judged where the text judges it', () => {
  const reading = readDescription('He is a big fan of Tom Hanks but finds Meg Ryan annoying.', 'film');
  expect(reading.attitudeTo('Tom Hanks')?.value).toBeGreaterThan(0.5);
  expect(reading.attitudeTo('Meg Ryan')?.value).toBeLessThan(-0.5);
  expect(reading.attitudeTo('Hugh Grant')).toBeNull();
});

test('hostile text neither hangs nor throws', () => {
  const long = `${'not a big fan of '.repeat(3000)}horror ${'\u0000"((('.repeat(500)}`;
  expect(() => readDescription(long, 'film')).not.toThrow();
});

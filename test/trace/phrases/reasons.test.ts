import { describe, expect, test } from 'vitest';
import { namesAround, NO_NAMES } from '../../../src/trace/names.ts';
import {
  plainAnswerReason,
  plainInspiration,
  plainValue,
  plainVerdict,
  shortVerdict,
  tellsGain,
} from '../../../src/trace/phrases/reasons.ts';
import { RANKING_QUERIES } from '../../../src/reasoner/ranking-queries.ts';
import { RATING_QUERIES } from '../../../src/reasoner/rating-queries.ts';
import { HEAT } from '../../ui/scripted-run.ts';

const NAMES = namesAround({ ...HEAT, user: { id: 599, name: 'Ada King' } }, NO_NAMES);

describe('a verdict', () => {
  test('says how useful a state seems, and how useful it has to be', () => {
    const cut = 'Estimated usefulness 0.070; the threshold is 0.119.';
    expect([plainVerdict(cut), shortVerdict(cut)]).toEqual([
      'Estimated usefulness 0.07, below the threshold of 0.12.',
      'not useful enough (0.07 < 0.12)',
    ]);
    const kept = 'Estimated usefulness 0.063; the threshold is 0.030.';
    expect([plainVerdict(kept), shortVerdict(kept)]).toEqual([
      'Estimated usefulness 0.06, above the threshold of 0.03.',
      'useful enough (0.06 ≥ 0.03)',
    ]);
  });

  test('keeps the digits that tell its two numbers apart', () => {
    expect(shortVerdict('Estimated usefulness 0.117; the threshold is 0.119.')).toBe(
      'not useful enough (0.117 < 0.119)',
    );
  });
});

test('an alternative is worth a share of what can be found out, and a path too', () => {
  expect(plainValue('Its states gave 0.651 of the information to be had.')).toBe(
    'By the reasoner’s estimate, the path so far has found 65 % of all that can be found out.',
  );
  expect(plainInspiration('The best remaining question would add 0.377 of the information to be had.')).toBe(
    'The best remaining question would add 38 % of all that can be found out.',
  );
  expect(tellsGain('The best remaining question would add 0.377 of the information to be had.')).toBe(true);
  expect(tellsGain('It would add nothing.')).toBe(false);
});

describe('an answer', () => {
  test('says which average it starts from, and what each piece of evidence adds', () => {
    expect(
      plainAnswerReason(
        'Starts at 3.535, the average of the calibration ratings: −0.018 from examples, −0.207 from item-mean, +0.303 from recent-mean.',
        NAMES,
      ),
    ).toBe(
      'Starts at 3.54, the average of the ratings that the reasoner was fitted on: −0.02 from the examples, −0.21 from the film’s average, +0.30 from recent ratings.',
    );
    expect(
      plainAnswerReason('Starts at 3.535, the average of the calibration ratings; nothing else is known.', NAMES),
    ).toBe('Starts at 3.54, the average of the ratings that the reasoner was fitted on; nothing else is known.');
  });

  test('of a list says what it is ranked by', () => {
    const slips = new Map([['item-mean', 'wrong film']]);
    const moved =
      'Starts at 3.535, the average of the calibration ratings: −0.210 from item-mean, +0.100 from user-mean.';
    expect(plainAnswerReason(moved, NAMES, slips)).toContain(
      '−0.21 from the film’s average (from a slip: wrong film), +0.10 from Ada’s average.',
    );
    expect(plainAnswerReason('Ranked by co-rated-match, popularity.', NAMES)).toBe(
      'Ranked by closeness to all films that Ada rated; number of ratings.',
    );
  });

  test('names all that the reasoner can go by', () => {
    for (const { name, kind } of RATING_QUERIES.filter((query) => query.kind === 'evidence'))
      expect(
        plainAnswerReason(`Starts at 3.535, the average of the calibration ratings: +0.100 from ${name}.`, NAMES),
        kind,
      ).not.toContain(name);
    for (const { name } of RANKING_QUERIES)
      expect(plainAnswerReason(`Ranked by ${name}.`, NAMES)).not.toContain(`${name}.`);
  });
});

test('what no rule wrote stays as it is', () => {
  const said = 'Because it is good.';
  expect([plainVerdict(said), shortVerdict(said), plainInspiration(said), plainAnswerReason(said, NAMES)]).toEqual(
    Array(4).fill(said),
  );
});

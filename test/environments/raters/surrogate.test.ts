/** @file What a surrogate is fitted on and measured by, and teachers that give too little for either. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { Rater, RatingRequest } from '../../../src/core/rater.ts';
import { askTeacher } from '../../../src/environments/raters/surrogate/ask-teacher.ts';
import { fitSurrogate } from '../../../src/environments/raters/surrogate/surrogate-rater.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { drawCatalogue } from '../../lab/training/draw-catalogue.ts';

const SCALE = { min: 1, max: 5 };
const { signal } = new AbortController();
const asking = () => ({ random: createRandom('surrogate'), signal });
const drawn = (people: number, items: number) => drawCatalogue({ people, items, seed: 1 });

/** A teacher that rates 3 where it is willing to. */
function teacher(isWilling: (asked: number, request: RatingRequest) => boolean): Rater & { asked: number } {
  return {
    id: 'a teacher',
    title: 'A teacher',
    asked: 0,
    rate(request) {
      this.asked += 1;
      return isWilling(this.asked, request)
        ? { rating: 3, expected: 3, confidence: 0.5, reason: '' }
        : { rating: null, reason: 'no rating' };
    },
  };
}

describe('what a teacher is asked', () => {
  test('is no item twice for a person, so that what is held out was never fitted on', async () => {
    const { taught, failures } = await askTeacher(createRuleRater(), await drawn(4, 20), SCALE, asking());
    expect(failures).toBe(0);
    for (const ratings of taught) {
      expect(ratings.length).toBe(20);
      expect(new Set(ratings.map(({ item }) => item)).size).toBe(20);
      expect(ratings.filter(({ isHeldOut }) => isHeldOut).length).toBe(4);
    }
  });
});

test('a model that only writes is asked twice of what is held out, so that its noise is known', async () => {
  const writes: Rater = {
    id: 'writes',
    title: 'Writes',
    rate(_, { random }) {
      const rating = 2 + random.integer(3);
      return { rating, expected: rating, confidence: null, reason: 'written' };
    },
  };
  const { taught, noise, failures } = await askTeacher(writes, await drawn(20, 60), SCALE, asking());
  expect(failures).toBe(0);
  // Uniform on 2, 3, 4.
  expect(noise).toBeGreaterThan(0.7);
  expect(noise).toBeLessThan(0.93);
  const heldOut = taught.flat().filter(({ isHeldOut }) => isHeldOut);
  expect(heldOut.some(({ expected }) => !Number.isInteger(expected))).toBe(true);
  const sure = teacher(() => true);
  expect((await askTeacher(sure, await drawn(2, 20), SCALE, asking())).noise).toBe(0);
  expect(sure.asked).toBe(2 * 20);
});

describe('no surrogate is made', () => {
  test('of a teacher that never gives a rating, and it is not asked about everybody first', async () => {
    const silent = teacher(() => false);
    await expect(fitSurrogate(silent, await drawn(4, 20), SCALE, asking())).rejects.toMatchObject({
      code: 'reply-unparseable',
      message: expect.stringContaining('A teacher gave 0 of 20 ratings') as string,
    });
    expect(silent.asked).toBe(20);
  });

  test('that could not be measured, for want of held-out ratings or of items', async () => {
    const unwilling = teacher((asked) => asked % 5 !== 0);
    await expect(fitSurrogate(unwilling, await drawn(4, 20), SCALE, asking())).rejects.toThrow('held out');
    const whole = await drawn(4, 20);
    const few = { ...whole, items: whole.items.slice(0, 4) };
    await expect(fitSurrogate(createRuleRater(), few, SCALE, asking())).rejects.toMatchObject({
      code: 'task-impossible',
    });
  });
});

test('ratings that could not be had are counted, and a surrogate is fitted on the others', async () => {
  const wayward = teacher((asked) => asked % 3 !== 0);
  const { quality } = await fitSurrogate(wayward, await drawn(4, 20), SCALE, asking());
  expect(quality).toMatchObject({ teacher: 'a teacher', failures: 26, rmse: expect.closeTo(0, 0) as number });
  expect(quality.fitted + quality.heldOut).toBe(54);
});

/** @file What the page makes of the ratings of whoever sits at it. */
import { expect, test } from 'vitest';
import { readDescription } from '../../src/environments/raters/rules/read-description.ts';
import { describedByRatings } from '../../src/ui/pages/person/described-by-ratings.ts';
import { ratedProfile } from '../../src/ui/pages/person/rated-profile.ts';
import { isStarred, ratingValues } from '../../src/ui/pages/person/rating-values.ts';

const scale = { min: 0.5, max: 5, step: 0.5 };
const rated = (...given: readonly (number | null)[]) =>
  given.map((rating, at) => ({ item: at, title: `Film ${String(at)}`, genres: [], rating }));

test('the values of a scale are its steps, without rounding errors, and stars show those that a finger can tell apart', () => {
  expect(ratingValues(scale)).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
  expect(ratingValues({ min: 0, max: 0.5, step: 0.1 })).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  expect(ratingValues({ min: 0, max: 1e12, step: 1e-6 })).toHaveLength(1001);
  const starred = [scale, { min: 1, max: 5, step: 1 }, { min: 1, max: 10, step: 1 }];
  const listed = [
    { min: -10, max: 10, step: 1 },
    { min: 0, max: 5, step: 1 },
    { min: 1, max: 100, step: 1 },
    { min: 0.25, max: 5, step: 0.25 },
  ];
  expect([...starred, ...listed].map(isStarred)).toEqual([true, true, true, false, false, false, false]);
});

test('the profile of a conversation likes the upper third and dislikes the lower, and is not told what is held out', () => {
  const profile = ratedProfile(rated(5, 3.5, 3, 2, 0.5, 4.5), scale);
  expect(profile.like.titles).toEqual(['Film 0', 'Film 1']);
  expect(profile.dislike.titles).toEqual(['Film 3', 'Film 4']);
  expect(profile.expect.titles).toEqual([]);
  expect(ratedProfile(rated(null, null, null), scale).like.titles).toEqual(['Film 0', 'Film 1']);
});

test('somebody is described to simulated raters by the genres that they rated high and low, in words that rules read', () => {
  const given = [
    { genres: ['Horror'], rating: 1 },
    { genres: ['Horror', 'Comedy'], rating: 0.5 },
    { genres: ['Drama'], rating: 5 },
    { genres: ['Drama', 'Crime'], rating: 4.5 },
    { genres: ['Comedy'], rating: 5 },
  ];
  const person = describedByRatings('Ada', given, scale);
  expect(person).toEqual({
    name: 'Ada',
    description: 'Loves drama and crime movies. Dislikes horror movies.',
    liked: ['drama', 'crime'],
    disliked: ['horror'],
  });
  const told = (genre: string): number => readDescription(person.description, 'film').attitudeTo(genre)?.value ?? 0;
  expect(told('drama')).toBeGreaterThan(0);
  expect(told('horror')).toBeLessThan(0);
});

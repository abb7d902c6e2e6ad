/** @file Somebody who rates, and what they rate, of which only what a test is about is told. */
import type { RatedItem, RatedPerson } from '../../src/core/rater.ts';

export const film = (title: string, genres: readonly string[] = [], averageRating: number | null = 6.5): RatedItem => ({
  ...{ id: title, kind: 'film', title, overview: '', genres, people: [], directors: [], averageRating },
  year: 1999,
});

export const person = (description = ''): RatedPerson => ({
  ...{ name: 'Ada', age: 40, gender: 'F', description, job: null, hobby: null },
});

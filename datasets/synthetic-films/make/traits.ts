/** @file What the model of taste knows of the films: columns that taste and exposure weigh. */
import type { Random } from '../../../src/core/random.ts';
import type { Film } from './films.ts';
import { GENRES } from './genres.ts';
import { clamp, entryAt, gaussian } from './sampling.ts';
import { findSeries } from './series.ts';

/** What the model knows of the films, a column each. */
export interface FilmTraits {
  readonly films: readonly Film[];
  /** Positions in `GENRES`. */
  readonly genres: readonly (readonly number[])[];
  readonly quality: Float64Array;
  readonly toneX: Float64Array;
  readonly toneY: Float64Array;
  readonly spectacle: Float64Array;
  readonly acclaim: Float64Array;
  /** How much it is watched, in arbitrary units. */
  readonly popularity: Float64Array;
  /** The first day it could be seen, in days since 1970. */
  readonly released: Float64Array;
  readonly filmsOfDirector: ReadonlyMap<string, readonly number[]>;
  readonly seriesOf: Int32Array;
  readonly seriesMembers: readonly (readonly number[])[];
}

const NO_RATING = -0.3;
const WITHOUT_VOTES = 300;

function popularityOf(film: Film): number {
  // Films that took more than fifty million took 4,000 dollars a vote (the median), and those without votes are such.
  const votes = film.imdbVotes ?? (film.worldwideGross === null ? WITHOUT_VOTES : film.worldwideGross / 4000);
  const weight = votes + WITHOUT_VOTES;
  // To the power of 1.25, by roots: what is known by many is seen by more.
  return weight * Math.sqrt(Math.sqrt(weight));
}

function releaseDay(film: Film): number {
  return Math.floor(Date.parse(film.releaseDate ?? `${String(film.year)}-12-31`) / 86_400_000);
}

/** The traits of the films; only quality and tone have a random part. */
export function makeTraits(random: Random, films: readonly Film[]): FilmTraits {
  const own = films.map((film) => random.fork(`film:${film.title}:${String(film.year)}`));
  const imdb = films.map((film) => (film.imdbRating === null ? null : (film.imdbRating - 6.3) / 1.2));
  const tomatoes = films.map((film) => (film.rottenTomatoes === null ? null : (film.rottenTomatoes - 54) / 28));
  const anchor = films.map((_, position) => {
    const audience = imdb[position] ?? null;
    const critics = tomatoes[position] ?? null;
    if (audience === null) return critics ?? NO_RATING;
    return critics === null ? audience : 0.65 * audience + 0.35 * critics;
  });
  const tone = (axis: string): Float64Array =>
    Float64Array.from(films, (film, position) => {
      const makers = film.directors.length > 0 ? film.directors : [film.title];
      const shared = makers.reduce((sum, maker) => sum + gaussian(random.fork(`${axis}:${maker}`)), 0);
      return (0.75 * shared) / Math.sqrt(makers.length) + 0.66 * gaussian(entryAt(own, position).fork(axis));
    });
  const { seriesOf, members } = findSeries(films);
  const filmsOfDirector = new Map<string, number[]>();
  films.forEach(({ directors }, position) => {
    for (const name of directors) filmsOfDirector.set(name, [...(filmsOfDirector.get(name) ?? []), position]);
  });
  return {
    films,
    genres: films.map((film) => film.genres.map((genre) => GENRES.indexOf(genre))),
    quality: Float64Array.from(
      films,
      (_, position) => 0.42 * entryAt(anchor, position) + 0.14 * gaussian(entryAt(own, position)),
    ),
    toneX: tone('tone-x'),
    toneY: tone('tone-y'),
    spectacle: Float64Array.from(films, (film) => Math.sqrt(Math.min(1, (film.budget ?? 2e7) / 2e8)) - 0.35),
    acclaim: Float64Array.from(films, (_, position) => {
      const audience = imdb[position] ?? null;
      const critics = tomatoes[position] ?? null;
      return audience === null || critics === null ? 0 : clamp(critics - audience, -1.5, 1.5);
    }),
    popularity: Float64Array.from(films, popularityOf),
    released: Float64Array.from(films, releaseDay),
    filmsOfDirector,
    seriesOf,
    seriesMembers: members,
  };
}

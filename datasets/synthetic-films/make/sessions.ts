/**
 * @file Who rated what, when: people come in sessions over four years and rate what they have seen, which is mostly what
 * everybody sees, of genres they like, and more of what they liked.
 *
 *     weight(u, i, t) = popularity_i · appeal³ · suitability · (1 + 5 · newness) · phase · follow-up
 *
 * - appeal: 1 + 0.9 · (genre + director + era + tone + spectacle + acclaim), at least 0.1: what is known before watching.
 * - suitability: those under 17 seldom see films rated for grown people, who seldom watch children's films alone.
 * - newness: 1 at the release, 0 after 200 days; nothing is rated before its release.
 * - phase: 8 for one genre at a time, which changes every 40 to 160 days: the last films seen tell of the next.
 * - follow-up: 12 for films of a series of which one was rated 4 or more, 0.4 after one of 2 or less; 2.5 for films of a
 *   director after 4.5 or more.
 * - activity: at least 20 ratings; half the people give fewer than about 60, a few several hundred.
 */
import type { Random } from '../../../src/core/random.ts';
import type { Film } from './films.ts';
import { GENRES } from './genres.ts';
import type { Person } from './people.ts';
import { clamp, column, entryAt, interpolate, pickWeighted, sumOf } from './sampling.ts';
import type { Liking, Taste } from './taste.ts';
import type { FilmTraits } from './traits.ts';

/** A rating as it was given. */
export interface GivenRating {
  readonly film: number;
  readonly rating: number;
  /** Unix seconds. */
  readonly time: number;
  readonly liking: Liking;
  /** What the person had already rated of the same series. */
  readonly seenOfSeries: number;
}

const DAY = 86_400;
/** 1 January 2008, 00:00 UTC. */
export const START = 1_199_145_600;
const START_DAY = START / DAY;
/** Until the end of 2011. */
export const DAYS = 1461;

/** Quantiles of the number of ratings a person gives, in twentieths. */
const ACTIVITY = [20, 22, 25, 28, 31, 34, 38, 42, 47, 53, 60, 67, 76, 86, 98, 112, 130, 155, 195, 270, 520];

function suitability(age: number, film: Film): number {
  const forChildren = film.genres.includes('Family') || film.mpaaRating === 'G';
  if (age < 17) return film.mpaaRating === 'R' || film.mpaaRating === 'NC-17' ? 0.06 : 1;
  return forChildren && (age < 28 || age > 48) ? 0.6 : 1;
}

/** The days on which a person rates, with how many ratings each, in order. */
function planSessions(random: Random, total: number): { day: number; size: number }[] {
  const joined = Math.floor(random.uniform() * (DAYS - 120));
  const span = Math.max(60, Math.floor((DAYS - joined) * (0.35 + 0.65 * random.uniform())));
  const size = 2 + 6 * random.uniform();
  const days = new Set<number>([joined]);
  const sessions = clamp(Math.round(total / size), 6, Math.floor(span / 2));
  while (days.size < sessions) days.add(joined + 1 + random.integer(span - 1));
  const ordered = [...days].sort((one, other) => one - other);
  const counts = ordered.map(() => 1);
  // Newcomers rate what they remember: the first evening is a long one.
  counts[0] = Math.min(total - sessions + 1, 4 + random.integer(12));
  let left = total - counts.reduce((sum, count) => sum + count, 0);
  while (left > 0) {
    const session = random.integer(sessions);
    counts[session] = entryAt(counts, session) + 1;
    left -= 1;
  }
  return ordered.map((day, position) => ({ day, size: entryAt(counts, position) }));
}

/** The genre that a person is after for a while: mostly a liked one, never a disliked one. */
function drawPhase(random: Random, person: Person): number {
  return pickWeighted(
    random,
    GENRES.map((genre) => (person.genresLiked.includes(genre) ? 3 : person.genresDisliked.includes(genre) ? 0 : 1)),
  );
}

/** All ratings of one person, in the order of time. */
export function makeRatings(random: Random, person: Person, taste: Taste, traits: FilmTraits): GivenRating[] {
  const { films, popularity, seriesOf, seriesMembers, filmsOfDirector, released } = traits;
  const total = Math.round(interpolate(ACTIVITY, random.uniform()));
  // What a film weighs whatever the day; 0 once it is seen.
  const standing = column(
    films.length,
    (position) => entryAt(popularity, position) * suitability(person.age, entryAt(films, position)),
  );
  const seenOfSeries = new Map<number, number>();
  const ratings: GivenRating[] = [];
  const weights = new Float64Array(films.length);
  const followed = new Set<string>();
  let sum = 0;
  const scale = (film: number, factor: number): void => {
    standing[film] = entryAt(standing, film) * factor;
    sum += entryAt(weights, film) * (factor - 1);
    weights[film] = entryAt(weights, film) * factor;
  };
  let phase = -1;
  let phaseEnds = -1;
  const inPhase = (film: number): boolean => traits.genres[film]?.includes(phase) === true;
  const evening = 16 + 5 * random.uniform();

  for (const session of planSessions(random, total)) {
    const progress = session.day / DAYS;
    if (session.day >= phaseEnds) {
      phase = drawPhase(random, person);
      phaseEnds = session.day + 40 + random.integer(121);
    }
    for (let film = 0; film < films.length; film += 1) {
      const age = session.day + START_DAY - (released[film] ?? 0);
      const weight = standing[film] ?? 0;
      if (age < 1 || weight === 0) {
        weights[film] = 0;
        continue;
      }
      const appeal = taste.appeal(film, progress);
      const newness = Math.max(0, 1 - age / 200);
      weights[film] = weight * appeal * appeal * appeal * (1 + 5 * newness) * (inPhase(film) ? 8 : 1);
    }
    sum = sumOf(weights);
    let time = START + session.day * DAY + Math.floor((evening + 1.5 * random.uniform()) * 3600);
    for (let rated = 0; rated < session.size; rated += 1) {
      const film = pickWeighted(random, weights, sum);
      if (film < 0) break;
      const liking = taste.liking(film, progress);
      const rating = taste.rate(random, film, progress, liking);
      const series = entryAt(seriesOf, film);
      ratings.push({ film, rating, time, liking, seenOfSeries: seenOfSeries.get(series) ?? 0 });
      scale(film, 0);
      if (series >= 0) {
        const before = seenOfSeries.get(series) ?? 0;
        seenOfSeries.set(series, before + 1);
        // Once a series, or every further good film would multiply the pull of the rest.
        const pull = before > 0 ? 1 : rating >= 4 ? 12 : rating <= 2 ? 0.4 : 1;
        for (const other of entryAt(seriesMembers, series)) scale(other, pull);
      }
      for (const director of rating >= 4.5 ? entryAt(films, film).directors : []) {
        if (followed.has(director)) continue;
        followed.add(director);
        for (const other of filmsOfDirector.get(director) ?? []) scale(other, 2.5);
      }
      time += 25 + random.integer(240);
    }
  }
  return ratings;
}

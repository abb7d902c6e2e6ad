/**
 * @file The model of taste: what a synthetic person would think of a real film at a time.
 *
 *     liking(u, i, t) = genre + director + series + era + tone + spectacle + acclaim
 *     raw(u, i, t)    = 3.36 + mood_u(t) + quality_i + stretch_u · liking(u, i, t) + N(0, U(0.4, 0.75))
 *     rating          = raw rounded to half stars (whole stars where the person rates so), kept within 0.5 … 5
 *
 * - quality: 0.42 × the film's standardised IMDB and Rotten Tomatoes ratings (0.65 and 0.35) + N(0, 0.14); films
 *   without either start from −0.3.
 * - mood: the person's own level N(0, 0.36) and a slow drift between five yearly knots N(0, 0.14), less 0.8 × what
 *   the films that they are likely to watch are worth to them: people rate against what they are used to.
 * - genre: the sum of the affinities to the film's genres over the root of their number: liked N(0.95, 0.12) for the first
 *   named, 0.16 less for each further one, disliked N(−1, 0.15) and 0.16 more, others N(0, 0.22);
 *   over four years one genre wins and another loses U(0.6, 1.4), so that recent ratings tell more than old ones.
 * - stretch U(0.9, 1.6): some people's stars lie close together, others' far apart.
 * - director N(0, 0.28) and series N(0, 0.3), drawn once for each person and name.
 * - era: films of about the person's youth gain up to 0.25, those far from it lose as much, times U(0, 1).
 * - tone: two hidden traits of a film, shared by its director's other films, against two of the person: seen only in
 *   what similar people rate, in no column. The person's two traits N(0, 0.36) move by N(0, 0.36) over four years.
 * - spectacle: the root of the budget, liked more by the young. acclaim: critics' verdict less the audience's.
 */
import type { Random } from '../../../src/core/random.ts';
import { GENRES } from './genres.ts';
import type { Person } from './people.ts';
import { chance, clamp, column, entryAt, gaussian, interpolate } from './sampling.ts';
import type { FilmTraits } from './traits.ts';

/** The parts of a liking, kept apart for reviews to name the one that tells. */
export interface Liking {
  readonly genre: number;
  readonly director: number;
  readonly series: number;
  readonly era: number;
  readonly total: number;
}

const LEVEL = 3.36;
// The middle of the four years, at which ages are told.
const YEAR_OF_AGES = 2010;

/** The taste of one person: opinions on every film, of which only those on genres move with time. */
export class Taste {
  private readonly traits: FilmTraits;
  private readonly genreAtStart: Float64Array;
  private readonly genreAtEnd: Float64Array;
  private readonly director: Float64Array;
  private readonly series: Float64Array;
  private readonly era: Float64Array;
  private readonly restAtStart: Float64Array;
  private readonly restAtEnd: Float64Array;
  private readonly foreseenAtStart: Float64Array;
  private readonly foreseenAtEnd: Float64Array;
  private readonly mood: readonly number[];
  private readonly stretch: number;
  private readonly noise: number;
  private readonly wholeStars: number;

  constructor(random: Random, person: Person, traits: FilmTraits) {
    this.traits = traits;
    const level = LEVEL + 0.36 * gaussian(random);
    const moods = Array.from({ length: 5 }, () => level + 0.14 * gaussian(random));
    this.stretch = 0.9 + 0.7 * random.uniform();
    this.noise = 0.4 + 0.35 * random.uniform();
    // Few people use the halves as often as the wholes.
    this.wholeStars = chance(random, 0.25) ? 0.9 : 0.5 * random.uniform();

    const { start, end } = drawGenres(random.fork('genres'), person);
    const { films, genres } = traits;
    const sumOf =
      (affinities: readonly number[]) =>
      (film: number): number => {
        const own = entryAt(genres, film);
        return own.reduce((sum, genre) => sum + entryAt(affinities, genre), 0) / Math.sqrt(own.length);
      };
    this.genreAtStart = column(films.length, sumOf(start));
    this.genreAtEnd = column(films.length, sumOf(end));

    const directors = drawOnce((name) => 0.28 * gaussian(random.fork(`director:${name}`)));
    const series = drawOnce((position) => 0.3 * gaussian(random.fork(`series:${position}`)));
    this.director = column(films.length, (film) => {
      const own = entryAt(films, film).directors;
      return own.reduce((sum, name) => sum + directors(name), 0) / Math.sqrt(Math.max(1, own.length));
    });
    this.series = column(films.length, (film) => {
      const position = entryAt(traits.seriesOf, film);
      return position < 0 ? 0 : series(String(position));
    });

    const eraCentre = clamp(YEAR_OF_AGES - person.age + 17, 1950, 2006);
    const eraWeight = 0.25 * random.uniform();
    this.era = column(
      films.length,
      (film) => eraWeight * clamp(1 - Math.abs(entryAt(films, film).year - eraCentre) / 20, -1, 1),
    );

    const tones = Array.from({ length: 4 }, () => 0.36 * gaussian(random));
    const spectacle = 0.35 * gaussian(random) + (45 - person.age) / 90;
    const acclaim = 0.12 * gaussian(random) + (person.age - 35) / 500;
    const restWith =
      (toneX: number, toneY: number) =>
      (film: number): number =>
        toneX * entryAt(traits.toneX, film) +
        toneY * entryAt(traits.toneY, film) +
        spectacle * entryAt(traits.spectacle, film) +
        acclaim * entryAt(traits.acclaim, film);
    const [x = 0, y = 0, xMove = 0, yMove = 0] = tones;
    this.restAtStart = column(films.length, restWith(x, y));
    this.restAtEnd = column(films.length, restWith(x + xMove, y + yMove));
    const steady = (film: number): number => entryAt(this.director, film) + entryAt(this.era, film);
    this.foreseenAtStart = column(
      films.length,
      (film) => steady(film) + entryAt(this.genreAtStart, film) + entryAt(this.restAtStart, film),
    );
    this.foreseenAtEnd = column(
      films.length,
      (film) => steady(film) + entryAt(this.genreAtEnd, film) + entryAt(this.restAtEnd, film),
    );
    const usual = 0.8 * this.usual();
    this.mood = moods.map((mood) => mood - usual);
  }

  /** What the films that the person is likely to watch are worth to them, on average. */
  private usual(): number {
    const { quality, popularity } = this.traits;
    let worth = 0;
    let weights = 0;
    for (let film = 0; film < quality.length; film += 1) {
      const appeal = this.appeal(film, 0.5);
      const weight = entryAt(popularity, film) * appeal * appeal * appeal;
      worth += weight * (entryAt(quality, film) + this.stretch * this.liking(film, 0.5).total);
      weights += weight;
    }
    return worth / weights;
  }

  /** What makes the person watch a film, `progress` (0 to 1) through the four years: what is known before watching. */
  appeal(film: number, progress: number): number {
    const start = this.foreseenAtStart[film] ?? 0;
    const foreseen = start + ((this.foreseenAtEnd[film] ?? 0) - start) * progress;
    return Math.max(0.1, 1 + 0.9 * foreseen);
  }

  /** What the person thinks of a film at that time, without mood, quality and noise. */
  liking(film: number, progress: number): Liking {
    const genre = this.genre(film, progress);
    const director = entryAt(this.director, film);
    const series = entryAt(this.series, film);
    const era = entryAt(this.era, film);
    return { genre, director, series, era, total: genre + director + series + era + this.rest(film, progress) };
  }

  /** The stars the person gives at that time; each call draws new noise. */
  rate(random: Random, film: number, progress: number, liking: Liking): number {
    const raw =
      interpolate(this.mood, progress) +
      entryAt(this.traits.quality, film) +
      this.stretch * liking.total +
      this.noise * gaussian(random);
    const step = chance(random, this.wholeStars) ? 1 : 0.5;
    return clamp(Math.round(raw / step) * step, 0.5, 5);
  }

  private genre(film: number, progress: number): number {
    const start = this.genreAtStart[film] ?? 0;
    return start + ((this.genreAtEnd[film] ?? 0) - start) * progress;
  }

  private rest(film: number, progress: number): number {
    const start = this.restAtStart[film] ?? 0;
    return start + ((this.restAtEnd[film] ?? 0) - start) * progress;
  }
}

/** Affinities to the genres in the first and in the last hour. */
function drawGenres(random: Random, person: Person): { start: number[]; end: number[] } {
  const start = GENRES.map((genre) => {
    const [liked, disliked] = [person.genresLiked.indexOf(genre), person.genresDisliked.indexOf(genre)];
    if (liked >= 0) return 0.95 - 0.16 * liked + 0.12 * gaussian(random);
    if (disliked >= 0) return -1 + 0.16 * disliked + 0.15 * gaussian(random);
    return 0.22 * gaussian(random);
  });
  const winner = random.integer(GENRES.length);
  const loser = (winner + 1 + random.integer(GENRES.length - 1)) % GENRES.length;
  const gain = 0.6 + 0.8 * random.uniform();
  const loss = 0.6 + 0.8 * random.uniform();
  return {
    start,
    end: start.map((affinity, genre) => affinity + (genre === winner ? gain : genre === loser ? -loss : 0)),
  };
}

/** A function that draws for each key the first time it is asked. */
function drawOnce(draw: (key: string) => number): (key: string) => number {
  const drawn = new Map<string, number>();
  return (key) => {
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const fresh = draw(key);
    drawn.set(key, fresh);
    return fresh;
  };
}

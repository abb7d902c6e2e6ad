/**
 * @file The real part: films of vega-datasets' `movies.json`, cleaned, with genres and missing directors written by hand
 * (make/films.tsv). Nothing is invented; what cannot be trusted is left empty, and every rule counts what it touched, so
 * that the manifest can say it.
 */
import { REPAIRED_CHARACTERS, TITLE_CORRECTIONS, YEAR_END_RELEASES } from './corrections.ts';

/** A film as the dataset has it; null where the source does not say. */
export interface Film {
  readonly id: number;
  readonly title: string;
  readonly year: number;
  readonly genres: readonly string[];
  readonly directors: readonly string[];
  readonly distributor: string | null;
  /** ISO 8601; null where the source knows only the year. */
  readonly releaseDate: string | null;
  readonly runningTime: number | null;
  readonly mpaaRating: string | null;
  readonly source: string | null;
  readonly imdbRating: number | null;
  readonly imdbVotes: number | null;
  readonly rottenTomatoes: number | null;
  readonly budget: number | null;
  readonly worldwideGross: number | null;
}

/** What was written by hand of a film; no directors where the source has them right. */
export type ByHand = Pick<Film, 'genres' | 'directors'>;

/** How many rows each rule touched, by what it did. */
export type CleaningCounts = Record<string, number>;

type Draft = { -readonly [Key in keyof Film]: Film[Key] };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// The median film of the source took 2,200 dollars for each vote. Where it is sixteen times as much, the votes are those of
// an unknown namesake: The Sound of Music has 45 of them, Die Hard 237.
const MOST_TAKINGS_PER_VOTE = 35_000;

// The source was gathered in 2010 and announces two films of 2011; a later year is one of the last century, whose two
// digits were read as this one's.
const LAST_YEAR = 2011;

// Up to here the first and the last of a year stand for "only the year is known"; later films really opened on them.
const LAST_YEAR_WITH_BARE_YEARS = 1994;

/** The title as it is printed: a string, in its own alphabet and order, without notes of the source. */
export function cleanTitle(raw: string | number, count: (reason: string) => void): string {
  if (typeof raw === 'number') count('changed: title was a number');
  let title = String(raw);
  const corrected = TITLE_CORRECTIONS[title];
  if (corrected !== undefined) {
    count('changed: title was garbled');
    return corrected;
  }
  const repaired = [...title].map((character) => REPAIRED_CHARACTERS[character] ?? character).join('');
  if (repaired !== title) count('changed: title was garbled');
  title = repaired;
  const inverted = /^(.*), (The|An?|Das|Les)$/.exec(title);
  if (inverted) {
    count('changed: article stood after the title');
    title = `${inverted[2] ?? ''} ${inverted[1] ?? ''}`;
  }
  const bare = title.replace(/ \((\d{4}|IMAX|Theatrical Release|Canadian Release)\)$/, '');
  if (bare !== title) count('changed: title carried a note of the source');
  return bare.replace(/ {2,}/g, ' ').trim();
}

/** Year and date of a release, or null where even the year is unknown. */
export function cleanDate(
  raw: string,
  title: string,
  count: (reason: string) => void,
): { year: number; date: string | null } | null {
  const parts = /^([A-Z][a-z]{2}) (\d{2}) (\d{4})$/.exec(raw);
  const month = MONTHS.indexOf(parts?.[1] ?? '') + 1;
  if (!parts || month === 0) return null;
  const day = Number(parts[2]);
  let year = Number(parts[3]);
  if (year > LAST_YEAR) {
    year -= 100;
    count('changed: year was off by a century');
  }
  const lastDay = month === 12 && day === 31;
  // The last second before the Unix epoch: an empty date written out.
  if (lastDay && year === 1969) return null;
  if (year <= LAST_YEAR_WITH_BARE_YEARS && lastDay) {
    if (YEAR_END_RELEASES.has(title)) return { year, date: null };
    count('changed: last day of a year stood for the year that follows');
    return { year: year + 1, date: null };
  }
  if (year <= LAST_YEAR_WITH_BARE_YEARS && month === 1 && day === 1) {
    count('changed: first day of a year stood for the year');
    return { year, date: null };
  }
  return { year, date: `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` };
}

/** The key of a film in the list by hand. */
const keyOf = (title: string, year: number): string => `${title.toLowerCase()}|${String(year)}`;

const listOf = (text: string): readonly string[] => text.split('|').filter((part) => part !== '');

/** The list by hand, by title and year. @param text a line a film: title, year, genres and directors, with tabs between them */
export function readByHand(text: string): ReadonlyMap<string, ByHand> {
  const films = text.split('\n').filter((line) => line !== '');
  return new Map(
    films.map((line) => {
      const [title = '', year = '', genres = '', directors = ''] = line.split('\t');
      return [keyOf(title, Number(year)), { genres: listOf(genres), directors: listOf(directors) }];
    }),
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function positiveOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

function cleanRow(
  row: Record<string, unknown>,
  byHand: ReadonlyMap<string, ByHand>,
  count: (reason: string) => void,
): Draft | null {
  const rawTitle = row['Title'];
  if (typeof rawTitle !== 'string' && typeof rawTitle !== 'number') {
    count('dropped: no title');
    return null;
  }
  // Only of films that are kept.
  const changes: string[] = [];
  const title = cleanTitle(rawTitle, (reason) => void changes.push(reason));
  const rawDate = textOrNull(row['Release Date']) ?? '';
  const released = cleanDate(rawDate, String(rawTitle), (reason) => void changes.push(reason));
  const written = released === null ? undefined : byHand.get(keyOf(title, released.year));
  if (released === null || written === undefined) {
    count('dropped: not in the list by hand');
    return null;
  }
  changes.forEach(count);
  const worldwideGross = positiveOrNull(row['Worldwide Gross']);
  if (row['Worldwide Gross'] === 0) count('emptied: takings of 0');
  const mpaaRating = textOrNull(row['MPAA Rating']);
  if (mpaaRating === 'Open') count('emptied: MPAA rating "Open"');
  const distributor = textOrNull(row['Distributor']);
  if (distributor === 'Distributor Unknown') count('emptied: distributor "Distributor Unknown"');
  const director = textOrNull(row['Director']);
  if (written.directors.length > 0)
    count(director === null ? 'added: directors by hand' : 'changed: directors by hand');
  return {
    id: 0,
    title,
    year: released.year,
    genres: written.genres,
    directors: written.directors.length > 0 || director === null ? written.directors : [director],
    distributor: distributor === 'Distributor Unknown' ? null : distributor,
    releaseDate: released.date,
    runningTime: positiveOrNull(row['Running Time min']),
    mpaaRating: mpaaRating === 'Open' ? null : mpaaRating,
    source: textOrNull(row['Source']),
    imdbRating: positiveOrNull(row['IMDB Rating']),
    imdbVotes: positiveOrNull(row['IMDB Votes']),
    rottenTomatoes: typeof row['Rotten Tomatoes Rating'] === 'number' ? row['Rotten Tomatoes Rating'] : null,
    budget: positiveOrNull(row['Production Budget']),
    worldwideGross,
  };
}

function mergeDuplicates(films: readonly Draft[], count: (reason: string) => void): Draft[] {
  const kept = new Map<string, Draft>();
  for (const film of films) {
    const key = keyOf(film.title, film.year);
    // The source lists the main release first; what a second release adds is its own date and takings.
    if (kept.has(key)) count('merged: same title and year');
    else kept.set(key, film);
  }
  return [...kept.values()];
}

/**
 * Empties IMDB columns that were joined by title alone: remakes carry the numbers of the film they share the title
 * with (Casino Royale of 1967 those of 2006), and a sequel those of its forerunner. Which of the two they belong to
 * cannot be seen, and a wrong rating is worse than none.
 */
function emptyMisjoined(
  rows: readonly Record<string, unknown>[],
  films: readonly Draft[],
  count: (reason: string) => void,
): void {
  const titlesOf = new Map<string, string[]>();
  const key = (votes: unknown, rating: unknown): string => `${String(votes)}|${String(rating)}`;
  for (const row of rows) {
    // Dropped films count too: the one that stays may carry the numbers of the one that went.
    const title = row['Title'];
    if (typeof title !== 'string' || typeof row['IMDB Votes'] !== 'number') continue;
    const shared = key(row['IMDB Votes'], row['IMDB Rating']);
    titlesOf.set(shared, [...(titlesOf.get(shared) ?? []), cleanTitle(title, () => undefined)]);
  }
  for (const film of films) {
    if (film.imdbVotes === null) continue;
    const titles = titlesOf.get(key(film.imdbVotes, film.imdbRating)) ?? [];
    const sameTitle = titles.filter((title) => title === film.title).length > 1;
    // Small counts of votes coincide by chance; from ten thousand on they do not.
    const shared = sameTitle || (titles.length > 1 && film.imdbVotes >= 10_000);
    const unlikely = (film.worldwideGross ?? 0) > MOST_TAKINGS_PER_VOTE * film.imdbVotes;
    if (!shared && !unlikely) continue;
    count(
      shared
        ? 'emptied: IMDB numbers shared by two films'
        : 'emptied: IMDB votes far too few for the takings, so of a namesake',
    );
    film.imdbRating = null;
    film.imdbVotes = null;
  }
}

/** The films of the list by hand, ordered by title and year, and what was done to get there. */
export function cleanFilms(
  rows: readonly Record<string, unknown>[],
  byHand: ReadonlyMap<string, ByHand>,
): { films: Film[]; counts: CleaningCounts } {
  const counts: CleaningCounts = {};
  const count = (reason: string): void => {
    counts[reason] = (counts[reason] ?? 0) + 1;
  };
  const drafts = rows.map((row) => cleanRow(row, byHand, count)).filter((film) => film !== null);
  const films = mergeDuplicates(drafts, count);
  emptyMisjoined(rows, films, count);
  films.sort((one, other) => (one.title < other.title ? -1 : one.title > other.title ? 1 : one.year - other.year));
  films.forEach((film, position) => {
    film.id = position + 1;
  });
  return { films, counts: Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** @file Which films belong together, read from their titles: the source has no column for it. */
import type { Film } from './films.ts';

/** Openings of titles whose films belong together though no rule of numbers or colons shows it. */
const STEMS = [
  'american pie',
  'austin powers',
  'batman',
  'die hard',
  'dr. dolittle',
  'friday the 13th',
  'halloween',
  'hannibal',
  'harry potter and',
  'indiana jones',
  'jurassic park',
  'lethal weapon',
  'mad max',
  'madea',
  'oceans ',
  'police academy',
  'pokemon',
  'rambo',
  'rocky',
  'scary movie',
  'spy kids',
  'star trek',
  'star wars',
  'superman',
  'the chronicles of narnia',
  'the mummy',
  'the pink panther',
  'the santa clause',
  'underworld',
];

/** What the films of a series share: the title up to its colon or number, in plain letters. */
export function seriesKey(title: string): string {
  const plain = title.toLowerCase().replaceAll('&', 'and').replaceAll("'", '');
  const stem = STEMS.find((opening) => plain.startsWith(opening));
  if (stem !== undefined) return stem;
  return (plain.split(/: | - /)[0] ?? plain)
    .replace(/[.,!?³½]+/g, '')
    .replace(/^(the|a|an) /, '')
    .replace(/ (part|episode|vol|ep|chapter)( .*)?$/, '')
    .replace(/ (\d{1,2}|[ivx]+|one|two|three)$/, '')
    .trim();
}

/** The position of the series of each film, −1 for films that stand alone. */
export function findSeries(films: readonly Film[]): { seriesOf: Int32Array; members: number[][] } {
  const byKey = new Map<string, number[]>();
  films.forEach((film, position) => {
    const key = seriesKey(film.title);
    // A number alone is a title ("300"), and one letter is no ground for kinship.
    if (key.length < 3) return;
    byKey.set(key, [...(byKey.get(key) ?? []), position]);
  });
  const members = [...byKey.values()].filter((positions) => positions.length > 1);
  const seriesOf = new Int32Array(films.length).fill(-1);
  members.forEach((positions, series) => {
    for (const position of positions) seriesOf[position] = series;
  });
  return { seriesOf, members };
}

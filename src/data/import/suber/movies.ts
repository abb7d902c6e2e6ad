/**
 * @file Catalogues of movies with the features of TMDB: one JSON object a line, or SUBER's own file, one object keyed by TMDB
 * ids. Embeddings of the overviews in the latter are left out: they are computed where they are needed.
 */
import type { Attributes, Item } from '../../../core/dataset.ts';
import { parseId, presentAttributes } from '../fields.ts';
import { readJsonMembers } from '../json-file.ts';
import { idIn, numberIn, textIn } from '../json-fields.ts';
import { isJsonObject, jsonList, type Json, type JsonObject } from '../../../core/json.ts';
import { parseJsonRow, readJsonLines } from '../json-lines.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import type { MemberFile } from '../source-files.ts';
import { fileName, type Reading } from '../table.ts';

const TEXTS = ['original_title', 'original_language', 'overview', 'release_date', 'imdb_id'] as const;
const NUMBERS = ['runtime', 'vote_average', 'vote_count', 'popularity', 'budget', 'revenue'] as const;
// TMDB writes 0 for what it does not know.
const ZERO_IS_UNKNOWN: ReadonlySet<string> = new Set(['runtime', 'vote_average', 'budget', 'revenue']);
const DATE = /^(\d{4})-\d{2}-\d{2}$/;

/** The movies of a JSON Lines file. Their numbers are MovieLens' where the file has them, else TMDB's. */
export async function readMovieLines(member: MemberFile, reading: Reading): Promise<readonly Item[]> {
  const movies = new Map<number, Item>();
  await readJsonLines(member, reading, ({ value }) => addMovie(movies, value, reading.rejected));
  return [...movies.values()];
}

/** The movies of SUBER's own file. @throws LabError `file-invalid` where it is cut off or not JSON */
export async function readMovieObject(member: MemberFile, reading: Reading): Promise<readonly Item[]> {
  const movies = new Map<number, Item>();
  for await (const members of readJsonMembers(member, reading)) {
    for (const { key, line, text } of members) {
      const value = parseJsonRow(text);
      const fault = typeof value === 'string' ? value : addMovie(movies, { id: key, ...value }, reading.rejected);
      if (fault !== null) reading.rejected.add(fileName(member), line, fault, text);
    }
    reading.pace.did({ rows: members.length });
  }
  return [...movies.values()];
}

function addMovie(movies: Map<number, Item>, value: JsonObject, notes: RejectedRows): string | null {
  const tmdb = idIn(value['id']);
  const id = parseId(idIn(value['movieId']) || tmdb);
  const title = plain(value['title']);
  if (id === null) return 'item id is not a number';
  if (movies.has(id)) return 'item id repeated: the first counts';
  if (title === '') return 'title is empty';
  const date = DATE.exec(textIn(value['release_date']));
  movies.set(id, {
    id,
    title,
    year: date === null ? null : Number(date[1]),
    attributes: attributesOf(value, tmdb, notes),
  });
  return null;
}

function attributesOf(value: JsonObject, tmdb: string, notes: RejectedRows): Attributes {
  const numbers = NUMBERS.flatMap((name): [string, number][] => {
    const number = numberIn(value[name]);
    if (number === 0 && ZERO_IS_UNKNOWN.has(name)) notes.clean(`${name} of 0 is unknown: left out`);
    return number === null || (number === 0 && ZERO_IS_UNKNOWN.has(name)) ? [] : [[name, number]];
  });
  return presentAttributes({
    genres: namesIn(value['genres']),
    director: plain(value['director']),
    actors: namesIn(value['actors']),
    keywords: namesIn(value['keywords']),
    ...Object.fromEntries(TEXTS.map((name) => [name, plain(value[name])])),
    ...Object.fromEntries(numbers),
    tmdb_id: tmdb,
  });
}

const plain = (value: Json | undefined): string => textIn(value).replaceAll('\u00A0', ' ').trim();

/** A list of names, or of objects that have one. */
function namesIn(value: Json | undefined): readonly string[] {
  const entries: readonly Json[] = jsonList(value);
  const names = entries.map((entry) => plain(isJsonObject(entry) ? entry['name'] : entry));
  return [...new Set(names.filter((name) => name !== ''))];
}

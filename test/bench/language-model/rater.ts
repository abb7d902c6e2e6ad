/** @file SUBER's raters, of a film that they should like and of one that they should not. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { now } from '../../../src/core/clock.ts';
import { createRandom, shuffled } from '../../../src/core/random.ts';
import type { RatedItem, RatedPerson } from '../../../src/core/rater.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import { traced } from '../../../src/models/decorate.ts';
import { createTrace } from '../../../src/trace/create-trace.ts';
import { sharedFile } from '../../shared.ts';
import { countsOf } from './rates.ts';
import { SEED, type Bench, type Cell, type Outcome } from './sets.ts';

/** Sixty ratings: thirty people of SUBER's, each with a film of a genre that they like and one of a genre that they dislike. */
export function raterCells({ model }: Bench): readonly Cell[] {
  const scale = writtenScale('1-10');
  const films = suberFilms();
  return suberPeople(30).flatMap(({ person, likes, dislikes }, at) =>
    (['liked', 'disliked'] as const).map((side): Cell => {
      const genres = side === 'liked' ? likes : dislikes;
      const others = side === 'liked' ? dislikes : likes;
      const fitting = films.filter(
        (film) => film.genres.some((one) => genres.includes(one)) && !film.genres.some((one) => others.includes(one)),
      );
      const item = shuffled(fitting, createRandom(`${String(at)} ${side}`))[0];
      return {
        id: `rater ${String(at)} ${side}`,
        row: `SUBER, a film of a ${side} genre`,
        async run(signal): Promise<Outcome> {
          if (item === undefined) throw new Error(`no film for person ${String(at)}`);
          const events: TraceEvent[] = [];
          const trace = createTrace((event) => void events.push(event), now);
          const style = { scale, shots: 2, system: 'custom' } as const;
          const rater = createLanguageModelRater({ model: traced(model, trace), style, trace });
          const asked = { person, item, history: [], timesBefore: 0, scale: scale.kept };
          const reply = await rater.rate(asked, { random: createRandom(SEED).fork(String(at)), signal });
          return {
            counts: countsOf(events, { user: null, items: new Set() }),
            answer: reply.rating,
            truth: null,
            beside: reply.rating === null ? {} : { 'expected value': reply.expected },
          };
        },
      };
    }),
  );
}

function suberPeople(most: number) {
  const text = readFileSync(sharedFile('data/suber-users/movies/user_features_sampled_genres_600.csv'), 'utf8');
  const { data } = Papa.parse<Readonly<Record<string, string>>>(text, { header: true, skipEmptyLines: true });
  return data.slice(0, most).map((row) => {
    const list = (name: string): readonly string[] =>
      [...(row[name] ?? '').matchAll(/'([^']+)'/gu)].map(([, genre = '']) => genre);
    const { name = '', gender = null, description = '', job = null, hobby = null } = row;
    const person: RatedPerson = { name, gender, description, job, hobby, age: Number(row['age']) };
    return { person, likes: list('genres_liked'), dislikes: list('genres_disliked') };
  });
}

/** Well-known films alone. */
function suberFilms(): readonly RatedItem[] {
  const lines = gunzipSync(readFileSync(sharedFile('data/movies-tmdb.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line): RatedItem[] => {
    const film = JSON.parse(line) as {
      readonly movieId: number;
      readonly title: string;
      readonly overview: string;
      readonly genres: readonly string[];
      readonly actors: readonly { readonly name: string }[];
      readonly director: string;
      readonly release_date: string;
      readonly vote_average: number;
      readonly vote_count: number;
    };
    if (film.vote_count < 1000) return [];
    return [
      {
        id: String(film.movieId),
        kind: 'film',
        title: film.title,
        overview: film.overview,
        genres: film.genres.map((genre) => genre.toLowerCase()),
        people: film.actors.slice(0, 2).map(({ name }) => name),
        director: film.director,
        averageRating: film.vote_average,
        year: Number(film.release_date.slice(0, 4)),
      },
    ];
  });
}

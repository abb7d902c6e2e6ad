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

/** How SUBER's raters ask: by its published prompts on two scales, and by yes or no. What is expected is told of the same call. */
const RATERS = [
  ['yes or no', '1-10', 'yes-no', 'custom'],
  ['as published, 0–9', '0-9', 'published', 'published'],
  ['as published, 1–10', '1-10', 'published', 'published'],
] as const;

/** Thirty people of SUBER's, each with a film of a genre that they like and one of a genre that they dislike. */
export function raterCells({ model }: Bench): readonly Cell[] {
  const films = suberFilms();
  const people = suberPeople(30);
  return RATERS.flatMap(([title, id, shots, system]) => {
    const style = { scale: writtenScale(id), shots, system };
    return people.map(({ person, likes, dislikes }, at): Cell => ({
      id: `rater ${title} ${String(at)}`,
      row: `SUBER, ${title}`,
      async run(signal): Promise<Outcome> {
        const events: TraceEvent[] = [];
        const trace = createTrace((event) => void events.push(event), now);
        const rater = createLanguageModelRater({ model: traced(model, trace), style, temperature: 0, trace });
        const rate = async (side: string, genres: readonly string[], others: readonly string[]) => {
          const own = films.filter((film) => genres.some((one) => film.genres.includes(one)));
          const fitting = own.filter((film) => !others.some((one) => film.genres.includes(one)));
          const item = shuffled(fitting, createRandom(`${String(at)} ${side}`))[0];
          if (item === undefined) throw new Error(`no film for person ${String(at)}`);
          const asked = { person, item, history: [], timesBefore: 0, scale: style.scale.kept };
          const reply = await rater.rate(asked, { random: createRandom(SEED).fork(String(at)), signal });
          if (reply.rating === null) throw new Error(reply.reason);
          return reply;
        };
        const liked = await rate('liked', likes, dislikes);
        const disliked = await rate('disliked', dislikes, likes);
        const order = (name: 'rating' | 'expected') => (Math.sign(liked[name] - disliked[name]) + 1) / 2;
        return {
          counts: countsOf(events, { user: null, items: new Set() }),
          answer: null,
          answers: [liked.rating, disliked.rating],
          truth: null,
          beside: {
            ...{ 'right order': order('rating'), 'right order of expected values': order('expected') },
            ...{ 'liked, expected': liked.expected, 'disliked, expected': disliked.expected },
          },
        };
      },
    }));
  });
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
        directors: [film.director],
        averageRating: film.vote_average,
        year: Number(film.release_date.slice(0, 4)),
      },
    ];
  });
}

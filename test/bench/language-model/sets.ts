/** @file The fixed tasks that a language model is measured on: RecMind's, MACRec's, conversations, and SUBER's raters. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { Json } from '../../../src/core/json.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom, shuffled } from '../../../src/core/random.ts';
import type { RatedItem, RatedPerson } from '../../../src/core/rater.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { now } from '../../../src/core/clock.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import type { Session } from '../../../src/lab/run/session.ts';
import { mean } from '../../../src/metrics/statistics.ts';
import { traced } from '../../../src/models/decorate.ts';
import { createTrace } from '../../../src/trace/create-trace.ts';
import { run } from '../../lab/run/run-written.ts';
import { openMadeUp, startChat, type Opened } from '../../recommenders/interec/open-made-up.ts';
import { sharedFile } from '../../shared.ts';
import { countsOf, type Counts } from './rates.ts';

/** One task as it ended. */
export interface Outcome {
  readonly counts: Counts;
  /** The number that was answered; null without one. */
  readonly answer: number | null;
  readonly truth: number | null;
  /** Named numbers beside it: what the lab could have said without the model, or whether a predicate holds (1 or 0). */
  readonly beside: { readonly [name: string]: number };
  readonly failure?: string;
}

/** One task to be done. */
export interface Cell {
  /** Unique. */
  readonly id: string;
  /** The row of the table that it belongs to. */
  readonly row: string;
  run(signal: AbortSignal): Promise<Outcome>;
}

/** What the tasks are done with. */
export interface Bench {
  readonly dataset: Dataset;
  /** Runs ask the model through it. */
  readonly session: Session;
  /** As specs name it. */
  readonly name: string;
  readonly model: LanguageModel;
  /** Options of RecMind besides the planner, such as `{"actions": "offered"}`. */
  readonly planning: { readonly [name: string]: Json };
}

const SEED = 7;
const RATINGS = 60;
const RANKINGS = 12;
const CANDIDATES = 20;
const PLANNERS = {
  'input-output': 'input–output',
  'chain-of-thought': 'Chain-of-Thought',
  'tree-of-thoughts-bfs': 'Tree-of-Thoughts (BFS)',
  'tree-of-thoughts-dfs': 'Tree-of-Thoughts (DFS)',
  'self-inspiring': 'Self-Inspiring',
};

interface Sample {
  readonly user: number;
  readonly item: number;
  readonly rating: number;
  /** Of the person's other ratings. */
  readonly mean: number;
}

/** Held-out ratings of people with 30 ratings or more, of items with 8 or more. */
export function samplesOf(dataset: Dataset, most: number): readonly Sample[] {
  const { user, item, rating } = dataset.interactions;
  const ofUser = new Map<number, number[]>();
  const ofItem = new Map<number, number>();
  for (let at = 0; at < user.length; at += 1) {
    const list = ofUser.get(user[at] ?? -1) ?? [];
    list.push(rating[at] ?? NaN);
    ofUser.set(user[at] ?? -1, list);
    ofItem.set(item[at] ?? -1, (ofItem.get(item[at] ?? -1) ?? 0) + 1);
  }
  const held = [...leaveLastOut(dataset).heldOut].filter(
    (at) => (ofUser.get(user[at] ?? -1)?.length ?? 0) >= 30 && (ofItem.get(item[at] ?? -1) ?? 0) >= 8,
  );
  return shuffled(held, createRandom(SEED))
    .slice(0, most)
    .map((at) => {
      const all = ofUser.get(user[at] ?? -1) ?? [];
      const own = rating[at] ?? NaN;
      const mean = (all.reduce((sum, one) => sum + one, 0) - own) / (all.length - 1);
      return { user: user[at] ?? -1, item: item[at] ?? -1, rating: own, mean };
    });
}

/** Everything that RecMind is asked. */
export function recmindCells(bench: Bench): readonly Cell[] {
  const samples = samplesOf(bench.dataset, RATINGS);
  return Object.entries(PLANNERS).flatMap(([planner, title]) => [
    ...samples.map((sample, at) => ratingCell(bench, `RecMind, ${title}`, planner, sample, at)),
    ...samples.slice(0, RANKINGS).map((sample, at) => rankingCell(bench, `RecMind, ${title}`, planner, sample, at)),
  ]);
}

function ratingCell(bench: Bench, row: string, planner: string, sample: Sample, at: number): Cell {
  const recommender = { name: 'recmind', options: { planner, steps: 3, ...bench.planning } };
  const spec = { ...specOf(bench, 'rating-prediction', sample), recommender };
  return { id: `recmind ${planner} rating ${String(at)}`, row, run: (signal) => asRating(bench, spec, sample, signal) };
}

const specOf = ({ dataset, name }: Bench, task: string, { user, item }: Sample, options = {}): object => ({
  dataset: { name: dataset.manifest.name },
  tasks: { name: task, options: { samples: [{ user, item }], ...options } },
  model: { name, options: {} },
  seed: SEED,
});

async function asRating(bench: Bench, spec: object, sample: Sample, signal: AbortSignal): Promise<Outcome> {
  const events = await eventsOf(bench, spec, signal);
  const answer = events.findLast((event) => event.type === 'answer')?.recommendation;
  const told = events.flatMap((event) => {
    const { value = null, query = null } = (event.type === 'tool-result' && event.found) || {};
    return query !== null && typeof value === 'number' && value >= 0.5 && value <= 5 ? [value] : [];
  });
  return {
    counts: countsOf(events, { user: sample.user, items: new Set([sample.item]) }),
    answer: answer?.type === 'rating' ? answer.rating : null,
    truth: sample.rating,
    beside: {
      "person's mean": sample.mean,
      ...(told.length > 0 && { 'mean of the facts found': mean(told) }),
    },
    ...failureIn(events),
  };
}

function rankingCell(bench: Bench, row: string, planner: string, sample: Sample, at: number): Cell {
  const recommender = { name: 'recmind', options: { planner, steps: 3, ...bench.planning } };
  const spec = { ...specOf(bench, 'direct-recommendation', sample, { candidates: CANDIDATES }), recommender };
  return {
    id: `recmind ${planner} ranking ${String(at)}`,
    row: `${row}, rankings`,
    async run(signal) {
      const events = await eventsOf(bench, spec, signal);
      const start = events.find((event) => event.type === 'node-start' && event.kind === 'task');
      const detail = start?.type === 'node-start' ? start.detail : null;
      const task = detail !== null && 'task' in detail ? detail.task : null;
      const items = task !== null && 'candidates' in task ? task.candidates.map(({ id }) => id) : [];
      const hit = events.find((event) => event.type === 'metric' && event.name === 'HR@5');
      return {
        counts: countsOf(events, { user: sample.user, items: new Set(items) }),
        ...{ answer: null, truth: null },
        beside: { 'HR@5': hit?.type === 'metric' ? hit.value : 0 },
        ...failureIn(events),
      };
    },
  };
}

async function eventsOf({ session }: Bench, spec: object, signal: AbortSignal): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  await run(spec, { ...session, now, write: (event) => void events.push(event), signal });
  return events;
}

function failureIn(events: readonly TraceEvent[]): { readonly failure?: string } {
  const error = events.find((event) => event.type === 'error');
  return error?.type === 'error' ? { failure: `${error.error.code}: ${error.error.message}` } : {};
}

/** Twelve samples of MACRec's analyst and reflector. */
export function macrecCells(bench: Bench): readonly Cell[] {
  return samplesOf(bench.dataset, RATINGS)
    .slice(0, 12)
    .map((sample, at) => {
      const recommender = { name: 'macrec', options: { system: 'analyst-reflector' } };
      const spec = { ...specOf(bench, 'rating-prediction', sample), recommender };
      return {
        id: `macrec ${String(at)}`,
        row: 'MACRec, analyst and reflector',
        run: (signal) => asRating(bench, spec, sample, signal),
      };
    });
}

interface Said {
  readonly say: string;
  /** Each film of the reply has one of these genres. */
  readonly genres?: readonly string[];
  /** And none of these. */
  readonly without?: readonly string[];
  readonly from?: number;
  readonly until?: number;
  readonly count?: number;
  /** Titles that must not come. */
  readonly never?: readonly string[];
  /** Words of the reply. */
  readonly says?: string;
}

/** 24 conversations of two turns, with what must hold of each reply. */
export function chatCells(bench: Bench): readonly Cell[] {
  const file = new URL('conversations.json', import.meta.url);
  const all = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly Said[])[];
  let opened: Promise<Opened> | null = null;
  return all.map((turns, at) => ({
    id: `chat ${String(at)}`,
    row: 'InteRecAgent, conversations',
    async run(signal): Promise<Outcome> {
      opened ??= openMadeUp(bench.dataset);
      const { dataset, catalogue } = await opened;
      const chat = startChat({ dataset, catalogue }, { model: bench.model });
      let right = 0;
      for (const turn of turns) {
        const ended = await chat.say(turn.say, signal);
        right += Number(
          holds(
            turn,
            ended.reply,
            ended.items.map(({ id }) => id),
            dataset,
          ),
        );
      }
      return {
        counts: countsOf(chat.events, { user: null, items: new Set() }),
        ...{ answer: null, truth: null },
        beside: { 'turns right': right / turns.length },
        ...failureIn(chat.events),
      };
    },
  }));
}

function holds(said: Said, reply: string, ids: readonly number[], { items }: Dataset): boolean {
  const films = items.filter(({ id }) => ids.includes(id));
  return (
    (said.count === undefined || ids.length === said.count) &&
    (said.says !== undefined || ids.length > 0) &&
    (said.says === undefined || new RegExp(said.says, 'iu').test(reply)) &&
    films.every(({ title, year, attributes: { genres } }) => {
      const own = Array.isArray(genres) ? genres.map(String) : [];
      return (
        (said.genres === undefined || said.genres.some((genre) => own.includes(genre))) &&
        !(said.without ?? []).some((genre) => own.includes(genre)) &&
        (year ?? 0) >= (said.from ?? 0) &&
        (year ?? 0) <= (said.until ?? 9999) &&
        !(said.never ?? []).some((one) => title.includes(one))
      );
    })
  );
}
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

/** @file Perturbation, shaping, retrieval and episodes beside the answers of SUBER's own classes, to 1e-9. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSuberEnvironment, type StepInfo } from '../../src/environments/suber-environment.ts';
import { createRetrieval, featureSimilarity } from '../../src/environments/retrieval.ts';
import { fixedRating, perturbed } from '../../src/environments/suber-environment.ts';
import type { ShapingSpec } from '../../src/core/simulation.ts';
import { shaped } from '../../src/environments/suber-environment.ts';
import type { RatedItem, Rater } from '../../src/core/rater.ts';
import { oracleFile } from '../oracles/oracle-file.ts';

interface OracleMovie {
  readonly id: number;
  readonly title: string;
  readonly genres: readonly string[];
  readonly actors: readonly { readonly id: number }[];
  readonly vote_average: number;
  readonly director: string | null;
  readonly embedding: readonly number[];
}
interface Past {
  readonly id: number;
  readonly rating: number;
  readonly timestamp: number;
}
interface Oracle {
  readonly movies: readonly OracleMovie[];
  readonly simple_similarity: readonly { readonly a: number; readonly b: number; readonly sim: number }[];
  readonly retrieval: readonly {
    readonly current: number;
    readonly past: readonly Past[];
    readonly simple_3: readonly number[];
    readonly last_3: readonly number[];
    readonly most_similar_3: readonly number[];
  }[];
  readonly exp_decay_time: readonly {
    readonly rating: number;
    readonly num_watches: number;
    readonly dt: number | null;
    readonly q: number;
    readonly reward: number;
  }[];
  readonly rating_fixing_round_half_even: readonly { readonly x: number; readonly y: number }[];
  readonly perturb: readonly {
    readonly kind: string;
    readonly rating: number;
    readonly noise: number;
    readonly out: number;
  }[];
  readonly rollouts: readonly {
    readonly shaping: string;
    readonly user_id: number;
    readonly steps: readonly {
      readonly action: number;
      readonly num_interacted_before: number;
      readonly retrieved: readonly number[];
      readonly retrieved_ratings: readonly number[];
      readonly llm_rating: number;
      readonly reward: number;
      readonly seen_twice_terminates: boolean;
      readonly items_interact: readonly [number, number];
    }[];
  }[];
}

const SCALE = { min: 1, max: 10 };
const SHAPINGS: Readonly<Record<string, ShapingSpec>> = {
  identity: { type: 'none' },
  exp_decay_time: { type: 'decay', q: 0.1 },
  same_film_terminate: { type: 'end-at-repeat' },
};
const oracle = (): Oracle => JSON.parse(readFileSync(oracleFile('suber-env'), 'utf8')) as Oracle;

const itemOf = (movie: OracleMovie): RatedItem => ({
  id: String(movie.id),
  kind: 'film',
  title: movie.title,
  overview: '',
  genres: movie.genres,
  people: movie.actors.map(({ id }) => String(id)),
  directors: movie.director === null ? [] : [movie.director],
  averageRating: movie.vote_average,
  year: null,
});

describe('as SUBER’s own classes', () => {
  test('feature similarity', () => {
    const { movies, simple_similarity } = oracle();
    const items = new Map(movies.map((movie) => [movie.id, itemOf(movie)]));
    for (const { a, b, sim } of simple_similarity)
      expect(featureSimilarity(items.get(a)!, items.get(b)!)).toBeCloseTo(sim, 9);
    expect(simple_similarity).toHaveLength(36);
  });

  test('retrieval', () => {
    const { movies, retrieval } = oracle();
    const items = movies.map(itemOf);
    const placeOf = (id: number): number => movies.findIndex((movie) => movie.id === id);
    const vectors = movies.map(({ embedding }) => embedding);
    for (const { current, past, ...expected } of retrieval) {
      const meetings = past.map(({ id, rating, timestamp }) => ({ item: placeOf(id), rating, time: timestamp }));
      const idsBy = (name: 'recency' | 'feature' | 'embedding'): number[] =>
        createRetrieval(name, items, vectors)
          .choose(placeOf(current), meetings, 3)
          .map(({ item }) => movies[item]!.id);
      expect(idsBy('recency')).toEqual(expected.last_3);
      expect(idsBy('feature')).toEqual(expected.simple_3);
      expect(idsBy('embedding')).toEqual(expected.most_similar_3);
    }
  });

  test('perturbation and rounding', () => {
    const { perturb, rating_fixing_round_half_even: rounding } = oracle();
    for (const { rating, noise, out } of perturb) expect(perturbed(rating, noise, SCALE)).toBeCloseTo(out, 9);
    for (const { x, y } of rounding) expect(fixedRating(x, SCALE)).toBeCloseTo(y, 9);
  });

  test('shaping by decay', () => {
    for (const { rating, num_watches: times, dt, q, reward } of oracle().exp_decay_time) {
      const got = shaped(rating, { times, elapsed: dt ?? 0, draw: 0 }, { type: 'decay', q }, SCALE);
      expect(got).toEqual({ reward, terminated: false });
    }
  });

  test('whole episodes', async () => {
    const { movies, rollouts } = oracle();
    for (const { shaping, user_id: user, steps } of rollouts) {
      const rater: Rater = {
        id: 'rule of the oracle',
        title: 'rule of the oracle',
        rate({ item }) {
          const rating = 1 + ((Number(item.id) * 7 + user * 3) % 10);
          return { rating, expected: rating, confidence: 1, reason: '' };
        },
      };
      const items = movies.map(itemOf);
      const person = { name: 'P', age: 30, gender: null, description: '', job: null, hobby: null };
      const environment = createSuberEnvironment({
        catalogue: { people: [person], items, tastes: [], kind: 'film' },
        rater,
        scale: SCALE,
        retrieval: createRetrieval('feature', items),
        shaping: SHAPINGS[shaping]!,
        endProbability: 0,
      });
      await environment.reset({ seed: 1 });
      for (const step of steps) {
        const got = await environment.step(step.action);
        const info = got.info as unknown as StepInfo;
        expect(info.timesBefore).toBe(step.num_interacted_before);
        expect(info.request.history.map(({ item }) => Number(item.id))).toEqual(step.retrieved);
        expect(info.request.history.map(({ rating }) => rating)).toEqual(step.retrieved_ratings);
        expect(got.reward).toBeCloseTo(step.reward, 9);
        expect(got.terminated).toBe(step.seen_twice_terminates);
        expect(info.rating).toBeCloseTo(step.items_interact[1], 9);
        if (got.terminated) break;
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { genreEntropy, SessionsFold } from '../../src/trace/sessions-fold.ts';

const GENRES = ['Drama', 'Comedy', 'Horror', 'Western'];
const items = fc.array(fc.record({ genres: fc.uniqueArray(fc.constantFrom(...GENRES)) }), { maxLength: 12 });

describe('genre entropy', () => {
  test('is between 0 and the logarithm of the number of genres, whatever is shown, in any order', () => {
    fc.assert(
      fc.property(items, (shown) => {
        const entropy = genreEntropy(shown);
        if (shown.every(({ genres }) => genres.length === 0)) {
          expect(entropy).toBeNull();
          return;
        }
        const genres = new Set(shown.flatMap((item) => item.genres));
        expect(entropy).toBeGreaterThanOrEqual(0);
        expect(entropy).toBeLessThanOrEqual(Math.log2(genres.size) + 1e-9);
        expect(genreEntropy([...shown].reverse())).toBeCloseTo(entropy ?? NaN, 9);
      }),
    );
  });

  test('is 0 of one genre, and 1 bit of two that are as frequent', () => {
    expect(genreEntropy([{ genres: ['Drama'] }, { genres: ['Drama'] }])).toBe(0);
    expect(genreEntropy([{ genres: ['Drama'] }, { genres: ['Comedy'] }, { genres: [] }])).toBeCloseTo(1, 12);
    expect(genreEntropy([{ genres: ['Drama', 'Comedy'] }])).toBeCloseTo(1, 12);
  });
});

test('a round in which nobody came is counted', () => {
  const PLACE = { name: 'simulated people', people: 2, items: 9, synthetic: true, scale: { min: 1, max: 10 } } as const;
  const head = (seq: number, node: string) => ({ seq, time: 0, node });
  const page = { page: 1, shown: [], patience: 1, problem: null };
  const session = (seq: number, node: string, round: number, user: number): TraceEvent[] => [
    { ...head(seq, node), type: 'node-start', parent: '0', kind: 'state', label: 'Ruth, 41', detail: { round, user } },
    { ...head(seq + 1, node), type: 'page-view', ...page },
  ];
  const events: TraceEvent[] = [
    { ...head(0, ''), type: 'run-start', spec: {}, dataset: PLACE, model: 'rules', tasks: 1 },
    {
      ...head(1, '0'),
      type: 'node-start',
      parent: '',
      kind: 'task',
      label: 'Random',
      detail: { recommender: 'random' },
    },
    ...session(2, '0.0', 1, 0),
    ...session(4, '0.1', 1, 1),
    // Nobody came in the second round.
    ...session(6, '0.2', 3, 1),
  ];
  const fold = new SessionsFold();
  for (const event of events) fold.add(event);
  expect(fold.rounds.map(({ came, depth }) => [came, depth])).toEqual([
    [1, 1],
    [0, null],
    [0.5, 1],
  ]);
});

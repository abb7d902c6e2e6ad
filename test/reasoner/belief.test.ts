import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { ABOUT_NOTHING } from '../../src/core/found.ts';
import type { Recommendation } from '../../src/core/task.ts';
import type { RankingCalibration, RatingCalibration } from '../../src/reasoner/calibration.ts';
import type { Finding } from '../../src/reasoner/finding.ts';
import { RIDGE } from '../../src/reasoner/linear-algebra.ts';
import { rankingFamily } from '../../src/reasoner/ranking-belief.ts';
import { RANKING_QUERIES } from '../../src/tools/queries/ranking.ts';
import { EXAMPLES, ratingFamily, standardized } from '../../src/reasoner/rating-belief.ts';
import { RATING_QUERIES } from '../../src/tools/queries/rating.ts';
import { CALIBRATION, DIRECT_TASK, RATING_TASK } from './fixture.ts';
import { solveDense } from './solve-dense.ts';

const rating = CALIBRATION.rating as RatingCalibration;
const ranking = CALIBRATION.ranking as RankingCalibration;
const random = createRandom(1);

function found(name: string, value: number, support: number, user = 5): Finding {
  const query = RATING_QUERIES.find((entry) => entry.name === name);
  if (query === undefined) throw new TypeError(`no query ${name}`);
  const subject = { user, item: null, items: [] };
  const result = { query: name, about: ABOUT_NOTHING, value, support, columns: [], rows: [] };
  return { id: name, query, asked: subject, found: result };
}

function listed(name: string, values: readonly (readonly [number, number])[], asked: readonly number[]): Finding {
  const query = RANKING_QUERIES.find((entry) => entry.name === name);
  if (query === undefined) throw new TypeError(`no query ${name}`);
  const subject = { user: 5, item: null, items: asked };
  const about = { users: [5], items: asked };
  const result = { query: name, about, value: null, support: 9, columns: ['item_id', 'value'], rows: values };
  return { id: name, query, asked: subject, found: result };
}

const ratingOf = (recommendation: Recommendation): number =>
  recommendation.type === 'rating' ? recommendation.rating : NaN;
const itemsOf = (recommendation: Recommendation): readonly number[] =>
  recommendation.type === 'ranking' ? recommendation.items : [];

describe('the answer to a rating', () => {
  const family = ratingFamily(rating);
  const names = rating.evidence.map(({ name }) => name);

  test('is μ + c_S′ Σ_S⁻¹ x_S within the scale, whatever was asked', () => {
    const pieces = fc.uniqueArray(
      fc.record({
        at: fc.nat(names.length - 1),
        value: fc.double({ min: -1, max: 5, noNaN: true }),
        support: fc.double({ min: 0.1, max: 100, noNaN: true }),
      }),
      { selector: ({ at }) => at, maxLength: names.length },
    );
    fc.assert(
      fc.property(pieces, (chosen) => {
        const findings = chosen.map(({ at, value, support }) => found(names[at] ?? '', value, support));
        const { size, values } = rating.matrix;
        const matrix = chosen.map(({ at: row }) =>
          chosen.map(({ at: column }) => (values[row * size + column] ?? 0) * (row === column ? 1 + RIDGE : 1)),
        );
        const weights = solveDense(
          matrix,
          chosen.map(({ at }) => rating.covariance[at] ?? 0),
        );
        const sum = chosen.reduce((total, { at, value, support }, row) => {
          const evidence = rating.evidence[at];
          return total + (evidence ? (weights[row] ?? NaN) * standardized(evidence, value, support) : NaN);
        }, rating.mean);
        const { recommendation } = family.believe(RATING_TASK, findings).answer(random);
        expect(ratingOf(recommendation)).toBeCloseTo(Math.min(5, Math.max(0.5, sum)), 2);
      }),
    );
  });

  test('counts the ratings by the same person among the examples as evidence, and no one else’s', () => {
    const withExamples = ratingFamily({
      ...rating,
      evidence: [{ name: EXAMPLES, centre: 3.5, shrinkage: 1, mean: 0 }, ...rating.evidence.slice(1)],
    });
    const example = (user: number) => ({
      user: { id: user, name: 'x' },
      item: { id: 9, title: 'y' },
      rating: 5,
    });
    const rated = (users: readonly number[]): number =>
      ratingOf(
        withExamples.believe({ ...RATING_TASK, examples: users.map(example) }, []).answer(random).recommendation,
      );
    expect(rated([11, 12])).toBe(3.5);
    expect(rated([5])).toBeGreaterThan(3.5);
    expect(rated([5, 5, 5])).toBeGreaterThan(rated([5]));
  });

  test('says how much more each query would tell: all together 1, and nothing twice', () => {
    let gained = 0;
    const findings: Finding[] = [];
    for (const name of names) {
      const belief = family.believe(RATING_TASK, findings);
      gained += belief.gain(name);
      findings.push(found(name, 3, 5));
      expect(family.believe(RATING_TASK, findings).gain(name)).toBe(0);
    }
    expect(gained).toBeCloseTo(1, 9);
  });
});

describe('the answer to a choice', () => {
  const family = rankingFamily(ranking);
  const all = DIRECT_TASK.candidates.map(({ id }) => id);

  test('ranks by the evidence that read a candidate, and those unread in between', () => {
    const asked = all.slice(0, 10);
    const values = asked.map((id, at) => [id, 10 - at] as const);
    const { recommendation } = family.believe(DIRECT_TASK, [listed('co-rated-match', values, asked)]).answer(random);
    expect(itemsOf(recommendation)).toHaveLength(10);
    expect(itemsOf(recommendation).slice(0, 3)).toEqual([101, 102, 103]);
    expect(itemsOf(recommendation)).not.toContain(110);
  });
});

/** @file The lab's metrics against ranx, scikit-learn, sacrebleu and rouge-score, every number of theirs that the lab has. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { likedShare } from '../../src/environments/catalogue.ts';
import { bleuCounts, corpusBleu, sentenceBleu } from '../../src/metrics/bleu.ts';
import { personalization } from '../../src/metrics/lists.ts';
import {
  averagePrecisionOf,
  hitRatioOf,
  judge,
  ndcgOf,
  precisionOf,
  recallOf,
  reciprocalRankOf,
  type JudgedList,
} from '../../src/metrics/ranking.ts';
import { mae, rmse } from '../../src/metrics/rating.ts';
import { rougeL, rougeN } from '../../src/metrics/rouge.ts';
import { oracleFile } from '../oracles/oracle-file.ts';

interface Case<Expected> {
  readonly id: string;
  readonly expected: Expected;
}
type Rankings = {
  readonly rating: readonly (Case<{ rmse: number; mae: number }> & { truth: number[]; pred: number[] })[];
  readonly ranking: readonly (Case<Record<string, number>> & { ranked: number[]; relevant: [number, number][] })[];
  readonly personalization: readonly (Case<{ pers: number }> & { lists: number[][] })[];
  readonly genres: readonly (Case<ReturnType<typeof likedShare>> & {
    readonly liked: string[];
    readonly disliked: string[];
    readonly recommended_genres: string[][];
  })[];
};
type Shares = Record<'p' | 'r' | 'f', number>;
interface Texts {
  readonly pairs: readonly (Case<{ bleu2: number; rouge: Record<'rouge1' | 'rouge2' | 'rougeL', Shares> }> & {
    readonly hypothesis: string;
    readonly reference: string;
  })[];
  readonly corpus: { readonly bleu2: number };
}
const read = <Value>(path: string): Value => JSON.parse(readFileSync(path, 'utf8')) as Value;
const { rating, ranking, personalization: people, genres } = read<Rankings>(oracleFile('ranking-metrics'));
const { pairs, corpus } = read<Texts>(oracleFile('text-metrics'));

test.each(rating)('ratings: $id', ({ truth, pred, expected }) => {
  const errors = pred.map((one, at) => Math.abs(one - truth[at]!));
  expect(rmse.summarize(errors)).toBeCloseTo(expected.rmse, 9);
  expect(mae.summarize(errors)).toBeCloseTo(expected.mae, 9);
});

const MEASURES: Readonly<Record<string, (list: JudgedList, k: number) => number>> = {
  hit_rate: hitRatioOf,
  precision: precisionOf,
  recall: recallOf,
  ndcg: ndcgOf,
  mrr: reciprocalRankOf,
  map: (list, k) => averagePrecisionOf(list, k),
  ap_over_k: (list, k) => averagePrecisionOf(list, k, 'k'),
};
test.each(ranking)('rankings: $id', ({ ranked, relevant, expected }) => {
  const list = judge(ranked, new Map(relevant));
  let held = 0;
  for (const [name, value] of Object.entries(expected)) {
    const [measure = '', k = 'Infinity'] = name.split('@');
    if (MEASURES[measure] === undefined) continue;
    expect(MEASURES[measure](list, Number(k)), name).toBeCloseTo(value, 9);
    held += 1;
  }
  expect(held).toBeGreaterThanOrEqual(28);
});

test.each(people)('personalization: $id', ({ lists, expected }) => {
  expect(personalization(lists, 10)).toBeCloseTo(expected.pers, 9);
});

test.each(genres)('genres: $id', ({ liked, disliked, recommended_genres: list, expected }) => {
  const got = likedShare(list, new Set(liked), new Set(disliked));
  expect(got.classes).toEqual(expected.classes);
  for (const part of ['liked', 'disliked', 'neutral'] as const) expect(got[part]).toBeCloseTo(expected[part], 9);
});

test.each(pairs)('texts: $id', ({ hypothesis, reference, expected: { bleu2, rouge } }) => {
  expect(sentenceBleu(hypothesis, reference)).toBeCloseTo(bleu2, 6);
  const of = { rouge1: rougeN(hypothesis, reference, 1), rouge2: rougeN(hypothesis, reference, 2) };
  for (const [name, { precision, recall, f }] of Object.entries({ ...of, rougeL: rougeL(hypothesis, reference) })) {
    const { p, r, f: theirs } = rouge[name as keyof typeof rouge];
    [precision, recall, f].forEach((value, at) => expect(value).toBeCloseTo([p, r, theirs][at]!, 6));
  }
});

test('a corpus of texts', () => {
  const counts = pairs.map(({ hypothesis, reference }) => bleuCounts(hypothesis, reference));
  expect(corpusBleu(counts)).toBeCloseTo(corpus.bleu2, 6);
});

/**
 * @file The baselines on ml-latest-small: quality against what public libraries reached, and times against those libraries
 * where `PYTHON` (or python3) has them installed: `python3 -m pip install implicit scikit-surprise pandas`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dataset } from '../../src/core/dataset.ts';
import { createRandom } from '../../src/core/random.ts';
import { leaveLastOut } from '../../src/data/split/splits.ts';
import type { BaselineEntry, Scorer } from '../../src/recommenders/baselines/baseline.ts';
import { BASELINES } from '../../src/recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../src/recommenders/baselines/training-matrix.ts';
import { sharedFile } from '../shared.ts';
import { computed, type Benchmark, type BenchmarkRow } from './benchmark.ts';
import { growthRows } from './growth.ts';
import {
  ML_LATEST_SMALL,
  mlLatestSmall,
  randomFifth,
  type RankingList,
  rankingLists,
  rankingQuality,
  ratingQuality,
} from './ml-latest-small.ts';

/** Draws of negatives, and of the fifth that is held out: one draw alone moves a figure by about .01. */
const DRAWS = [1, 2, 3];
const WITHIN = 0.01;

/**
 * HR@10 and NDCG@10 that public libraries reached with 99 negatives, of another draw: there popularity, in which nothing can
 * differ but the draw, had 0.608 and 0.361.
 */
const RANKING_PEERS: Readonly<Record<string, readonly [number, number]>> = {
  'item-cosine': [0.677, 0.477],
  'bpr-mf': [0.68, 0.468],
  sasrec: [0.723, 0.479],
};
/** RMSE that they reached, leave-last-out and 80–20, of another draw: there the global mean had 1.117 and 1.042. */
const RATING_PEERS: Readonly<Record<string, readonly [number, number]>> = {
  'user-item-bias': [0.964, 0.864],
  'item-knn-ratings': [0.968, 0.858],
  'biased-mf': [0.95, 0.844],
};
const BEST_RANKING = [0.723, 0.503] as const;
const BEST_RATING = [0.95, 0.844] as const;

interface Peer {
  readonly library: string;
  readonly fit: number;
  readonly predict: number;
  readonly hitRatio?: number;
  readonly ndcg?: number;
  readonly rmse?: number;
}

/** Quality as two figures, and seconds. */
interface Measured {
  readonly entry: BaselineEntry;
  readonly figures: readonly [number, number];
  readonly fit: number;
  readonly predict: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const figure = (value: number): string => value.toFixed(3);
const seconds = (value: number): string => `${value.toFixed(2)} s`;

async function fitted(entry: BaselineEntry, dataset: Dataset, heldOut: Int32Array) {
  const train = trainingMatrix(dataset, heldOut);
  const started = computed();
  const context = { random: createRandom(1), signal: new AbortController().signal };
  const scorer: Scorer = await entry.create({}).fit(train, context);
  return { scorer, seconds: computed() - started };
}

async function measureRating(entry: BaselineEntry, dataset: Dataset): Promise<Measured> {
  const measure = async (heldOut: Int32Array) => {
    const { scorer, seconds: fit } = await fitted(entry, dataset, heldOut);
    return { fit, ...ratingQuality(scorer, dataset, heldOut) };
  };
  const last = await measure(leaveLastOut(dataset).heldOut);
  const fifths = [];
  for (const draw of DRAWS) fifths.push(await measure(randomFifth(dataset, draw)));
  const [first] = fifths;
  const figures = [last.rmse, mean(fifths.map(({ rmse }) => rmse))] as const;
  return { entry, figures, fit: first!.fit, predict: first!.seconds };
}

async function measureRanking(
  entry: BaselineEntry,
  dataset: Dataset,
  lists: readonly (readonly RankingList[])[],
): Promise<Measured> {
  const { scorer, seconds: fit } = await fitted(entry, dataset, leaveLastOut(dataset).heldOut);
  const qualities = lists.map((one) => rankingQuality(scorer, one));
  const figures = [mean(qualities.map((one) => one.hitRatio)), mean(qualities.map((one) => one.ndcg))] as const;
  return { entry, figures, fit, predict: qualities[0]!.seconds };
}

function columnsWithout({ interactions }: Dataset, heldOut: Int32Array, wanted: boolean) {
  const hidden = new Set(heldOut);
  const at = [...interactions.user.keys()].filter((position) => hidden.has(position) === wanted);
  const column = (values: Int32Array | Float64Array) => at.map((position) => values[position]!);
  return { user: column(interactions.user), item: column(interactions.item), rating: column(interactions.rating) };
}

/** What the libraries reach on the same lists; empty where there is no Python with them. */
function measurePeers(dataset: Dataset, lists: readonly RankingList[]): Readonly<Record<string, Peer>> {
  const fifth = randomFifth(dataset, DRAWS[0]!);
  const input = JSON.stringify({
    train: columnsWithout(dataset, leaveLastOut(dataset).heldOut, false),
    lists,
    ratings: { train: columnsWithout(dataset, fifth, false), test: columnsWithout(dataset, fifth, true) },
  });
  const python = process.env['PYTHON'] ?? 'python3';
  const script = resolve(import.meta.dirname, 'baselines.py');
  const { status, stdout } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? (JSON.parse(stdout) as Readonly<Record<string, Peer>>) : {};
}

function qualityRow({ entry, figures, fit, predict }: Measured): BenchmarkRow {
  const isRating = entry.kind === 'rating';
  const value = `${figures.map(figure).join(' / ')}, fit ${seconds(fit)}, predict ${seconds(predict)}`;
  const peer = (isRating ? RATING_PEERS : RANKING_PEERS)[entry.name];
  const name = `${entry.title}: ${isRating ? 'RMSE leave-last-out / 80–20' : 'HR@10 / NDCG@10'}`;
  if (peer === undefined) return { name, value, goal: '', met: null };
  const [sign, limit] = isRating ? ['≤', WITHIN] : ['≥', -WITHIN];
  const met = figures.every((one, at) => (isRating ? one <= peer[at]! + limit : one >= peer[at]! + limit));
  return { name, value, goal: `${sign} ${peer.map((one) => figure(one + limit)).join(' / ')}`, met };
}

function bestRow(name: string, measured: readonly Measured[], goal: readonly [number, number], isRating: boolean) {
  const reaches = ({ figures }: Measured) =>
    figures.every((one, at) => (isRating ? one <= goal[at]! : one >= goal[at]!));
  const best = measured.toSorted((a, b) => (isRating ? 1 : -1) * (a.figures[1] - b.figures[1]))[0]!;
  const value = `${best.entry.title} ${best.figures.map(figure).join(' / ')}`;
  const text = `${isRating ? '≤' : '≥'} ${goal.map(figure).join(' / ')}`;
  return { name, value, goal: text, met: measured.some(reaches) };
}

/** The libraries that are asked, by baseline. */
const PEERS: ReadonlyMap<string, string> = new Map([
  ['user-item-bias', 'Surprise'],
  ['biased-mf', 'Surprise'],
  ['item-knn-ratings', 'Surprise'],
  ['item-cosine', 'implicit'],
  ['bpr-mf', 'implicit'],
]);

const absent = ({ title }: BaselineEntry, library: string): BenchmarkRow => ({
  name: `${title}: time / ${library}’s`,
  value: 'peer not installed',
  goal: '≤ 1',
  met: null,
});

function timeRows(measured: readonly Measured[], peers: Readonly<Record<string, Peer>>): BenchmarkRow[] {
  return measured.flatMap(({ entry, fit, predict }): BenchmarkRow[] => {
    const peer = peers[entry.name];
    if (peer === undefined) return PEERS.has(entry.name) ? [absent(entry, PEERS.get(entry.name) ?? '')] : [];
    const quality = [peer.hitRatio, peer.ndcg, peer.rmse].filter((one) => one !== undefined).map(figure);
    const ratio = (fit + predict) / (peer.fit + peer.predict);
    return [
      {
        name: `${entry.title}: time / ${peer.library}’s`,
        value: `${ratio.toFixed(2)} (${peer.library}: fit ${seconds(peer.fit)}, predict ${seconds(peer.predict)}, ${quality.join(' / ')})`,
        goal: '≤ 1',
        met: ratio <= 1,
      },
    ];
  });
}

async function run(): Promise<readonly BenchmarkRow[]> {
  if (!existsSync(sharedFile(ML_LATEST_SMALL))) {
    const missing = { name: `no ../shared/${ML_LATEST_SMALL}`, value: 'not measured', goal: '', met: null };
    return [missing, ...(await growthRows())];
  }
  const dataset = await mlLatestSmall();
  const lists = DRAWS.map((draw) => rankingLists(dataset, leaveLastOut(dataset), draw));
  const measured: Measured[] = [];
  for (const entry of BASELINES) {
    measured.push(
      entry.kind === 'rating' ? await measureRating(entry, dataset) : await measureRanking(entry, dataset, lists),
    );
  }
  const ratings = measured.filter(({ entry }) => entry.kind === 'rating');
  const rankings = measured.filter(({ entry }) => entry.kind !== 'rating');
  return [
    ...measured.map(qualityRow),
    bestRow('Best of the ranking ones', rankings, BEST_RANKING, false),
    bestRow('Best of the rating ones', ratings, BEST_RATING, true),
    ...timeRows(measured, measurePeers(dataset, lists[0]!)),
    ...(await growthRows()),
  ];
}

/** The benchmark. */
export const baselines: Benchmark = {
  name: 'baselines',
  title: 'Baselines on ml-latest-small (610 people, 99 negatives; means over 3 draws), one thread each',
  run,
};

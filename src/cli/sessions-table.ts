/** @file What sessions came to, as tables for a terminal and for documents. */
import { markdownTable } from '../core/text/markdown-table.ts';
import { SIGNIFICANCE_LEVEL, type Interval } from '../core/evaluation.ts';
import { REALISM_TITLES, type Realism } from '../core/realism.ts';
import type { PairedDifference, PairedResult } from '../lab/sessions/paired-seeds.ts';
import type { SessionResult } from '../lab/sessions/session-results.ts';
import { meanOf, ROUND_MEASURES, valuesOf, type RoundFigures, type RoundMeasure } from '../trace/sessions-fold.ts';

const TITLES: Readonly<Record<RoundMeasure, string>> = {
  chosen: 'chosen',
  meanRating: 'mean rating',
  depth: 'pages',
  came: 'came',
  entropy: 'genre entropy',
};

/** The means of each round. */
export function roundsTable(rounds: readonly RoundFigures[]): string {
  const row = (round: RoundFigures): readonly string[] => [
    round.title,
    String(round.round),
    ...ROUND_MEASURES.map((measure) => meanOf(valuesOf(round, measure))?.toFixed(2) ?? '–'),
  ];
  const order = [...rounds].sort((a, b) => a.round - b.round);
  return markdownTable(['recommender', 'round', ...ROUND_MEASURES.map((one) => TITLES[one])], order.map(row));
}

/** The means over the rounds behind the first, with their intervals. */
export function resultsTable(results: readonly SessionResult[]): string {
  const { from = 1, to = 1 } = results[0]?.rounds ?? {};
  const head = [`rounds ${from} to ${to}`, ...ROUND_MEASURES.map((one) => TITLES[one])];
  const rows = results.map(({ title, measures, unread }) => [
    unread === 0 ? title : `${title} (${unread} pages unread)`,
    ...ROUND_MEASURES.map((measure) => withInterval(measures[measure])),
  ]);
  return markdownTable(head, rows);
}

/** The first recommender's means over seeds, and how much more the others come to, paired by seed; * where p < 0.05. */
export function pairedTable(results: readonly (readonly SessionResult[])[], paired: readonly PairedResult[]): string {
  const title = results[0]?.[0]?.title ?? '';
  const firsts = ROUND_MEASURES.map((measure) =>
    meanOf(results.flatMap(([first]) => first?.measures[measure]?.value ?? [])),
  );
  const rows = paired.map((one) => [one.title, ...ROUND_MEASURES.map((measure) => difference(one.measures[measure]))]);
  return markdownTable(
    [`vs. ${title}, ${results.length} seeds`, ...ROUND_MEASURES.map((one) => TITLES[one])],
    [[title, ...firsts.map((value) => value?.toFixed(2) ?? '–')], ...rows],
  );
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

const difference = (than: PairedDifference | null): string =>
  than === null
    ? '–'
    : `${signed(than.value)} [${signed(than.low)}, ${signed(than.high)}]${than.holmP < SIGNIFICANCE_LEVEL ? ' \\*' : ''}`;

/** Simulated people beside those of a dataset. */
export function realismTable({ worlds, dataset }: Realism): string {
  const head = [
    'recommender',
    'measure',
    'simulated',
    dataset,
    'Wasserstein',
    'halves',
    'Kolmogorov–Smirnov',
    'halves',
    'Jensen–Shannon',
    'halves',
  ];
  const rows = worlds.flatMap(({ title, measures }) =>
    measures.map((one) => [
      title,
      REALISM_TITLES[one.name],
      one.ours.toFixed(2),
      one.theirs.toFixed(2),
      withInterval(one.wasserstein),
      one.halves.wasserstein.toFixed(2),
      withInterval(one.kolmogorovSmirnov),
      one.halves.kolmogorovSmirnov.toFixed(2),
      withInterval(one.jensenShannon),
      one.halves.jensenShannon.toFixed(2),
    ]),
  );
  return markdownTable(head, rows);
}

/** `.53 [.49, .58]`. */
const withInterval = (interval: Interval | null): string =>
  interval === null ? '–' : `${interval.value.toFixed(2)} [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`;

/** @file What a notebook would do if it were run, in plain facts: whoever opens a link reads them first. */
import { canonicalJson } from '../core/json.ts';
import type { Notebook } from './notebook.ts';
import type { ComponentSpec } from '../core/run.ts';
import { mayDiffer, needsOf, type NeededAsk } from './needs.ts';
import { isRunning, runsOf } from './runs-of.ts';

export interface NotebookOutline {
  readonly cells: number;
  readonly runs: number;
  readonly statements: number;
  readonly datasets: readonly string[];
  readonly models: readonly string[];
  readonly used: readonly ComponentSpec[];
  readonly mayDiffer: readonly string[];
  /** Each once for each model; empty where nothing leaves this machine. */
  readonly asks: readonly NeededAsk[];
  readonly recordings: readonly string[];
  readonly stamped: number;
  readonly app: string | null;
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

/** A model with other options may find its files here where the first does not, so those are two. */
const distinctAsks = (asks: readonly NeededAsk[]): NeededAsk[] => [
  ...new Map(asks.map((ask) => [canonicalJson({ ...ask, model: ask.model && { ...ask.model } }), ask])).values(),
];

export function outlineOf(notebook: Notebook): NotebookOutline {
  const { cells, expected = {}, recordings = {} } = notebook;
  const runs = cells.filter(isRunning).flatMap(runsOf);
  const needs = runs.map(({ spec }) => needsOf(spec));
  const models = needs.flatMap((one) => one.models);
  const reasons = runs.map(({ spec }) => mayDiffer(spec)).filter((reason) => reason !== null);
  return {
    cells: cells.length,
    runs: runs.length,
    statements: cells.filter(({ type }) => type === 'sql').length,
    datasets: distinct([
      ...cells.flatMap((cell) => (cell.type === 'dataset' ? [cell.dataset.name] : [])),
      ...needs.flatMap((one) => one.datasets),
    ]),
    models: distinct(models),
    used: needs.flatMap((one) => one.used),
    mayDiffer: distinct(reasons),
    asks: distinctAsks(needs.flatMap((one) => one.asks)),
    recordings: Object.keys(recordings),
    stamped: Object.keys(expected).length,
    app: Object.values(expected)[0]?.app ?? null,
  };
}

/**
 * @file The tables of the experiment, as Markdown. Differences are paired: the same people are drawn for both sides.
 */
import { markdownTable } from '../../core/text/markdown-table.ts';
import type { Interval } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { bootstrap, pairedBootstrap, type Measurements } from '../../metrics/bootstrap.ts';
import { METRICS } from '../../metrics/registry.ts';
import { METRIC_NAMES, PRESET_NAMES, REGIMES, type ExperimentTask, type Regime } from './design.ts';
import type { CellResult } from './run-experiment.ts';

const RESAMPLES = 1000;
/** The planner that the others are compared with: the simplest that plans. */
const BASELINE = 'CoT';

/** One line of a table, as data. */
export interface Line {
  readonly task: ExperimentTask;
  readonly regime: string;
  readonly preset: string;
  readonly planner: string;
  readonly metric: string;
  readonly interval: Interval;
  /** Less the baseline's; of the same tree, what all explored states give less what the kept ones do. */
  readonly difference: Interval | null;
  readonly toolCalls: number;
  readonly modelCalls: number;
}

type Summary = (measurements: readonly number[]) => number;

/** Measurements by person, over all seeds of a cell. */
function byPerson(cells: readonly CellResult[], from: AnswerFrom, metric: string): Measurements[] {
  const lists = cells.map(({ values }) => values[from]?.[metric] ?? []);
  return (lists[0] ?? []).map((_, person) => lists.map((list) => list[person] ?? Number.NaN));
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function linesOfPreset(task: ExperimentTask, regime: Regime, preset: string, cells: readonly CellResult[]): Line[] {
  const own = cells.filter((cell) => cell.regime === regime.name && cell.preset === preset);
  return regime.variants.flatMap(({ name: planner }) => {
    const ofPlanner = own.filter(({ variant }) => variant === planner);
    const ofBaseline = own.filter(({ variant }) => variant === BASELINE);
    if (ofPlanner.length === 0) return [];
    return METRIC_NAMES[task].map((metric): Line => {
      const { summarize } = METRICS.find(({ name }) => name === metric) as { readonly summarize: Summary };
      const random = createRandom(`${regime.name} ${preset} ${planner} ${metric}`);
      const kept = byPerson(ofPlanner, 'kept', metric);
      const explored = byPerson(ofPlanner, 'explored', metric);
      const base = byPerson(ofBaseline, 'kept', metric);
      const sides = explored.length > 0 ? ([explored, kept] as const) : ([kept, base] as const);
      const isCompared = sides[1].length > 0 && planner !== BASELINE;
      return {
        task,
        regime: regime.name,
        preset,
        planner,
        metric,
        interval: bootstrap(kept, summarize, random, RESAMPLES),
        difference: isCompared ? pairedBootstrap(sides[0], sides[1], summarize, random, RESAMPLES) : null,
        toolCalls: meanOf(ofPlanner.map(({ toolCalls }) => toolCalls)),
        modelCalls: meanOf(ofPlanner.map(({ modelCalls }) => modelCalls)),
      };
    });
  });
}

/** All lines of a kind of task. */
export function linesOf(task: ExperimentTask, cells: readonly CellResult[]): Line[] {
  return REGIMES.flatMap((regime) => PRESET_NAMES.flatMap((preset) => linesOfPreset(task, regime, preset, cells)));
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
const plain = ({ value, low, high }: Interval): string => `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
const compared = (interval: Interval | null): string =>
  interval === null ? '' : `${signed(interval.value)} [${signed(interval.low)}, ${signed(interval.high)}]`;

function tableOf(
  lines: readonly Line[],
  header: readonly string[],
  cells: (lines: readonly Line[]) => string[],
): string {
  const planners = [...new Set(lines.map(({ planner }) => planner))];
  const rows = planners.map((planner) => [planner, ...cells(lines.filter((line) => line.planner === planner))]);
  return markdownTable(header, rows);
}

function regimeText(task: ExperimentTask, regime: Regime, lines: readonly Line[]): string {
  const [first, second] = METRIC_NAMES[task];
  const isSameTree = regime.name === 'same-tree';
  const than = isSameTree ? 'explored − kept' : `− ${BASELINE}`;
  const header = ['planner', first, `${first} ${than}`, second, `${second} ${than}`, 'tool calls', 'model calls'];
  const ofRegime = lines.filter((line) => line.regime === regime.name);
  const tables = [...new Set(ofRegime.map(({ preset }) => preset))].map((preset) => {
    const own = ofRegime.filter((line) => line.preset === preset);
    const table = tableOf(own, header, (ofPlanner) => {
      const measured = [first, second].flatMap((name) => {
        const line = ofPlanner.find(({ metric }) => metric === name);
        return line === undefined ? ['', ''] : [plain(line.interval), compared(line.difference)];
      });
      const [line] = ofPlanner;
      return [...measured, (line?.toolCalls ?? 0).toFixed(1), (line?.modelCalls ?? 0).toFixed(1)];
    });
    return `#### ${preset}\n\n${table}`;
  });
  return `### ${task}: ${regime.title}\n\n${tables.join('\n\n')}`;
}

/** The tables of a kind of task. Intervals are 95 %, percentile bootstrap over people. */
export function tablesOf(task: ExperimentTask, lines: readonly Line[]): string {
  return REGIMES.map((regime) => regimeText(task, regime, lines)).join('\n\n');
}

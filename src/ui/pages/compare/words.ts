import type { Interval, JudgingCounts, TableRow } from '../../../core/evaluation.ts';
import { count, counted } from '../../words.ts';

export const COMPARE = {
  tableCaption: 'Every method on the same tasks: metrics with 95 % intervals, failures and costs',
  howDifferencesArePaired: 'Paired over the same people and tasks',
  callsPerTask: 'Model calls per task, on average',
  tokensPerTask: 'Tokens per task, on average',
  timePerTask: 'Time per task, on average',
  howToRead: (seeds: readonly number[], level: number, lists: string): string =>
    `95 % intervals by bootstrap over people, ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}. Differences are paired: the same people and tasks on both sides. p is the probability of a difference at least this large between methods that are equally good (permutation test over people, with Holm’s correction for the number of rows); * marks differences beyond chance, p < ${level}. Costs are averages per task. Choose a number to see its tasks. ${lists}`,
  whatIsCompared: (
    rows: number,
    what: string,
    dataset: { readonly title: string; readonly synthetic: boolean },
    part: string,
  ): string =>
    `${rows === 0 ? 'Tasks' : `${counted(rows, 'row')} on the same tasks`} of ${what}, ${dataset.title}${dataset.synthetic ? ' (synthetic)' : ''}${part}`,
  toSetUp: 'Choose what to compare',
  whatNext: 'Tick another method, or ask more people: that alone is run then.',
  testAgainst: 'To test other pairs, hold every row against',
  countsTasks: 'The tasks are being counted; this waits for the dataset and its database.',
  whatThePageDoes:
    'Every method answers the same tasks, about the same people, with the same candidates. The table shows each metric with its interval, what differs from the reference, what failed, and what it cost.',
  howResultsAreKept: (place: string): string =>
    `Results are kept in ${place}, task by task: stop, close the tab, and continue later where it stopped.`,
  measuredBefore:
    'Measured before: the model’s replies were recorded. Run it to see every task, or change what is compared.',
  asRatedThen: 'With your ratings of that time. Untick and tick again to use the present ones.',
  whoIsHidden: (evaluation: string): string => `${evaluation}: who wrote what is hidden, and the order is random`,
  putInOrder: 'Put the texts in order, the best first.',
  notFinished: 'No task is finished by every method yet. Run the evaluation to its end first.',
  nothingLeft: 'There is nothing left to judge.',
  judgeIntervals:
    '95 % intervals by bootstrap over the people that the texts are about: they do not say how another judge would decide.',
  intervalsFrom: (enough: number): string =>
    `Intervals appear from ${enough} judgements; with fewer they would be misleading.`,
  noFailures: 'No task has failed, so both readings are the same.',
  unfinished: (done: string, tasks: string): string =>
    `${done} of ${tasks} tasks are done and kept; the rest has not been run.`,
  openTrace: 'Open the trace of this task on the Plan page',
  noneIsBest: 'No method is best beyond chance.',
  howJudged: ({ judged, skipped }: JudgingCounts): string =>
    `${counted(judged, 'judgement')} by one person. Left out: ${skipped} skipped, and those with identical texts. Methods that share the first place share its point.`,
  judgingProgress: ({ skipped, questions }: JudgingCounts): string =>
    `judged, ${skipped} skipped of ${counted(questions, 'question')}`,
  shareLastPlace: 'keeps, the right arrow skips. Texts without a place share the last one.',
} as const;

/** `0.507`; never `-0.000`. */
export const digits = (value: number): string => (Math.abs(value) < 0.0005 ? 0 : value).toFixed(3);

/** `+0.387`, `−0.012`. */
export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;

/** `0.412 to 0.507`; null where all draws gave one value, which is a point and no interval. */
export const interval = ({ low, high }: Interval, write: (value: number) => string = digits): string | null =>
  low === high ? null : `${write(low)} to ${write(high)}`;

export const probability = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${digits(p)}`);

/** A mean cost of a task: `0`, `9.5`, `1,204`. */
export const priceOf = (value: number): string => (value >= 100 ? count(value) : value.toFixed(1).replace(/\.0$/, ''));

export const failedOf = ({ failures }: TableRow): number => Object.values(failures).reduce((sum, one) => sum + one, 0);

/** `3 reply-unparseable`, for all codes. */
export const failuresInWords = ({ failures }: TableRow): string =>
  Object.entries(failures)
    .map(([code, times]) => `${times} ${code}`)
    .join(', ');

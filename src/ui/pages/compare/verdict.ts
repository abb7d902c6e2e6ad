/** @file What a comparison shows, in computed sentences: one for everybody, and what was tested, who is ahead, and at what price. */
import { SIGNIFICANCE_LEVEL, type EvaluationTable, type TableRow, NO_READING } from '../../../core/evaluation.ts';
import { counted, count } from '../../words.ts';
import { digits, priceOf } from './words.ts';
import { capital } from '../../../core/text/words.ts';

interface Shown {
  readonly metric: string;
  readonly misses: boolean;
}

interface Compared {
  readonly row: TableRow;
  readonly value: number;
  /** How much better than the reference, in the metric's unit; negative where it is worse. */
  readonly gain: number;
  readonly significant: boolean;
}

export interface Verdict {
  /** For everybody: nothing that the intervals do not say. */
  readonly said: string;
  readonly tests: string;
}

const callsIn = ({ cost }: TableRow): number => cost.modelCalls ?? 0;

const callsOf = (row: TableRow): string => {
  const calls = priceOf(callsIn(row));
  return `${calls} model ${calls === '1' ? 'call' : 'calls'} per task`;
};

function comparedIn(table: EvaluationTable, { metric, misses }: Shown): Compared[] {
  return table.rows.flatMap((row) => {
    const result = row.metrics.find(({ name }) => name === metric);
    const { value, difference, significant } = (misses ? result?.misses : result?.valid) ?? {};
    if (result === undefined || !value || !difference) return [];
    const gain = result.higherIsBetter ? difference.value : -difference.value;
    return [{ row, value: value.value, gain, significant: significant === true }];
  });
}

/** Rows that can be told of as one where all of them are on one side: those that ask and look things up, and those without a model. */
const TOGETHER: readonly (readonly [string, (row: TableRow, base: TableRow) => boolean])[] = [
  [
    'looking things up first',
    (row, base) =>
      callsIn(base) === 1 &&
      callsIn(row) > 1 &&
      (row.cost.toolCalls ?? 0) > 0 &&
      row.factors.model === base.factors.model,
  ],
  ['every method without a model', (row, base) => callsIn(base) > 0 && callsIn(row) === 0],
];

/** `Looking things up first and Popularity`, of some rows of all. */
function sideInWords(side: readonly Compared[], all: readonly Compared[], base: TableRow): string[] {
  const told = TOGETHER.flatMap(([name, is]) => {
    const members = all.filter(({ row }) => is(row, base));
    return members.length > 1 && members.every((one) => side.includes(one)) ? [{ name, members }] : [];
  });
  const alone = side.filter((one) => told.every(({ members }) => !members.includes(one)));
  return [...told.map(({ name }) => name), ...alone.map(({ row }) => row.label)];
}

/** `Looking things up first beats answering at once; Popularity does worse; the other 2 cannot be told from it.` */
function saidOf(all: readonly Compared[], base: TableRow): string {
  const told = all.filter(({ significant }) => significant);
  const reference = callsIn(base) === 1 ? `answering at once (${base.label})` : base.label;
  const who = counted(base.people, 'person', 'people');
  if (told.length === 0) return `Among ${who} nothing beats ${reference} beyond chance, and nothing does worse.`;
  const ahead = sideInWords(
    told.filter(({ gain }) => gain > 0),
    all,
    base,
  );
  const behind = sideInWords(told.filter(({ gain }) => gain <= 0).reverse(), all, base);
  const others = all.length - told.length;
  const parts = [
    ahead.length === 0
      ? `nothing beats ${reference} beyond chance`
      : `${ahead.join(' and ')} ${ahead.length === 1 ? 'beats' : 'beat'} ${reference}`,
    ...(behind.length === 0 ? [] : [`${behind.join(' and ')} ${behind.length === 1 ? 'does' : 'do'} worse`]),
    ...(others === 0 ? [] : [`${who} cannot tell ${others === 1 ? 'the other' : `the other ${others}`} from it`]),
  ];
  return `${capital(parts.join('; '))}.`;
}

/**
 * The sentences about one metric, from the differences from the reference that are significant after Holm's correction: which rows
 * differ, the one that is farthest ahead with its price, and what was not tested.
 * @returns null where the rows cannot be ranked yet, or none has a difference from the reference
 */
export function verdictOf(table: EvaluationTable, shown: Shown): Verdict | null {
  const base = table.rows.find(({ label }) => label === table.base);
  if (base === undefined || whyUnranked(table) !== null) return null;
  const compared = comparedIn(table, shown).sort((a, b) => b.gain - a.gain);
  if (compared.length === 0) return null;
  const others = compared.length > 1 ? ', and no other pair was' : '';
  const sentences = [
    `${shown.metric}: each row was tested against ${base.label}${others} (p < ${SIGNIFICANCE_LEVEL}, Holm’s correction).`,
  ];
  const best = compared.find(({ significant, gain }) => significant && gain > 0);
  if (best !== undefined)
    sentences.push(`Farthest ahead is ${best.row.label} with ${digits(best.value)}, for ${callsOf(best.row)}.`);
  return { said: saidOf(compared, base), tests: sentences.join(' ') };
}

/** Why the rows cannot be ranked, in one sentence; null where all of them have all of their tasks. */
export function whyUnranked({ rows }: EvaluationTable): string | null {
  const partial = rows.filter(({ missing }) => missing > 0);
  if (partial.length === 0) return null;
  const tasks = rows.reduce((sum, row) => sum + row.tasks, 0);
  const all = rows.reduce((sum, row) => sum + row.tasks + row.missing, 0);
  return `Not ranked yet: ${count(tasks)} of ${count(all)} tasks are done, and the rows can be ranked only when all of them have the same tasks.`;
}

/**
 * The labels of the rows with the best value of a metric. None where rows cannot be ranked yet, none where all rows have the same
 * value, and none where nothing tells the best from chance: it differs from the reference, or is it and another row differs.
 */
export function bestRows(table: EvaluationTable, { metric, misses }: Shown): readonly string[] {
  if (whyUnranked(table) !== null) return [];
  const measured = table.rows.flatMap(({ label, metrics }) => {
    const result = metrics.find(({ name }) => name === metric);
    const { value, significant } = (misses ? result?.misses : result?.valid) ?? NO_READING;
    return result === undefined || value === null
      ? []
      : [{ label, value: result.higherIsBetter ? value.value : -value.value, significant }];
  });
  const values = measured.map(({ value }) => value);
  const top = Math.max(...values);
  if (values.every((value) => value === top)) return [];
  const best = measured.filter(({ value }) => value === top);
  const isBase = best.some(({ label }) => label === table.base);
  return (isBase ? measured : best).some(({ significant }) => significant) ? best.map(({ label }) => label) : [];
}

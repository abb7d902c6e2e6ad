/** @file What a comparison shows, in computed sentences: what is beyond chance, who is ahead, and at what price. */
import { SIGNIFICANCE_LEVEL, type EvaluationTable, type TableRow, NO_READING } from '../../../core/evaluation.ts';
import { counted, count } from '../../words.ts';
import { digits, priceOf } from './numbers.ts';

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
  readonly text: string;
  /** True where no row differs from the reference beyond chance. */
  readonly isOpen: boolean;
}

const callsIn = ({ cost }: TableRow): number => cost.modelCalls ?? 0;

const callsOf = (row: TableRow): string => {
  const calls = priceOf(callsIn(row));
  return `${calls} model ${calls === '1' ? 'call' : 'calls'} per task`;
};

/** `; the others that ask a model take 14.2 to 56.7`; nothing where no other row asks one. */
function otherPrices(rows: readonly TableRow[], leader: TableRow): string {
  const calls = rows.filter((row) => row !== leader && callsIn(row) > 0).map(callsIn);
  if (calls.length === 0) return '';
  const ends = new Set([priceOf(Math.min(...calls)), priceOf(Math.max(...calls))]);
  const what = callsIn(leader) > 0 ? 'other' : 'row';
  const who = calls.length === 1 ? `the ${what} that asks a model takes` : `the ${what}s that ask a model take`;
  return `; ${who} ${[...ends].join(' to ')}`;
}

/** Who has the best value without asking a model, where others ask one; null where nobody does, or it is told already. */
function freeBest({ rows }: EvaluationTable, { metric, misses }: Shown, told: TableRow | undefined): string | null {
  const valued = rows.flatMap((row) => {
    const result = row.metrics.find(({ name }) => name === metric);
    const value = (misses ? result?.misses : result?.valid)?.value?.value;
    return result === undefined || value === undefined ? [] : [{ row, value, sign: result.higherIsBetter ? 1 : -1 }];
  });
  const [best] = valued.toSorted((a, b) => b.sign * (b.value - a.value) || callsIn(a.row) - callsIn(b.row));
  if (best === undefined || best.row === told || callsIn(best.row) > 0 || rows.every((row) => callsIn(row) === 0))
    return null;
  return `The best value is that of ${best.row.label}, ${digits(best.value)}, without a model call.`;
}

function comparedIn(table: EvaluationTable, { metric, misses }: Shown): Compared[] {
  return table.rows.flatMap((row) => {
    const result = row.metrics.find(({ name }) => name === metric);
    const { value, difference, significant } = (misses ? result?.misses : result?.valid) ?? {};
    if (result === undefined || !value || !difference) return [];
    const gain = result.higherIsBetter ? difference.value : -difference.value;
    return [{ row, value: value.value, gain, significant: significant === true }];
  });
}

/** `2 of 3 rows differ from Input–output beyond chance (p < 0.05, Holm’s correction): ahead A; behind B`. */
function differences(compared: readonly Compared[], base: TableRow): string {
  const beyond = `${base.label} beyond chance (p < ${SIGNIFICANCE_LEVEL}, Holm’s correction)`;
  const [only] = compared;
  const named = (title: string, side: readonly Compared[]): string[] =>
    side.length === 0 ? [] : [`${title} ${side.map(({ row }) => row.label).join(', ')}`];
  const told = compared.filter(({ significant }) => significant);
  if (told.length === 0) {
    const who =
      compared.length === 1 ? `${only?.row.label ?? ''} does not differ` : `none of ${compared.length} rows differs`;
    return `${who} from ${beyond}: ${counted(base.people, 'person', 'people')} cannot tell them apart`;
  }
  const ahead = told.filter(({ gain }) => gain > 0);
  const behind = told.filter(({ gain }) => gain < 0).reverse();
  for (const [side, at] of [
    [ahead, 'ahead of'],
    [behind, 'behind'],
  ] as const)
    if (side.length === compared.length && side.length > 1) return `all ${side.length} other rows are ${at} ${beyond}`;
  const sides = [...named('ahead', ahead), ...named('behind', behind)].join('; ');
  return `${told.length} of ${compared.length} rows ${told.length === 1 ? 'differs' : 'differ'} from ${beyond}: ${sides}`;
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
  const sentences = [`${shown.metric}: ${differences(compared, base)}.`];
  const isOpen = compared.every(({ significant }) => !significant);
  const best = compared.find(({ significant, gain }) => significant && gain > 0);
  if (!isOpen) {
    const who =
      best === undefined
        ? `Nothing is ahead of ${base.label} (${callsOf(base)})`
        : `Farthest ahead is ${best.row.label} with ${digits(best.value)}, for ${callsOf(best.row)}`;
    sentences.push(`${who}${otherPrices(table.rows, best?.row ?? base)}.`);
  }
  const free = freeBest(table, shown, isOpen ? undefined : (best?.row ?? base));
  if (free !== null) sentences.push(free);
  if (compared.length > 1) sentences.push(`Each row was tested against ${base.label}, and no other pair was.`);
  return { text: sentences.join(' '), isOpen };
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

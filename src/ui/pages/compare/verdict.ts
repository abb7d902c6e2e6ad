/** @file What a comparison shows, in one computed sentence: what is beyond chance, who is ahead, and at what price. */
import { SIGNIFICANCE_LEVEL, type EvaluationTable, type TableRow } from '../../../core/evaluation.ts';
import { interval, priceOf, signed } from './numbers.ts';
import { whyUnranked } from './ranking.ts';

/** With more rows than this on a side, the sentence counts the others. */
const NAMED = 3;

interface Shown {
  readonly metric: string;
  /** Whether failures are counted as misses. */
  readonly misses: boolean;
}

/**
 * The sentence about one metric, from the differences from the reference that are significant after Holm's correction.
 * @returns null where the rows cannot be ranked yet, or none has a difference from the reference
 */
export function verdictOf(table: EvaluationTable, { metric, misses }: Shown): string | null {
  const base = table.rows.find(({ label }) => label === table.base);
  if (base === undefined || whyUnranked(table) !== null) return null;
  const compared = table.rows.flatMap((row) => {
    const result = row.metrics.find(({ name }) => name === metric);
    const reading = misses ? result?.misses : result?.valid;
    if (result === undefined || !reading?.difference) return [];
    const { difference, significant } = reading;
    return [{ row, difference, significant, gain: result.higherIsBetter ? difference.value : -difference.value }];
  });
  if (compared.length === 0) return null;
  const callsOf = ({ cost }: TableRow): string => {
    const calls = priceOf(cost.modelCalls ?? 0);
    return `${calls} model ${calls === '1' ? 'call' : 'calls'} per task`;
  };
  const told = compared.filter(({ significant }) => significant).sort((a, b) => b.gain - a.gain);
  const listed = (rows: typeof told): string => {
    const named = rows.slice(0, NAMED).map(({ row, difference }) => {
      const range = interval(difference, signed);
      return `${row.label} (${signed(difference.value)}${range === null ? '' : `, ${range}`}; ${callsOf(row)})`;
    });
    return [...named, ...(rows.length > NAMED ? [`${rows.length - NAMED} more`] : [])].join('; ');
  };
  const ahead = told.filter(({ gain }) => gain > 0);
  const behind = told.filter(({ gain }) => gain < 0).reverse();
  const count = `${told.length} of ${compared.length} differences from ${base.label} (${callsOf(base)}) ${told.length === 1 ? 'is' : 'are'} beyond chance (p < ${SIGNIFICANCE_LEVEL}, Holm’s correction)`;
  const parts = [
    `${metric}: ${count}`,
    ...(ahead.length > 0 ? [`ahead: ${listed(ahead)}`] : ['nothing is ahead of it beyond chance']),
    ...(behind.length > 0 ? [`behind: ${listed(behind)}`] : []),
  ];
  return `${parts.join('; ')}.`;
}

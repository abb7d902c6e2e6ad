/** @file Amounts: numbers with a unit, and what bounds them. */
import type { Condition } from '../../../core/dialogue.ts';
import type { Scan } from './scan.ts';

const OPERATORS: Readonly<Record<string, 'from' | 'to' | 'after' | 'before'>> = {
  over: 'after',
  above: 'after',
  'more than': 'after',
  'higher than': 'after',
  'better than': 'after',
  'greater than': 'after',
  'longer than': 'after',
  exceeding: 'after',
  '>': 'after',
  under: 'before',
  below: 'before',
  'less than': 'before',
  'lower than': 'before',
  'shorter than': 'before',
  'worse than': 'before',
  'fewer than': 'before',
  '<': 'before',
  'at most': 'to',
  'no more than': 'to',
  'no longer than': 'to',
  'not longer than': 'to',
  'nothing longer than': 'to',
  'none longer than': 'to',
  maximum: 'to',
  max: 'to',
  'up to': 'to',
  '<=': 'to',
  '≤': 'to',
};
/** What stands before a bound, as a part of a pattern. */
export const OPERATOR = `(?:${[
  ...Object.keys(OPERATORS),
  'at least',
  'minimum',
  'min',
  'no less than',
  'not less than',
  '>=',
  '≥',
  'around',
  'about',
]
  .sort((a, b) => b.length - a.length)
  .join('|')})`;

/** The condition of a bound; `usual` is what a number without an operator bounds. */
export function bounded(
  attribute: string,
  operator: string | undefined,
  value: number,
  usual: 'from' | 'to',
): Condition {
  const name =
    operator === undefined ? usual : (OPERATORS[operator.trim()] ?? (/about|around/u.test(operator) ? usual : 'from'));
  return { attribute, [name]: value };
}

/** A unit and what it measures. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/pages?/u, 'pages'],
  [/\$|dollars?|bucks|usd/u, 'price'],
];
const AMOUNT = '(\\$)?\\s?(\\d[\\d,]*(?:\\.\\d+)?)';
const UNIT = '(?:\\s*(pages?|dollars?|bucks|usd)(?!\\p{L}))?';
const amountOf = (text = ''): number => Number(text.replaceAll(',', ''));

/** "Under 300 pages", "$20 to $50", "fewer than 25 dollars": numbers by their units. */
export function readAmounts(scan: Scan): Condition[] {
  const measured = (...units: readonly (string | undefined)[]): string | undefined =>
    UNITS.find(([pattern]) => units.some((unit) => unit !== undefined && pattern.test(unit)))?.[1];
  const span = scan.find(
    new RegExp(`(?:between|from)?\\s*${AMOUNT}${UNIT}\\s*(?:and|to|-|–)\\s*${AMOUNT}${UNIT}`, 'u'),
  );
  const [, sign, low, unit, otherSign, high, otherUnit] = span?.match ?? [];
  const spanned = measured(sign, unit, otherSign, otherUnit);
  if (span !== null && spanned !== undefined) {
    scan.consume(span.start, span.end);
    return [{ attribute: spanned, from: amountOf(low), to: amountOf(high) }];
  }
  const pattern = new RegExp(
    `(${OPERATOR}|exactly)?\\s*${AMOUNT}${UNIT}(\\s+(?:or|and) (?:more|less|fewer|up)| at (?:most|least))?`,
    'u',
  );
  for (let found = scan.find(pattern); found !== null; found = scan.find(pattern, found.end)) {
    const [, operator, own, count, ownUnit, tail] = found.match;
    const attribute = measured(own, ownUnit);
    if (attribute === undefined) continue;
    scan.consume(found.start, found.end);
    const value = amountOf(count);
    if (operator === 'exactly') return [{ attribute, from: value, to: value }];
    if (tail !== undefined) return [{ attribute, [/more|up|at least/u.test(tail) ? 'from' : 'to']: value }];
    return [bounded(attribute, operator, value, 'to')];
  }
  return [];
}

/** "No, over 100": another bound of the number that was bounded before; null where the message is more than that. */
export function readBound(text: string, before: readonly Condition[]): Condition | null {
  const said = new RegExp(
    `^\\W*(?:no,? |rather |and |but |only |ok,? |then )*(${OPERATOR})\\s*(\\d+)(?: (?:instead|then|please))?\\W*$`,
    'u',
  ).exec(text.toLowerCase());
  const old = before.find(({ attribute, is, not }) => is === undefined && not === undefined && attribute !== 'year');
  return said === null || old === undefined ? null : bounded(old.attribute, said[1], Number(said[2]), 'to');
}

/** @file Several things that were said of years, put together: bounds that hold at once, and spans of which one will do. */
import type { Condition } from '../../core/dialogue.ts';

type Span = readonly [number, number];

/** The years that a condition wants, where they have a first and a last one. */
function spansOf({ is = [], from, to }: Condition): readonly Span[] {
  if (typeof from === 'number' && typeof to === 'number') return [[from, to]];
  return is.map((text): Span => {
    const [first = '', last = first] = text.split('-');
    return [Number(first), Number(last)];
  });
}

/** Spans of years that no item can be of at once are alternatives: "from 1999 or 2001". */
function alternatives(conditions: readonly Condition[]): readonly Condition[] {
  const wanted = conditions.filter((one) => spansOf(one).length > 0);
  const meet = (one: Condition, other: Condition): boolean =>
    spansOf(one).some(([first, last]) => spansOf(other).some(([from, to]) => first <= to && from <= last));
  if (wanted.every((one, at) => wanted.slice(at + 1).every((other) => meet(one, other)))) return conditions;
  const spans = wanted.flatMap(spansOf).sort(([one], [other]) => one - other);
  const is = spans.map(([first, last]) => (first === last ? String(first) : `${String(first)}-${String(last)}`));
  return [{ attribute: 'year', is: [...new Set(is)] }, ...conditions.filter((one) => !wanted.includes(one))];
}

/** One condition of all bounds where they fit together: `after 1990` and `before 2000`; what is refused stays apart. */
export function merged(said: readonly Condition[]): readonly Condition[] {
  const conditions = alternatives(said);
  const bounds = conditions.filter(({ not }) => not === undefined);
  if (bounds.length < 2) return conditions;
  const all = Object.assign({}, ...bounds) as Condition;
  const names = bounds.flatMap((one) => Object.keys(one).filter((name) => name !== 'attribute'));
  if (new Set(names).size < names.length) return conditions;
  return [all, ...conditions.filter(({ not }) => not !== undefined)];
}

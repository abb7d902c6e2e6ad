/** @file Conditions on items, in words. */
import type { Condition } from './dialogue.ts';

/** A condition in words: `genre is Comedy`, `year after 1999`. */
export function conditionWords({ attribute, is, not, ...bounds }: Condition): string {
  const words = Object.entries(bounds).map(([name, bound]) => `${attribute} ${name} ${String(bound)}`);
  if (is !== undefined && is.length > 0) words.unshift(`${attribute} is ${is.join(' or ')}`);
  if (attribute === 'title' && not !== undefined && not.length > 1)
    words.push(`none of ${String(not.length)} titles that were named`);
  else if (not !== undefined && not.length > 0) words.push(`${attribute} is not ${not.join(' or ')}`);
  return words.join(', ');
}

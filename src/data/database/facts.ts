/**
 * @file What a source says of people and items, as rows and as words.
 */
import type { SqlValue } from '../../core/database.ts';
import type { Attributes } from '../../core/dataset.ts';

/** `genres` → `genre`, `countries` → `country`; `class` stays. */
export function singular(name: string): string {
  if (/[^aeiou]ies$/u.test(name)) return `${name.slice(0, -3)}y`;
  return /[^s]s$/u.test(name) ? name.slice(0, -1) : name;
}

/** Rows of (attribute, value): a list gives one for each different entry. @param rename applied to the names of lists */
export function attributeRows(
  attributes: Attributes,
  rename: (name: string) => string,
): (readonly [string, SqlValue])[] {
  return Object.entries(attributes).flatMap(([name, value]): (readonly [string, SqlValue])[] =>
    typeof value === 'object'
      ? [...new Set(value)].map((entry) => [rename(name), entry] as const)
      : [[name, value] as const],
  );
}

/** `genres: Action, Crime; director: Michael Mann`. @param longest single texts are cut at this many characters */
export function factsOf(attributes: Attributes, longest = Number.POSITIVE_INFINITY): string {
  const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
  return Object.entries(attributes)
    .map(([name, value]) => [name, typeof value === 'object' ? value.join(', ') : cut(String(value))] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}

/** Lower-case words of letters and digits without accents, as search compares them. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** @file What is wrong with a value of a spec or of a notebook, in a sentence without its end. */
import type * as z from 'zod/mini';

const LONGEST_VALUE = 60;

/** For a shape's `error`, so that the sentence of an unknown member names those there are. */
export const membersOf = ({ code, inst }: z.core.$ZodRawIssue): string | undefined =>
  code === 'unrecognized_keys' && inst !== undefined
    ? Object.keys((inst as z.ZodMiniObject)._zod.def.shape).join(', ')
    : undefined;

/** @param what the value is called: `planner`, `kind`, `value`. @param noun what members are called */
export function issueSentence(issue: z.core.$ZodIssue, value: unknown, what: string, noun: 'field' | 'member'): string {
  switch (issue.code) {
    case 'invalid_value':
      return `unknown ${what} ${shown(value)}; one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return `unknown ${what} ${shown(value)}; one of ${namesOf(issue).join(', ')}`;
    case 'unrecognized_keys':
      return `unknown ${noun} ${issue.keys.map(shown).join(', ')}; the ${noun}s are ${issue.message}`;
    case 'invalid_type':
      return value === undefined
        ? `is missing; it must be ${articled(issue.expected)}`
        : `must be ${articled(issue.expected)}, not ${shown(value)}`;
    case 'too_small':
      return bounded(issue.origin, `at least ${issue.minimum}`, value);
    case 'too_big':
      return bounded(issue.origin, `at most ${issue.maximum}`, value);
    case 'invalid_format':
      return `${shown(value)} does not have the right form (${issue.pattern ?? issue.format})`;
    default:
      return `${shown(value)} is not allowed (${issue.message})`;
  }
}

const bounded = (origin: string, bound: string, value: unknown): string =>
  origin === 'array' || origin === 'string' ? `must hold ${bound}` : `must be ${bound}, not ${shown(value)}`;

function namesOf(issue: object): string[] {
  const { options } = issue as { readonly options?: readonly unknown[] };
  return (options ?? []).map(String);
}

const NAMES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  string: 'a text',
  record: 'an object',
};
const articled = (expected: string): string =>
  NAMES[expected] ?? (/^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`);

/** A value from outside, cut where it is long. */
export function shown(value: unknown): string {
  const cut = typeof value === 'string' ? value.slice(0, LONGEST_VALUE + 1) : value;
  const written = JSON.stringify(cut) ?? 'nothing';
  return written.length > LONGEST_VALUE ? `${written.slice(0, LONGEST_VALUE)}…` : written;
}

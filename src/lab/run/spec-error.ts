/** @file Says what is wrong with a spec: the field, its value and what is allowed there. */
import { LabError } from '../../core/errors.ts';
import { valueAt } from '../../core/json.ts';
import type { z } from '../../tools/schema.ts';

type Issue = z.core.$ZodIssue;

const LONGEST_VALUE = 60;

/** The first fault of a spec as an error: `name-unknown` for a name that is not registered, else `spec-invalid`. */
export function specError(input: unknown, error: z.core.$ZodError): LabError {
  const issue = deepest(error.issues);
  if (issue === undefined) return new LabError('spec-invalid', 'The spec does not have the right shape.');
  const field = issue.path.join('.') || 'the spec';
  const value = valueAt(input, issue.path);
  const last = issue.path.at(-1);
  const isName =
    (last === 'name' || last === 'planner') && (issue.code === 'invalid_value' || issue.code === 'invalid_union');
  const what = isName && typeof value === 'string' ? kindOf(issue.path) : 'value';
  return new LabError(isName ? 'name-unknown' : 'spec-invalid', `${field}: ${sentence(issue, value, what)}.`, {
    field,
  });
}

/** Of a union that fits in one branch, the fault in that branch. */
function deepest(issues: readonly Issue[]): Issue | undefined {
  const [issue] = issues;
  if (issue?.code !== 'invalid_union') return issue;
  const branch = issue.errors.length === 1 ? issue.errors[0] : undefined;
  const inner = branch && deepest(branch);
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

/** `planner` of `recommender.options.planner`, `tool` of `…tools.0.name`. */
function kindOf(path: readonly PropertyKey[]): string {
  const named = path.findLast((part) => part !== 'name' && typeof part === 'string');
  return String(named ?? 'name')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
}

function sentence(issue: Issue, value: unknown, what: string): string {
  switch (issue.code) {
    case 'invalid_value':
      return `unknown ${what} ${shown(value)}; one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return `unknown ${what} ${shown(value)}; one of ${namesOf(issue).join(', ')}`;
    case 'unrecognized_keys':
      return `unknown field ${issue.keys.map(shown).join(', ')}; docs/run-spec.md lists the fields`;
    case 'invalid_type':
      return value === undefined
        ? `is missing; it must be ${articled(issue.expected)}`
        : `must be ${articled(issue.expected)}, not ${shown(value)}`;
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? `must hold at least ${issue.minimum}`
        : `must be at least ${issue.minimum}, not ${shown(value)}`;
    case 'too_big':
      return issue.origin === 'array' || issue.origin === 'string'
        ? `must hold at most ${issue.maximum}`
        : `must be at most ${issue.maximum}, not ${shown(value)}`;
    case 'invalid_format':
      return `${shown(value)} does not have the right form (${issue.pattern ?? issue.format})`;
    default:
      return `${shown(value)} is not allowed (${issue.message})`;
  }
}

function namesOf(issue: Issue): string[] {
  const { options } = issue as { readonly options?: readonly unknown[] };
  return (options ?? []).map(String);
}

const NAMES: Readonly<Record<string, string>> = { int: 'a whole number', number: 'a number', boolean: 'true or false' };
const articled = (expected: string): string =>
  NAMES[expected] ?? (/^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`);

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

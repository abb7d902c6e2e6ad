/** @file Says what is wrong with a spec: the field, its value and what is allowed there. */
import { LabError } from '../../core/errors.ts';
import { valueAt } from '../../core/json.ts';
import { issueSentence, membersOf } from '../../trace/issue-sentence.ts';
import type { z } from '../../tools/schema.ts';

type Issue = z.core.$ZodIssue;

/** Reads a spec by its shape. @throws LabError its first fault: `name-unknown` for a name that is not registered, else `spec-invalid` */
export function readShape<Value>(shape: z.ZodMiniType<Value>, input: unknown): Value {
  const result = shape.safeParse(input, { error: membersOf });
  if (result.success) return result.data;
  throw specError(input, result.error.issues);
}

function specError(input: unknown, issues: readonly Issue[]): LabError {
  const issue = deepest(issues);
  if (issue === undefined) return new LabError('spec-invalid', 'The spec does not have the right shape.');
  const value = valueAt(input, issue.path);
  const last = issue.path.at(-1);
  const isName =
    (last === 'name' || last === 'planner') && (issue.code === 'invalid_value' || issue.code === 'invalid_union');
  const what = isName && typeof value === 'string' ? kindOf(issue.path) : 'value';
  // What is missing may be there under a name that is misspelt.
  const unknown = value === undefined ? issues.find((one) => one.code === 'unrecognized_keys') : undefined;
  const told = unknown === undefined || unknown === issue ? [issue] : [issue, unknown];
  return new LabError(
    isName ? 'name-unknown' : 'spec-invalid',
    told.map((one) => `${fieldOf(one)}: ${issueSentence(one, valueAt(input, one.path), what, 'field')}.`).join(' '),
    { field: fieldOf(issue) },
  );
}

const fieldOf = ({ path }: Issue): string => path.join('.') || 'the spec';

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

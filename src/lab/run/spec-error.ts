/** @file Says what is wrong with a spec: the field, its value and what is allowed there. */
import { LabError } from '../../core/errors.ts';
import { valueAt } from '../../core/json.ts';
import { issueSentence } from '../../notebook/issue-sentence.ts';
import type { z } from '../../tools/schema.ts';

type Issue = z.core.$ZodIssue;

const FIELDS = { noun: 'field', document: 'docs/run-spec.md' };

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
  return new LabError(
    isName ? 'name-unknown' : 'spec-invalid',
    `${field}: ${issueSentence(issue, value, what, FIELDS)}.`,
    {
      field,
    },
  );
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

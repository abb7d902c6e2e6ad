/** @file What an editor of programs completes: the calls of the context, and what a state has. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { CALLS, STATE_FIELDS } from './program-problems.ts';

const calls = Object.entries(CALLS).map(([label, { form, what }]) => ({
  label,
  type: 'method',
  detail: form.slice(label.length),
  info: what,
}));
const fields = Object.entries(STATE_FIELDS).map(([label, what]) => ({ label, type: 'property', info: what }));

/** Completes what stands after a dot: of `context` the four calls, else what a state has. */
export function completeProgram(at: CompletionContext): CompletionResult | null {
  const before = at.matchBefore(/(?<![\w$])[\w$]+\.\w*/);
  if (before === null) return null;
  const [owner = ''] = before.text.split('.');
  const from = before.from + owner.length + 1;
  return { from, options: owner === 'context' ? calls : fields, validFor: /^\w*$/ };
}

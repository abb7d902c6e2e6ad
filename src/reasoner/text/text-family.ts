/**
 * @file What the reasoner believes about a text that is asked for: what each query is worth, and what can be written from
 * what was found.
 */
import { isTextType, type Task, type TextTask } from '../../core/task.ts';
import { LabError } from '../../core/errors.ts';
import type { Belief, Family } from '../belief.ts';
import type { TextCalibration } from '../calibration.ts';
import type { Finding } from '../finding.ts';
import type { Query } from '../../tools/queries/query.ts';
import { EXPLANATION_QUERIES, HEADING_QUERIES } from '../../tools/queries/texts.ts';
import { explain } from './explain.ts';
import { head } from './head.ts';

/** The queries of each kind of text. */
export const TEXT_QUERIES: Readonly<Record<TextTask['type'], readonly Query[]>> = {
  'explanation-generation': EXPLANATION_QUERIES,
  'review-summarization': HEADING_QUERIES,
};

/** The text for a task from what was found, by rules. */
export function writeText(task: TextTask, findings: readonly Finding[], worthOf: (name: string) => number): string {
  return task.type === 'explanation-generation' ? explain(task, findings, worthOf) : head(task, findings);
}

function asText(task: Task): TextTask {
  if (isTextType(task.type)) return task as TextTask;
  throw new LabError('internal', `The rules for texts cannot answer ${task.type}.`);
}

function believe(calibration: TextCalibration, task: TextTask, findings: readonly Finding[]): Belief {
  const worths = new Map(calibration.evidence.map(({ name, worth }) => [name, worth]));
  const worthOf = (name: string): number => worths.get(name) ?? 0;
  const all = calibration.evidence.reduce((sum, { worth }) => sum + worth, 0);
  const known = new Set(findings.flatMap(({ query, found }) => (found === null ? [] : [query.name])));
  return {
    gain: (name) => (known.has(name) || all <= 0 ? 0 : worthOf(name) / all),
    trust({ query, found }) {
      if (found === null || found.support === 0) return 0;
      return query.kind === 'retrieval' ? 1 : found.support / (found.support + 1);
    },
    answer: () => ({ recommendation: { type: 'text', text: writeText(task, findings, worthOf) }, reason: '' }),
    order: () => [],
  };
}

/** Tasks about texts, from a calibration. */
export function textFamily(type: TextTask['type'], calibration: TextCalibration): Family {
  return {
    queries: TEXT_QUERIES[type],
    slips: calibration.slips,
    offered: new Set(calibration.evidence.map(({ name }) => name)),
    believe: (task, findings) => believe(calibration, asText(task), findings),
  };
}

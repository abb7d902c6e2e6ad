/** @file Blind judging on both sides of the worker border. Before a judgement nothing says who wrote what. Types only. */
import type { JudgingCounts, JudgingResults } from '../../core/evaluation.ts';
import type { TextTask } from '../../core/task.ts';

export interface BlindQuestion {
  readonly id: string;
  readonly task: TextTask;
  readonly texts: readonly string[];
}

export type BlindVerdict =
  /** The place of each text, from 1; equal ones are ties. */
  { readonly type: 'ranking'; readonly places: readonly number[] } | { readonly type: 'skip' };

/** Blind judging of evaluations of the open dataset. Every method rejects with a `LabError`. */
export interface JudgingService {
  /** Progress of the judging. @throws LabError `task-impossible` where the evaluation is not about texts, or has fewer than two rows */
  counts(name: string): Promise<JudgingCounts>;
  /** The next question in a random order; null at the end. @param except the question on the screen */
  next(name: string, except: string | null, signal: AbortSignal): Promise<BlindQuestion | null>;
  judge(name: string, question: string, verdict: BlindVerdict): Promise<JudgingCounts>;
  /** Takes back the last judgement, or all skips, so that they are asked again. */
  withdraw(name: string, what: 'last' | 'skips'): Promise<JudgingCounts>;
  /** Which method wrote what, and how each was judged. Judgements that are made afterwards are marked as made after the look. */
  results(name: string): Promise<JudgingResults>;
  /** As CSV: a line for each judgement and method. */
  export(name: string): Promise<Blob>;
}

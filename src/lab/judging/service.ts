/**
 * @file Blind judging of an evaluation's texts, on both sides of the worker border. Types only. Nothing that crosses before
 * a judgement is kept says which method wrote what.
 */
import type { JudgingCounts, JudgingResults } from '../../core/evaluation.ts';
import type { TextTask } from '../../core/task.ts';

/** A question as the judge sees it. */
export interface BlindQuestion {
  readonly id: string;
  readonly task: TextTask;
  /** Different texts in a random order. */
  readonly texts: readonly string[];
}

/** What a judge may say of a question. */
export type BlindVerdict =
  /** The place of each text, from 1; equal ones are ties. */
  { readonly type: 'ranking'; readonly places: readonly number[] } | { readonly type: 'skip' };

/** Blind judging of evaluations of the open dataset. Every method rejects with a `LabError`. */
export interface JudgingService {
  /** Progress of the judging. @throws LabError `task-impossible` where the evaluation is not about texts, or has fewer than two rows */
  counts(name: string): Promise<JudgingCounts>;
  /**
   * The next question that was not judged, in a random order; null if none is left.
   * Questions with fewer than two different texts are settled on the way.
   * @param except a question that is on the screen already
   */
  next(name: string, except: string | null, signal: AbortSignal): Promise<BlindQuestion | null>;
  /** Keeps a verdict; durable when it resolves. */
  judge(name: string, question: string, verdict: BlindVerdict): Promise<JudgingCounts>;
  /** Takes back the last judgement, or all skips, so that they are asked again. */
  withdraw(name: string, what: 'last' | 'skips'): Promise<JudgingCounts>;
  /** Which method wrote what, and how each was judged. Judgements that are made afterwards are marked as made after the look. */
  results(name: string): Promise<JudgingResults>;
  /** As CSV: a line for each judgement and method. */
  export(name: string): Promise<Blob>;
}

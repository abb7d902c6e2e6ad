/**
 * @file Blind judging of an evaluation's texts, on both sides of the worker border. Types only. Nothing that crosses before
 * a judgement is kept says which method wrote what.
 */
import type { JudgingCounts, JudgingResults } from '../../core/judging.ts';
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

/** The files that a judging can be saved as. */
export type JudgingExport = 'csv' | 'json';

/** Blind judging of evaluations of the open dataset. Every method rejects with a `LabError`. */
export interface JudgingService {
  /** How far a judge is. @throws LabError `task-impossible` where the evaluation is not about texts, or has fewer than two rows */
  counts(name: string, judge: string): Promise<JudgingCounts>;
  /**
   * The next question that the judge has not judged, in a random order that is the same for all judges; null where there is none.
   * Questions with fewer than two different texts are settled on the way.
   * @param except a question that is on the screen already
   */
  next(name: string, judge: string, except: string | null, signal: AbortSignal): Promise<BlindQuestion | null>;
  /** Keeps a verdict; durable when it resolves. */
  judge(name: string, judge: string, question: string, verdict: BlindVerdict): Promise<JudgingCounts>;
  /** Takes back the judge's last judgement, or all their skips, so that they are asked again. */
  withdraw(name: string, judge: string, what: 'last' | 'skips'): Promise<JudgingCounts>;
  /**
   * Takes in what other judges judged elsewhere: a judging of the same evaluation that was saved as JSON. What they judged here before gives way.
   * @returns how many judgements were taken; those of texts that are not shown here are not
   * @throws LabError `file-invalid` where it is no such file
   */
  take(name: string, text: string): Promise<number>;
  /** Which method wrote what, and how each was judged. Judgements that are made afterwards are marked as made after the look. */
  results(name: string): Promise<JudgingResults>;
  export(name: string, as: JudgingExport): Promise<Blob>;
}

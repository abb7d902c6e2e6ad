/** @file Blind judging on both sides of the worker border. Before a judgement nothing says who wrote what. Types only. */
import type { JudgingCounts, JudgingResults } from '../../core/evaluation.ts';
import type { TextTask } from '../../core/task.ts';

export interface BlindQuestion {
  readonly id: string;
  readonly task: TextTask;
  readonly texts: readonly string[];
}

export interface JudgingStep {
  readonly counts: JudgingCounts;
  /** Null at the end. */
  readonly question: BlindQuestion | null;
}

/** Blind judging of evaluations of the open dataset. Every method rejects with a `LabError`. */
export interface JudgingService {
  /** The next question, in a random order. @throws LabError `task-impossible` for fewer than two rows of texts */
  next(name: string, signal: AbortSignal): Promise<JudgingStep>;
  /** Keeps a judgement. @param places of each text, from 1; equal ones are ties; null to skip the question */
  judge(name: string, question: string, places: readonly number[] | null): Promise<void>;
  /** Which method wrote what, and how each was judged. */
  results(name: string): Promise<JudgingResults>;
  /** As CSV: a line for each judgement and method. */
  export(name: string): Promise<Blob>;
}

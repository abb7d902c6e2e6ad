/** @file What an evaluation gives: a record for each task, and the table that they fold into. */
import type { ReplyCounts, WrittenReplyCounts } from './reply/limits.ts';
import type { ItemId } from './dataset.ts';
import type { AnswerCost } from './costs.ts';
import type { LabErrorData } from './errors.ts';
import type { AnswerFrom } from './trace.ts';
import type { Recommendation, Truth } from './task.ts';

/** By metric; in a record as a run's summary names them, such as `RMSE (explored)`. */
export type Values = { readonly [metric: string]: number };

export interface TaskRecord {
  readonly cell: string;
  readonly task: string;
  /** A person's id: people are what intervals are over. */
  readonly person: number;
  readonly error: string | null;
  readonly values: Values;
  /** Where the right item stood among the candidates, from 0; null where there were none. */
  readonly position: number | null;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly replies?: WrittenReplyCounts;
  readonly promptTokens?: number;
  readonly cachedTokens?: number;
  readonly timedOutStatements?: number;
  readonly lists?: { readonly [Answer in AnswerFrom]?: RecordedList };
  readonly ratings?: { readonly [Answer in AnswerFrom]?: number };
  readonly texts?: { readonly [Answer in AnswerFrom]?: NGramCounts };
  readonly answers?: { readonly [Answer in AnswerFrom]?: AnswerCost };
  readonly trace?: TracePlace;
}

export interface RecordedList {
  readonly items: readonly ItemId[];
  /** Mean information of its items, in bits: how little known they are. */
  readonly novelty: number;
  readonly entries?: WrittenEntries;
}

export interface WrittenEntries {
  readonly written: number;
  readonly invented: number;
  readonly repeated: number;
}

export interface NGramCounts {
  /** By order, from 1: n-grams of the text that the right one has, clipped. */
  readonly matches: readonly number[];
  readonly totals: readonly number[];
  readonly hypothesisWords: number;
  readonly referenceWords: number;
}

export interface TracePlace {
  readonly writer: string;
  readonly offset: number;
  readonly length: number;
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Reading {
  readonly value: Interval | null;
  /** Less the base row's, over the tasks that both have; null for the base row, and while tasks of either are missing. */
  readonly difference: Interval | null;
  /** The p-value of no difference, by a paired permutation test over people; null where there is no difference. */
  readonly p: number | null;
  /** The same after Holm's correction for the rows of the table; null while tasks of any row are missing. */
  readonly holmP: number | null;
  readonly significant: boolean;
}

export const SIGNIFICANCE_LEVEL = 0.05;

export const NO_READING: Reading = { value: null, difference: null, p: null, holmP: null, significant: false };

export interface MetricResult {
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly valid: Reading;
  /** Failures counted as misses: an empty list, or the worst rating that there is. */
  readonly misses: Reading;
}

export interface ListResult {
  readonly name: string;
  readonly words: string;
  readonly value: number;
}

export const COSTS = ['modelCalls', 'toolCalls', 'tokens', 'seconds'] as const;
export type Cost = (typeof COSTS)[number];

export interface Factors {
  readonly method: string;
  readonly model: string | null;
  readonly shots: number | null;
  readonly history?: number;
  /** Null for the tasks' own dataset; absent without examples. */
  readonly examplesFrom?: string | null;
  readonly budget: number | null;
}

export interface TableRow {
  readonly label: string;
  readonly factors: Factors;
  readonly tasks: number;
  readonly missing: number;
  readonly people: number;
  readonly failures: { readonly [code: string]: number };
  readonly metrics: readonly MetricResult[];
  readonly lists: readonly ListResult[];
  /** Means over the tasks, failed ones too; null where there is none. */
  readonly cost: { readonly [Part in Cost]: number | null };
  readonly replies: ReplyCounts;
  readonly computedShare: number | null;
  readonly timedOutStatements: number;
}

export interface EvaluationTable {
  readonly name: string;
  readonly base: string;
  readonly seeds: readonly number[];
  readonly rows: readonly TableRow[];
}

export interface EvaluationProgress {
  readonly label: string;
  readonly seed: number;
  readonly done: number;
  readonly tasks: number;
  readonly secondsLeft: number | null;
}

export interface EvaluationEnd {
  readonly outcome: 'done' | 'failed' | 'aborted';
  readonly error: LabErrorData | null;
}

/** The order in which a judge put what all subjects wrote of a task; of several of one question the last one counts. */
export interface Judgement {
  readonly question: string;
  /** Tells apart what was shown: where the subjects or their answers changed, the question is another one. */
  readonly shown: string;
  readonly person: number;
  /** Places from 1 by subject; null where the question was skipped. */
  readonly places: { readonly [subject: string]: number } | null;
}

export interface JudgedSubject {
  readonly subject: string;
  readonly firstShare: Interval | null;
  /** Mean of its places, tied ones at the middle of the places that they take up. */
  readonly meanPlace: Interval | null;
}

export interface JudgingCounts {
  readonly questions: number;
  readonly judged: number;
  readonly skipped: number;
}

export interface JudgingResults extends JudgingCounts {
  readonly name: string;
  readonly subjects: readonly JudgedSubject[];
}

export interface Metric {
  readonly name: string;
  readonly higherIsBetter: boolean;
  measure(recommendation: Recommendation, truth: Truth): number | null;
  summarize(measurements: readonly number[]): number;
}

/** @file A run as data: the same spec and seed give the same events. */
import type { Fork } from './fork.ts';
import type { Json } from './json.ts';
import type { ReplyLimits, WrittenReplyCounts } from './reply/limits.ts';

export interface ComponentSpec {
  readonly name: string;
  readonly options: { readonly [key: string]: Json };
}

export interface RunLimits {
  readonly modelCalls: number;
  readonly tokens: number;
  readonly replies?: ReplyLimits;
}

export interface RunSpec {
  readonly dataset: ComponentSpec;
  readonly split: ComponentSpec;
  readonly tasks: ComponentSpec;
  readonly recommender: ComponentSpec;
  readonly model: ComponentSpec;
  /** Votes and judges states; the model does where there is none. */
  readonly critic?: ComponentSpec;
  readonly metrics: readonly string[];
  /** A whole number from 0 to 2³² − 1. */
  readonly seed: number;
  readonly limits: RunLimits;
  readonly fork?: Fork;
  readonly replies: { readonly mode: 'live' } | { readonly mode: 'record' | 'replay'; readonly recording: string };
}

export interface RunSummary {
  readonly outcome: 'done' | 'failed' | 'aborted';
  /** By metric name, `RMSE (explored)` for the second answer of the same tree; null where nothing was measured. */
  readonly metrics: { readonly [name: string]: number | null };
  readonly tasks: number;
  readonly failures: { readonly [code: string]: number };
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly reply?: string | null;
  readonly timedOutStatements?: number;
  readonly replies: WrittenReplyCounts;
  /** SHA-256 of the events as JSON Lines without their times, in hexadecimal. */
  readonly digest: string;
}

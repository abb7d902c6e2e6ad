/** @file A part of what happened in a lane of the guide. */

/** What a part is about. */
export type PartKind = 'run' | 'state' | 'answer';

/** A part of what happened in a lane. */
export interface LanePart {
  /** From 1; that of an answer is after the last. */
  readonly step: number;
  readonly what: PartKind;
  /** The state or agent that it is about; empty for an answer. */
  readonly node: string;
  /** Of the last event that it tells. */
  readonly seq: number;
  readonly sentences: readonly string[];
}

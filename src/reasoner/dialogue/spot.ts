/** @file Where a message names a value. */

/** A value in the message. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly attribute: string;
  readonly values: readonly string[];
  readonly isPlural: boolean;
  readonly written: string;
  /** A mood that is read as a value. */
  readonly isVague?: boolean;
}

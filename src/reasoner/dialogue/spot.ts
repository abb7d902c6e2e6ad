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
  /** Values that the mood cannot stand. */
  readonly avoids?: readonly string[];
  /** A kind that the catalogue does not have: it is looked for by meaning, among the values that are nearest to it. */
  readonly isUnknown?: boolean;
}

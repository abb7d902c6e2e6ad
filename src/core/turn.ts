/** @file A turn of a conversation, as it ended and as it is kept. */
import type { EarlierTurn, Profile } from './dialogue.ts';

/** The result of a turn. Planners are told of it as an `EarlierTurn`. */
export interface Turn extends EarlierTurn {
  readonly profile: Profile;
  /** For each item what it passed, step by step. */
  readonly passed: readonly (readonly string[])[];
}

/** A turn of a kept conversation. */
export interface KeptTurn {
  readonly turn: Turn;
  /** The profile that taking it back leaves. */
  readonly before: Profile;
  /** What was taken out of the profile since. */
  readonly gone?: readonly string[];
}

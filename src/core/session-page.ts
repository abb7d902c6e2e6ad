/** @file Sessions of simulated people as events tell of them: pages, and how they end. docs/sessions.md */

/** An item on a page, and what the person made of it. */
export interface ShownItem {
  /** Its place in the catalogue. */
  readonly item: number;
  readonly title: string;
  readonly genres: readonly string[];
  /** Null where the person did not choose it. */
  readonly rating: number | null;
  /** Why it was chosen and rated so, or was not; empty where a model gives no reason. */
  readonly reason: string;
}

/** A page of a session, as a person left it. */
export type PageView = {
  /** From 1. */
  readonly page: number;
  readonly shown: readonly ShownItem[];
  /** Patience that is left behind the page, in pages without pleasure; the person leaves at 0. */
  readonly patience: number;
  /** Why nothing is known of what the person did here: a reply that could not be read; null where it is known. */
  readonly problem: string | null;
};

/**
 * Why a session ended: patience was used up, a model said that the person leaves, all pages were seen, nothing was left to show, or a reply
 * could not be read.
 */
export type LeavingReason = 'tired' | 'leaves' | 'last-page' | 'nothing-left' | 'unread';

/** How a session ended. */
export type SessionEnd = {
  readonly leaving: LeavingReason;
  /** The mean over its pages of the best rating there, as a share of the scale; 0 for a page without a choice. Null where no page is known. */
  readonly satisfaction: number | null;
  /** The probability that the person comes in the next round. */
  readonly comesBack: number;
};

/** @file What a simulated person does in a session, whoever plays them: rules, or a language model. */
import type { Random } from '../../core/random.ts';
import type { PastRating, RatedItem, RatedPerson, RaterScale } from '../../core/rater.ts';
import type { Span } from '../../core/trace.ts';

/** An item on a page as a person meets it. */
export interface OfferedItem {
  readonly item: RatedItem;
  /** Past ratings that they are reminded of. */
  readonly history: readonly PastRating[];
  /** What they gave it in an earlier session; null where they never chose it. */
  readonly ratedBefore: number | null;
}

/** A page that a person looks at. */
export interface OfferedPage {
  readonly person: RatedPerson;
  readonly scale: RaterScale;
  readonly offered: readonly OfferedItem[];
  /** From 1. */
  readonly page: number;
  /** Patience before the page, in pages without pleasure. */
  readonly patience: number;
}

/** What a person does with each item, in the order of the page, and whether they want to go on. */
export interface PageReply {
  readonly items: readonly { readonly rating: number | null; readonly reason: string }[];
  readonly goesOn: boolean;
}

/** What playing a person takes besides the page. */
export interface Visiting {
  /** Of this session. Equal sources and pages give equal replies. */
  readonly random: Random;
  /** The person's own, the same in all of their sessions. */
  readonly own: Random;
  readonly signal: AbortSignal;
  /** Where the calls of a model are written. */
  readonly span: Span;
}

/** Plays simulated people. */
export interface Visitor {
  readonly id: string;
  /** What the page calls it; rules say that they are rules. */
  readonly title: string;
  /** A reply that cannot be read is a problem, never a choice. @throws LabError `aborted`, or what a model throws */
  look(page: OfferedPage, visiting: Visiting): Promise<PageReply | { readonly problem: string }>;
}

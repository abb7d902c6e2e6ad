/** @file What written titles come to. */
import type { ItemReference } from '../../core/task.ts';

/** How a written title was understood. */
export type TitleMatch =
  /** `isExact` where it names this item and no other; else `others` may be meant too. */
  | {
      readonly type: 'found';
      readonly item: ItemReference;
      readonly isExact: boolean;
      /** Whether a runner-up is nearly as well known. */
      readonly isDoubtful: boolean;
      readonly others: readonly ItemReference[];
    }
  | { readonly type: 'ambiguous'; readonly items: readonly ItemReference[] }
  | { readonly type: 'unknown'; readonly near: readonly ItemReference[] };

/** A part of a text that is written like titles. */
export interface TitleSpan {
  /** UTF-16 positions. */
  readonly start: number;
  readonly end: number;
  /** The best known first. */
  readonly items: readonly ItemReference[];
}

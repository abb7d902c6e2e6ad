/** @file What a message wishes for. */
import type { Condition, DialogueView, Order } from '../../core/dialogue.ts';
import type { Change, Role } from './words.ts';

/** What reading needs besides the message. */
export interface Reading extends Pick<DialogueView, 'text' | 'mentions' | 'catalogue' | 'chips'> {
  /** Titles that the person has before them. */
  readonly shown: readonly string[];
  /** The one that was asked about last. */
  readonly it: string | null;
}

/** What a message wishes for. */
export interface Wishes {
  readonly conditions: Condition[];
  readonly titles: { readonly role: Role; readonly title: string }[];
  /** Liked and disliked values, such as `genre: Comedy`. */
  readonly tastes: { readonly role: Role; readonly value: string }[];
  count: number | null;
  order: Order | null;
  /** Attributes that a question asks for, empty for all; null where nothing is asked. */
  facts: readonly string[] | null;
  readonly changes: Change[];
  chooses: boolean;
  asksWhy: boolean;
  startsOver: boolean;
}

/** Nothing yet. */
export const noWishes = (): Wishes => ({
  conditions: [],
  titles: [],
  tastes: [],
  count: null,
  order: null,
  facts: null,
  changes: [],
  chooses: false,
  asksWhy: false,
  startsOver: false,
});

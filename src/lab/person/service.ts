/** @file The person who sits at the page, as one of the open dataset's: on both sides of the worker border. Types only. */
import type { ItemId, UserId, OwnPerson } from '../../core/dataset.ts';

/** The person as they are kept in this browser for the open dataset. */
export interface KeptPerson {
  /** Their number in the dataset, also while they have rated nothing. */
  readonly id: UserId;
  /** Null where they have rated nothing. */
  readonly person: OwnPerson | null;
  /** Tells them from others, with all that they rated; empty where they have rated nothing. */
  readonly fingerprint: string;
  /** False where the dataset has no ratings: then people say what they know. */
  readonly isRated: boolean;
}

/** A change to the person's ratings. */
export type PersonChange =
  /** Rates an item, or rates it again: it keeps its place. */
  | { readonly type: 'rate'; readonly item: ItemId; readonly rating: number | null }
  | { readonly type: 'remove'; readonly item: ItemId }
  /** Makes it the last rating, which is held out. */
  | { readonly type: 'hold-out'; readonly item: ItemId }
  | { readonly type: 'rename'; readonly name: string };

/** An item as it is offered to be rated. */
export interface ItemToRate {
  readonly id: ItemId;
  /** With the year where it is known. */
  readonly title: string;
  /** None where nothing is said. */
  readonly genres: readonly string[];
  /** How many people had it. */
  readonly people: number;
}

/** The person of the open dataset. Every method rejects with a `LabError`. */
export interface PersonService {
  read(): Promise<KeptPerson>;
  /** @throws LabError `spec-invalid` for what nobody can rate so, `storage-full`, `storage-failed` */
  change(change: PersonChange): Promise<KeptPerson>;
  /** Removes what they rated, and what was made of it but for the runs. */
  erase(): Promise<KeptPerson>;
  /**
   * Items to rate: those whose title has the text, the best known first; without a text a spread of what tells most of a person.
   * @param limit at most this many
   */
  itemsToRate(text: string, limit: number): Promise<readonly ItemToRate[]>;
  /** Those items, in this order; unknown ones are left out. */
  itemsById(ids: readonly ItemId[]): Promise<readonly ItemToRate[]>;
}

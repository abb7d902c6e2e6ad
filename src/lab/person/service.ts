/** @file The person who sits at the page, as one of the open dataset's: on both sides of the worker border. Types only. */
import type { ItemId, UserId, OwnPerson } from '../../core/dataset.ts';

export interface KeptPerson {
  readonly id: UserId;
  readonly person: OwnPerson | null;
  /** Tells them from others, with all that they rated; empty where they have rated nothing. */
  readonly fingerprint: string;
  readonly isRated: boolean;
}

export type PersonChange =
  /** Rates an item, or rates it again: it keeps its place. */
  | { readonly type: 'rate'; readonly item: ItemId; readonly rating: number | null }
  | { readonly type: 'remove'; readonly item: ItemId }
  /** Makes it the last rating, which is held out. */
  | { readonly type: 'hold-out'; readonly item: ItemId }
  | { readonly type: 'rename'; readonly name: string };

export interface ItemToRate {
  readonly id: ItemId;
  readonly title: string;
  /** None where nothing is said. */
  readonly genres: readonly string[];
  readonly people: number;
}

export interface PersonService {
  read(): Promise<KeptPerson>;
  /** @throws LabError `spec-invalid` for what nobody can rate so, `storage-full`, `storage-failed` */
  change(change: PersonChange): Promise<KeptPerson>;
  /** Removes what they rated, and what was made of it but for the runs. */
  erase(): Promise<KeptPerson>;
  /** Items with the text in the title, best known first; without a text a spread of informative items. */
  itemsToRate(text: string, limit: number): Promise<readonly ItemToRate[]>;
  /** Those items, in this order; unknown ones are left out. */
  itemsById(ids: readonly ItemId[]): Promise<readonly ItemToRate[]>;
}

/** @file A dataset in memory. Importers make it, and nothing changes it afterwards. */

import type { Json } from './json.ts';

/** A person's number in the dataset: the source's own number, or 1, 2, 3 … in order of appearance where that is no number. */
export type UserId = number;
export type ItemId = number;

export type Attributes = Readonly<Record<string, string | number | readonly string[]>>;

export interface User {
  readonly id: UserId;
  readonly name: string;
  readonly sourceId?: string;
  readonly attributes: Attributes;
}

export interface Item {
  readonly id: ItemId;
  readonly title: string;
  readonly year: number | null;
  readonly sourceId?: string;
  readonly attributes: Attributes;
}

/** Columns of one length, in the source's order; empty in a catalogue. `user` and `item` are ids, not positions. */
export interface Interactions {
  readonly user: Int32Array;
  readonly item: Int32Array;
  /** On the dataset's scale; NaN where the source has no ratings. */
  readonly rating: Float64Array;
  /** Unix seconds; the position in the source's order where the source has no times. */
  readonly time: Float64Array;
  readonly review?: readonly (string | null)[];
  readonly summary?: readonly (string | null)[];
  /** How many others found the review helpful; 0 where the source does not say. */
  readonly votes?: Int32Array;
}

export interface TagRows {
  readonly user: readonly UserId[];
  readonly item: readonly ItemId[];
  readonly tag: readonly string[];
}

export interface RatingScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** All ratings of a scale, the lowest first. */
export const ratingsOn = ({ min, max, step }: RatingScale): number[] =>
  Array.from({ length: Math.round((max - min) / step) + 1 }, (_, at) => min + at * step);

export interface DatasetManifest {
  readonly name: string;
  readonly title: string;
  readonly synthetic: boolean;
  readonly description: string;
  readonly license: string;
  readonly itemNoun: string;
  readonly scale: RatingScale;
  /** SHA-256 of the source bytes and of the chosen columns or slice, in hexadecimal. */
  readonly sha256: string;
  /** Which part of the source it is, as `dataset.options.slice` of a RunSpec has it; absent for the whole. */
  readonly slice?: Json;
  readonly person?: { readonly id: UserId; readonly name: string };
  readonly counts: { readonly users: number; readonly items: number; readonly interactions: number };
}

export interface OwnRating {
  readonly item: ItemId;
  /** On the dataset's scale; null in a dataset without ratings, where it says that the person knows the item. */
  readonly rating: number | null;
}

/** Somebody who rated items of a dataset themselves, with their ratings, oldest first: splits by time hold out the last. */
export interface OwnPerson {
  readonly name: string;
  readonly ratings: readonly OwnRating[];
}

export interface RejectedRow {
  readonly file: string;
  /** From 1, the header counted. */
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

export interface ImportReport {
  readonly format: string;
  readonly tables: readonly {
    readonly file: string;
    readonly kind: string;
    readonly holds: string;
    readonly columns: Readonly<Record<string, string>>;
    readonly rows: number | null;
  }[];
  readonly leftOver: readonly { readonly file: string; readonly why: string }[];
}

export interface Dataset {
  readonly manifest: DatasetManifest;
  readonly users: readonly User[];
  readonly items: readonly Item[];
  readonly interactions: Interactions;
  /** Of a slice: who interacted with what in the whole dataset, so that nobody is offered their own as something else. */
  readonly wholePairs?: Pick<Interactions, 'user' | 'item'>;
  /** Who gave the tags that items have: a split takes away those of a held-out interaction's person. */
  readonly tagged?: TagRows;
  /** The person whom somebody added, as `dataset.options.person` of a RunSpec has them, and the dataset without them. */
  readonly overlay?: { readonly person: OwnPerson; readonly without: Dataset };
  /** At most the first 1,000; the counts are complete. */
  readonly rejected: readonly RejectedRow[];
  readonly rejectedCounts: Readonly<Record<string, number>>;
  readonly cleanedCounts?: Readonly<Record<string, number>>;
  readonly readFrom?: ImportReport;
}

export const MOST_OWN_RATINGS = 500;
export const LONGEST_OWN_NAME = 60;
export const OWN_NAME = 'You';

export function ownPersonId(people: readonly { readonly id: UserId }[]): UserId {
  let largest = 0;
  for (const { id } of people) largest = Math.max(largest, id);
  if (largest < 2 ** 31 - 1) return largest + 1;
  const taken = new Set(people.map(({ id }) => id));
  let free = 1;
  while (taken.has(free)) free += 1;
  return free;
}

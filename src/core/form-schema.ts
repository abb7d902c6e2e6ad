/** @file A spec as forms draw it: the JSON Schema of its shape, with the words that stand beside the bounds of each field there. */
import type { Json } from './json.ts';

/** What a shape says of a field besides its bounds. A field without a label is not drawn. */
export interface FieldWords {
  readonly label?: string;
  readonly hint?: string;
  /** Behind the label: `in points`. */
  readonly unit?: string;
  /** Fields of a group fold under its name. */
  readonly group?: string;
  /** What values are called. Of a text with any value, `own` is what is written in own words. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Numbers to tick, of a list that may have others. */
  readonly offers?: readonly number[];
  /** What a field that is left empty means; else it has to be filled in. */
  readonly empty?: string;
  readonly step?: number;
  /** What a field shows where nothing is said. */
  readonly default?: Json;
  readonly as?: 'day';
  /** Drawn only where a field beside it has one of these values. */
  readonly when?: Readonly<Record<string, readonly Json[]>>;
}

export interface FieldSchema extends FieldWords {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly minimum?: number;
  readonly maximum?: number;
}

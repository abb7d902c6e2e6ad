/** @file What can be set of the built-in reasoner, as the page and specs name it. Types only. */

/** A dial of a model. */
export interface Dial {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  /** How its value is written: `percent`, `number`. */
  readonly format: 'number' | 'percent';
}

/** A named setting of all dials. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly dials: Readonly<Record<string, number>>;
}

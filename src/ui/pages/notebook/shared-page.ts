/** @file A page that a link opens as it is. */

/** A page that a link opens as it is. */
export interface SharedPage {
  /** What stands before the notebook in the address: `plan&from=kept&axis=steps&`. */
  readonly address: string;
  /** What the link holds, in a sentence that loads when it is asked for. */
  readonly holds: () => Promise<string>;
}

/** @file Where runs on the stage were opened from. */

/** The page that what is on the stage was opened from. */
export interface CameFrom {
  readonly title: string;
  /** Its place in the address, with `#`. */
  readonly hash: string;
}

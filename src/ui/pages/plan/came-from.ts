export interface CameFrom {
  readonly title: string;
  /** Its place in the address, with `#`. */
  readonly hash: string;
}

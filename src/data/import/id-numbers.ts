/** @file Numbers for ids that are none: 1, 2, 3 … in the order in which they first count. */

/** The numbers of one kind of ids. */
export class IdNumbers {
  private readonly numbers = new Map<string, number>();

  /** The number of an id, a new one where it was not met before. */
  of(id: string): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.numbers.size + 1;
    this.numbers.set(id, number);
    return number;
  }

  has(id: string): boolean {
    return this.numbers.has(id);
  }

  /** Ids with their numbers, ascending. */
  entries(): Iterable<readonly [string, number]> {
    return this.numbers.entries();
  }
}

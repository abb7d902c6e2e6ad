/** @file Interactions as they come in: columns that grow, and who has had what. */
import type { Interactions } from '../../core/dataset.ts';

/** What a source may have of an interaction besides its rating and time. */
export type OptionalColumns = readonly ('review' | 'summary' | 'votes')[];

export interface Interaction {
  readonly user: number;
  readonly item: number;
  /** NaN where there is none. */
  readonly rating: number;
  /** Unix seconds, or the position in the source. */
  readonly time: number;
  readonly review?: string | null;
  readonly summary?: string | null;
  readonly votes?: number;
}

const FIRST_ROOM = 4096;

/** Collects interactions; of those of one user and item the latest counts, of one time the last. */
export class CollectedInteractions {
  private length = 0;
  private user = new Int32Array(FIRST_ROOM);
  private item = new Int32Array(FIRST_ROOM);
  private rating = new Float64Array(FIRST_ROOM);
  private time = new Float64Array(FIRST_ROOM);
  private row = new Int32Array(FIRST_ROOM);
  private readonly columns: OptionalColumns;
  private readonly review: (string | null)[] = [];
  private readonly summary: (string | null)[] = [];
  private readonly votes: number[] = [];
  private readonly positions = new Map<number, Map<number, number>>();
  private readonly dead = new Set<number>();

  constructor(columns: OptionalColumns) {
    this.columns = columns;
  }

  /**
   * Takes one.
   * @param row a number that tells it from the others
   * @returns the row that does not count because of this one, which may be this one; null where user and item are new
   */
  add(interaction: Interaction, row: number): number | null {
    const ofUser = this.ofUser(interaction.user);
    const before = ofUser.get(interaction.item);
    if (before !== undefined && (this.time[before] ?? 0) > interaction.time) return row;
    ofUser.set(interaction.item, this.append(interaction, row));
    if (before === undefined) return null;
    this.dead.add(before);
    return this.row[before] ?? null;
  }

  /** What counts, in the order in which it came. */
  interactions(): Interactions {
    const { columns, dead, length } = this;
    const alive = (_: unknown, position: number): boolean => !dead.has(position);
    return {
      user: this.user.subarray(0, length).filter(alive),
      item: this.item.subarray(0, length).filter(alive),
      rating: this.rating.subarray(0, length).filter(alive),
      time: this.time.subarray(0, length).filter(alive),
      ...(columns.includes('review') && { review: this.review.filter(alive) }),
      ...(columns.includes('summary') && { summary: this.summary.filter(alive) }),
      ...(columns.includes('votes') && { votes: Int32Array.from(this.votes.filter(alive)) }),
    };
  }

  private ofUser(user: number): Map<number, number> {
    const known = this.positions.get(user);
    if (known !== undefined) return known;
    const created = new Map<number, number>();
    this.positions.set(user, created);
    return created;
  }

  private append({ user, item, rating, time, review, summary, votes }: Interaction, row: number): number {
    if (this.length === this.user.length) this.grow();
    const position = this.length;
    this.user[position] = user;
    this.item[position] = item;
    this.rating[position] = rating;
    this.time[position] = time;
    this.row[position] = row;
    if (this.columns.includes('review')) this.review.push(review ?? null);
    if (this.columns.includes('summary')) this.summary.push(summary ?? null);
    if (this.columns.includes('votes')) this.votes.push(votes ?? 0);
    this.length += 1;
    return position;
  }

  private grow(): void {
    const twice = <Column extends Int32Array | Float64Array>(from: Column, to: Column): Column => {
      to.set(from);
      return to;
    };
    const length = 2 * this.length;
    this.user = twice(this.user, new Int32Array(length));
    this.item = twice(this.item, new Int32Array(length));
    this.rating = twice(this.rating, new Float64Array(length));
    this.time = twice(this.time, new Float64Array(length));
    this.row = twice(this.row, new Int32Array(length));
  }
}

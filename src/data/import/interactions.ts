/** @file Reads the table of interactions of any format: who, what, how much, when. */
import type { Interactions, RatingScale } from '../../core/dataset.ts';
import { parseId, parseRating, parseTime } from './fields.ts';
import { RejectedRows } from './rejected-rows.ts';
import type { MemberFile } from './source-files.ts';
import { fileName, readTable, type Reading, type Row, type TableShape } from './table.ts';

/** A table of interactions. */
export interface InteractionTable {
  readonly member: MemberFile;
  readonly shape: TableShape;
  /** The names of the columns; `review` where there are texts. */
  readonly columns: {
    readonly user: string;
    readonly item: string;
    readonly rating: string;
    readonly time: string;
    readonly review?: string;
  };
  readonly scale: RatingScale;
  readonly isUser: (id: number) => boolean;
  readonly isItem: (id: number) => boolean;
}

interface Interaction {
  readonly user: number;
  readonly item: number;
  readonly rating: number;
  readonly time: number;
  readonly review: string | null;
}

const REPEATED = 'user and item repeated: the latest counts';

/**
 * The interactions in the source's order. Of rows with one user and item the latest counts, and of those of one time the
 * last; the others are rejected, as is every row with an id, a rating or a time that cannot be.
 */
export async function readInteractions(table: InteractionTable, reading: Reading): Promise<Interactions> {
  const collected = new CollectedInteractions(table.columns.review !== undefined);
  const replaced: number[] = [];
  await readTable(table.member, table.shape, reading, (row) => {
    const interaction = interactionOf(row, table);
    if (typeof interaction === 'string') return interaction;
    const loser = collected.add(interaction, row.line);
    if (loser === row.line) return REPEATED;
    if (loser !== null) replaced.push(loser);
    return null;
  });
  if (replaced.length > 0) await rejectReplaced(table, reading, new Set(replaced));
  return collected.interactions();
}

function interactionOf(row: Row, { columns, scale, isUser, isItem }: InteractionTable): Interaction | string {
  const user = parseId(row.get(columns.user).trim());
  if (user === null) return 'user id is not a number';
  const item = parseId(row.get(columns.item).trim());
  if (item === null) return 'item id is not a number';
  const rating = parseRating(row.get(columns.rating).trim(), scale);
  if (typeof rating === 'string') return rating;
  const time = parseTime(row.get(columns.time).trim());
  if (time === null) return 'time is not in whole seconds';
  if (!isUser(user)) return 'unknown user id';
  if (!isItem(item)) return 'unknown item id';
  const review = columns.review === undefined ? '' : row.get(columns.review).trim();
  return { user, item, rating, time, review: review === '' ? null : review };
}

/** Reads the file again for the texts of rows that a later row replaced: too rare to keep every row's text for. */
async function rejectReplaced(table: InteractionTable, reading: Reading, lines: ReadonlySet<number>): Promise<void> {
  const { member, shape } = table;
  const again: Reading = { pace: reading.pace.uncounted(), rejected: new RejectedRows() };
  await readTable(member, shape, again, (row) => {
    if (lines.has(row.line)) reading.rejected.add(fileName(member), row.line, REPEATED, row.text);
    return null;
  });
}

class CollectedInteractions {
  private length = 0;
  private user = new Int32Array(4096);
  private item = new Int32Array(4096);
  private rating = new Float64Array(4096);
  private time = new Float64Array(4096);
  private line = new Int32Array(4096);
  private readonly review: (string | null)[] | null;
  private readonly positions = new Map<number, Map<number, number>>();
  private readonly dead = new Set<number>();

  constructor(reviews: boolean) {
    this.review = reviews ? [] : null;
  }

  /** The line of the row that does not count because of this one, this one's own included; null where both ids are new. */
  add(interaction: Interaction, line: number): number | null {
    const ofUser = this.ofUser(interaction.user);
    const before = ofUser.get(interaction.item);
    if (before !== undefined && (this.time[before] ?? 0) > interaction.time) return line;
    ofUser.set(interaction.item, this.append(interaction, line));
    if (before === undefined) return null;
    this.dead.add(before);
    return this.line[before] ?? null;
  }

  interactions(): Interactions {
    const { review, dead, length } = this;
    const alive = (_: unknown, position: number): boolean => !dead.has(position);
    return {
      user: this.user.subarray(0, length).filter(alive),
      item: this.item.subarray(0, length).filter(alive),
      rating: this.rating.subarray(0, length).filter(alive),
      time: this.time.subarray(0, length).filter(alive),
      ...(review === null ? {} : { review: review.filter(alive) }),
    };
  }

  private ofUser(user: number): Map<number, number> {
    const known = this.positions.get(user);
    if (known !== undefined) return known;
    const created = new Map<number, number>();
    this.positions.set(user, created);
    return created;
  }

  private append({ user, item, rating, time, review }: Interaction, line: number): number {
    if (this.length === this.user.length) this.grow();
    const position = this.length;
    this.user[position] = user;
    this.item[position] = item;
    this.rating[position] = rating;
    this.time[position] = time;
    this.line[position] = line;
    this.review?.push(review);
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
    this.line = twice(this.line, new Int32Array(length));
  }
}

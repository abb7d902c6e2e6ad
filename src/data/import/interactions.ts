/** @file Interactions as they come in: columns that grow, who had what, and which of two rows of one person and item counts. */
import type { Interactions, RejectedRow } from '../../core/dataset.ts';
import { RejectedRows } from './import-progress.ts';
import type { Reading } from './table.ts';

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

/** Collects interactions; of those of one user and item the latest counts, of one time the last. */
class CollectedInteractions {
  private readonly columns: OptionalColumns;
  private readonly user: number[] = [];
  private readonly item: number[] = [];
  private readonly rating: number[] = [];
  private readonly time: number[] = [];
  private readonly row: number[] = [];
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
    const { user, item, rating, time, review = null, summary = null, votes = 0 } = interaction;
    const ofUser = this.positions.get(user) ?? new Map<number, number>();
    this.positions.set(user, ofUser);
    const before = ofUser.get(item);
    if (before !== undefined && (this.time[before] ?? 0) > time) return row;
    ofUser.set(item, this.user.length);
    this.user.push(user);
    this.item.push(item);
    this.rating.push(rating);
    this.time.push(time);
    this.row.push(row);
    if (this.columns.includes('review')) this.review.push(review);
    if (this.columns.includes('summary')) this.summary.push(summary);
    if (this.columns.includes('votes')) this.votes.push(votes);
    if (before === undefined) return null;
    this.dead.add(before);
    return this.row[before] ?? null;
  }

  /** What counts, in the order in which it came. */
  interactions(): Interactions {
    const { columns, dead } = this;
    const alive = (_: unknown, position: number): boolean => !dead.has(position);
    return {
      user: Int32Array.from(this.user).filter(alive),
      item: Int32Array.from(this.item).filter(alive),
      rating: Float64Array.from(this.rating).filter(alive),
      time: Float64Array.from(this.time).filter(alive),
      ...(columns.includes('review') && { review: this.review.filter(alive) }),
      ...(columns.includes('summary') && { summary: this.summary.filter(alive) }),
      ...(columns.includes('votes') && { votes: Int32Array.from(this.votes.filter(alive)) }),
    };
  }
}

/**
 * Goes through a file's interactions in order, and reports rows that hold none itself.
 * @param use takes where an interaction stands, and says why where it does not count
 */
type EachInteraction<Source> = (
  table: Source,
  reading: Reading,
  use: (place: Pick<RejectedRow, 'line' | 'text'>, interaction: Interaction) => string | null,
) => Promise<void>;

const REPEATED = 'user and item repeated: the latest counts';

/**
 * The interactions of files in their order. Of rows with one user and item the latest counts, and of those of one time the
 * last; the others are rejected.
 * @param columns what the source has besides ratings and times
 */
export async function collectInteractions<Source extends { readonly file: string }>(
  tables: readonly Source[],
  columns: OptionalColumns,
  reading: Reading,
  each: EachInteraction<Source>,
): Promise<Interactions> {
  const collected = new CollectedInteractions(columns);
  const replaced = new Set<number>();
  let met = 0;
  for (const table of tables) {
    await each(table, reading, (_, interaction) => {
      met += 1;
      const loser = collected.add(interaction, met);
      if (loser === met) return REPEATED;
      if (loser !== null) replaced.add(loser);
      return null;
    });
  }
  if (replaced.size > 0) {
    // Read again for the texts of rows that a later row replaced: too rare to keep every row's text for.
    const again: Reading = { pace: reading.pace.uncounted(), rejected: new RejectedRows() };
    met = 0;
    for (const table of tables) {
      await each(table, again, ({ line, text }) => {
        met += 1;
        if (replaced.has(met)) reading.rejected.add(table.file, line, REPEATED, text);
        return null;
      });
    }
  }
  return collected.interactions();
}

/** The columns of a source that has people or items alone. */
export function noInteractions(): Interactions {
  return new CollectedInteractions([]).interactions();
}

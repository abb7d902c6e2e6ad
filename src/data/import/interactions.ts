/** @file Interactions as they come in: columns that grow, who had what, and which of two rows of one person and item counts. */
import type { Interactions, RejectedRow } from '../../core/dataset.ts';
import type { Reading } from './table.ts';

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

type Row = Pick<RejectedRow, 'file' | 'line'>;

/** Interactions as columns that grow. */
class CollectedInteractions {
  private readonly rows = { file: [] as string[], line: [] as number[] };
  private readonly numbers = { user: [], item: [], rating: [], time: [], votes: [] } as Record<
    'user' | 'item' | 'rating' | 'time' | 'votes',
    number[]
  >;
  private readonly texts = { review: [] as (string | null)[], summary: [] as (string | null)[] };
  private readonly positions = new Map<number, Map<number, number>>();
  private readonly dead = new Set<number>();

  /** @returns which row does not count because of this one, which may be this one; null where user and item are new */
  add({ user, item, rating, time, review = null, summary = null, votes = 0 }: Interaction, row: Row): Row | null {
    const { numbers, texts, rows } = this;
    const ofUser = this.positions.get(user) ?? new Map<number, number>();
    this.positions.set(user, ofUser);
    const before = ofUser.get(item);
    if (before !== undefined && (numbers.time[before] ?? 0) > time) return row;
    ofUser.set(item, numbers.user.length);
    rows.file.push(row.file);
    rows.line.push(row.line);
    numbers.user.push(user);
    numbers.item.push(item);
    numbers.rating.push(rating);
    numbers.time.push(time);
    numbers.votes.push(votes);
    texts.review.push(review);
    texts.summary.push(summary);
    if (before === undefined) return null;
    this.dead.add(before);
    return { file: rows.file[before] ?? '', line: rows.line[before] ?? 0 };
  }

  interactions(optional: OptionalColumns): Interactions {
    const { user, item, rating, time, votes } = this.numbers;
    const { review, summary } = this.texts;
    const alive = (_: unknown, position: number): boolean => !this.dead.has(position);
    return {
      user: Int32Array.from(user).filter(alive),
      item: Int32Array.from(item).filter(alive),
      rating: Float64Array.from(rating).filter(alive),
      time: Float64Array.from(time).filter(alive),
      ...(optional.includes('review') && { review: review.filter(alive) }),
      ...(optional.includes('summary') && { summary: summary.filter(alive) }),
      ...(optional.includes('votes') && { votes: Int32Array.from(votes.filter(alive)) }),
    };
  }
}

type EachInteraction<Source> = (
  table: Source,
  reading: Reading,
  use: (place: Pick<RejectedRow, 'line' | 'text'>, interaction: Interaction) => string | null,
) => Promise<void>;

const REPEATED = 'user and item repeated: the latest counts';

/**
 * Of rows with one user and item the latest counts, and of those of one time the last; the others are rejected, one that a
 * later row replaces without its text, which is no longer at hand.
 */
export async function collectInteractions<Source extends { readonly file: string }>(
  tables: readonly Source[],
  columns: OptionalColumns,
  reading: Reading,
  each: EachInteraction<Source>,
): Promise<Interactions> {
  const collected = new CollectedInteractions();
  for (const table of tables) {
    await each(table, reading, ({ line }, interaction) => {
      const row = { file: table.file, line };
      const loser = collected.add(interaction, row);
      if (loser === row) return REPEATED;
      if (loser !== null) reading.rejected.add(loser.file, loser.line, REPEATED, '');
      return null;
    });
  }
  return collected.interactions(columns);
}

export const noInteractions = (): Interactions => new CollectedInteractions().interactions([]);

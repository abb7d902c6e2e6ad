/** @file Interactions as they come in: columns that grow, who had what, and which of two rows of one person and item counts. */
import type { Interactions, RejectedRow } from '../../core/dataset.ts';
import { RejectedRows } from './import-progress.ts';
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

/** Interactions as columns that grow. */
class CollectedInteractions {
  private readonly rows: number[] = [];
  private readonly numbers = { user: [], item: [], rating: [], time: [], votes: [] } as Record<
    'user' | 'item' | 'rating' | 'time' | 'votes',
    number[]
  >;
  private readonly texts = { review: [] as (string | null)[], summary: [] as (string | null)[] };
  private readonly positions = new Map<number, Map<number, number>>();
  private readonly dead = new Set<number>();

  /** @returns the row that does not count because of this one, which may be this one; null where user and item are new */
  add({ user, item, rating, time, review = null, summary = null, votes = 0 }: Interaction, row: number): number | null {
    const { numbers, texts, rows } = this;
    const ofUser = this.positions.get(user) ?? new Map<number, number>();
    this.positions.set(user, ofUser);
    const before = ofUser.get(item);
    if (before !== undefined && (numbers.time[before] ?? 0) > time) return row;
    ofUser.set(item, rows.length);
    rows.push(row);
    numbers.user.push(user);
    numbers.item.push(item);
    numbers.rating.push(rating);
    numbers.time.push(time);
    numbers.votes.push(votes);
    texts.review.push(review);
    texts.summary.push(summary);
    if (before === undefined) return null;
    this.dead.add(before);
    return rows[before] ?? null;
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

/** Of rows with one user and item the latest counts, and of those of one time the last; the others are rejected. */
export async function collectInteractions<Source extends { readonly file: string }>(
  tables: readonly Source[],
  columns: OptionalColumns,
  reading: Reading,
  each: EachInteraction<Source>,
): Promise<Interactions> {
  const collected = new CollectedInteractions();
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
  return collected.interactions(columns);
}

export const noInteractions = (): Interactions => new CollectedInteractions().interactions([]);

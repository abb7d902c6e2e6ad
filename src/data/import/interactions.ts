/** @file Reads the interactions of any format: who, what, how much, when. */
import type { Interactions, RatingScale } from '../../core/dataset.ts';
import { CollectedInteractions, type Interaction, type OptionalColumns } from './collected-interactions.ts';
import { parseId, parseRating, parseTime } from './fields.ts';
import { RejectedRows } from './rejected-rows.ts';
import type { MemberFile } from './source-files.ts';
import { fileName, readTable, type Reading, type Row, type TableShape } from './table.ts';

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

/** Where an interaction stands. */
export interface InteractionPlace {
  readonly line: number;
  readonly text: string;
}

/**
 * Goes through a file's interactions in order, and reports rows that hold none itself.
 * @param use takes an interaction, and says why where it does not count
 */
export type EachInteraction = (
  member: MemberFile,
  reading: Reading,
  use: (place: InteractionPlace, interaction: Interaction) => string | null,
) => Promise<void>;

const REPEATED = 'user and item repeated: the latest counts';

/** The interactions of a table. @throws LabError as `readTable` */
export async function readInteractions(table: InteractionTable, reading: Reading): Promise<Interactions> {
  const columns = table.columns.review === undefined ? [] : (['review'] as const);
  return collectInteractions([table.member], columns, reading, (member, again, use) =>
    readTable(member, table.shape, again, (row) => {
      const interaction = interactionOf(row, table);
      return typeof interaction === 'string' ? interaction : use(row, interaction);
    }),
  );
}

/**
 * The interactions of files in their order. Of rows with one user and item the latest counts, and of those of one time the
 * last; the others are rejected.
 * @param columns what the source has besides ratings and times
 */
export async function collectInteractions(
  members: readonly MemberFile[],
  columns: OptionalColumns,
  reading: Reading,
  each: EachInteraction,
): Promise<Interactions> {
  const collected = new CollectedInteractions(columns);
  const replaced = new Set<number>();
  let met = 0;
  for (const member of members) {
    await each(member, reading, (_, interaction) => {
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
    for (const member of members) {
      await each(member, again, ({ line, text }) => {
        met += 1;
        if (replaced.has(met)) reading.rejected.add(fileName(member), line, REPEATED, text);
        return null;
      });
    }
  }
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

/** The columns of a source that has people or items alone. */
export function noInteractions(): Interactions {
  return new CollectedInteractions([]).interactions();
}

/** @file Reviews as the crawls of 2014 and 2018 have them. Who wrote them is kept as an id only, not by name. */
import type { Interactions } from '../../../core/dataset.ts';
import { parseRating, parseTime } from '../fields.ts';
import type { IdNumbers } from '../id-numbers.ts';
import { collectInteractions } from '../interactions.ts';
import { numeralIn, textIn } from '../json-fields.ts';
import { isJsonList, type Json, type JsonObject } from '../../../core/json.ts';
import { readJsonLines } from '../json-lines.ts';
import { plainLine, plainText } from '../plain-text.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import type { MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';

/** Stars. */
export const SCALE = { min: 1, max: 5, step: 1 };

const VOTES = /^(?:\d{1,3}(?:,\d{3})+|\d+)$/;
const MOST_VOTES = 2 ** 31 - 1;

/** The reviews. Ids get their numbers as rows that count bring them up. */
export function readReviews(
  members: readonly MemberFile[],
  ids: { readonly users: IdNumbers; readonly items: IdNumbers },
  reading: Reading,
): Promise<Interactions> {
  return collectInteractions(members, ['review', 'summary', 'votes'], reading, (member, again, use) =>
    readJsonLines(member, again, (row) => {
      const { value } = row;
      const [user, item] = [textIn(value['reviewerID']), textIn(value['asin'])];
      if (user === '') return 'user id is missing';
      if (item === '') return 'item id is missing';
      const rating = parseRating(numeralIn(value['overall']), SCALE);
      if (typeof rating === 'string') return rating;
      const time = timeOf(value);
      if (time === null) return 'time is not a date';
      return use(row, {
        user: ids.users.of(user),
        item: ids.items.of(item),
        rating,
        time,
        review: orNull(plainText(textIn(value['reviewText']))),
        summary: orNull(plainLine(textIn(value['summary']))),
        votes: votesOf(value, again.rejected),
      });
    }),
  );
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Unix seconds, or the day in words: `09 1, 2016`. */
function timeOf(value: JsonObject): number | null {
  const seconds = value['unixReviewTime'];
  if (typeof seconds === 'number') return parseTime(String(seconds));
  const day = /^(\d{1,2}) (\d{1,2}), (\d{4})$/.exec(textIn(value['reviewTime']));
  return day === null ? null : Date.UTC(Number(day[3]), Number(day[1]) - 1, Number(day[2])) / 1000;
}

/** Helpful votes: `1,341` in 2018, `[helpful, all]` in 2014. */
function votesOf({ vote, helpful }: JsonObject, notes: RejectedRows): number {
  const written: Json | undefined = vote ?? (isJsonList(helpful) ? helpful[0] : undefined);
  if (written === undefined || written === null) return 0;
  const text = numeralIn(written);
  const votes = VOTES.test(text) ? Number(text.replaceAll(',', '')) : MOST_VOTES + 1;
  if (votes <= MOST_VOTES) return votes;
  notes.clean('votes are not a number: left out');
  return 0;
}

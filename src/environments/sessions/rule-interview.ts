/** @file The interview of somebody who leaves, written by rules from what happened; it says nothing that the session does not. */
import type { Interview, LeavingReason, ShownItem } from '../../core/session-page.ts';
import { shareOf } from './patience.ts';
import type { EndedSession } from './visitor.ts';

const WHY: Readonly<Record<LeavingReason, string>> = {
  tired: 'my patience was used up',
  leaves: 'I had seen enough',
  'last-page': 'I had seen all the pages',
  'nothing-left': 'there was nothing new to see',
  unread: 'it could not be read what I did',
};
/** Shares of the scale from which on a rating is liked, and up to which it disappointed. */
const [LIKED, DISAPPOINTED] = [0.7, 0.4];
const NAMED = 3;

/** Why they leave and what they liked, in a sentence or two each. */
export function interviewByRules({ pages, leaving, scale }: EndedSession): Interview {
  const shown = pages.flatMap((page) => page.shown);
  const rated = shown.filter(isRated);
  const best = [...rated].sort((a, b) => b.rating - a.rating);
  const liked = best.filter((item) => shareOf(item.rating, scale) >= LIKED);
  const disappointing = best.filter((item) => shareOf(item.rating, scale) <= DISAPPOINTED);
  const met = `I chose ${rated.length} of the ${shown.length} that I was shown on ${pages.length === 1 ? 'one page' : `${pages.length} pages`}.`;
  return {
    why: `I left because ${WHY[leaving]}. ${met}`,
    liked: [
      liked.length === 0 ? 'Nothing pleased me much.' : `I liked ${named(liked)}${inGenres(liked)}.`,
      disappointing.length === 0 ? '' : `${named(disappointing.reverse())} disappointed me.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  };
}

type Rated = ShownItem & { readonly rating: number };
const isRated = (item: ShownItem): item is Rated => item.rating !== null;

const named = (items: readonly Rated[]): string =>
  items
    .slice(0, NAMED)
    .map(({ title, rating }) => `${title} (${rating})`)
    .join(', ');

/** The genre that most of the items share, where there are several items. */
function inGenres(items: readonly Rated[]): string {
  const counts = new Map<string, number>();
  for (const { genres } of items) for (const genre of genres) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most === undefined || most[1] < 2 ? '' : `, mostly for their ${most[0].toLowerCase()}`;
}

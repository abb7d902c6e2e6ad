/** @file One session of a simulated person by rules: page by page until they leave, with an event for each page and one for the end. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';
import type { PastRating, Rater, RaterReply, RaterScale } from '../../core/rater.ts';
import { type LeavingReason, type PageView, type SessionEnd, type ShownItem, PAGE_SIZE } from '../../core/sessions.ts';
import type { Span } from '../../core/trace.ts';
import { normalDraw } from '../../numeric/normal-draw.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Memory, Meeting, Retrieval } from '../retrieval.ts';

export interface SessionPlace {
  readonly catalogue: Catalogue;
  readonly scale: RaterScale;
  readonly rater: Rater;
  readonly memory: Memory;
  readonly retrieval: Retrieval;
  readonly told: number;
  readonly pages: number;
}

export interface Visiting {
  readonly random: Random;
  /** The person's own, the same in all of their sessions. */
  readonly own: Random;
  readonly signal: AbortSignal;
  readonly span: Span;
}

/** What the best rating gives back, in pages; the worst one costs as much. */
const PLEASURE = 0.4;
/** The probability of a person who was not pleased at all, and of one who was pleased in full. */
const COMES_BACK = { least: 0.1, most: 0.95 };
/** Shares of the scale: how good an item must seem on average, how much people differ in that, and how far a first look is off. */
const CHOOSY = { mean: 0.6, deviation: 0.07 };
const HAZE = 0.15;

/** The patience that a person begins each session with: half to one and a half times the mean. @param own the person's own source */
export const drawPatience = (mean: number, own: Random): number => mean * (0.5 + own.fork('patience').uniform());

export async function holdSession(
  place: SessionPlace,
  user: number,
  { ranking, patience }: { readonly ranking: readonly number[]; readonly patience: number },
  visiting: Visiting,
): Promise<SessionEnd> {
  const { scale } = place;
  const pages: PageView[] = [];
  const least = CHOOSY.mean + CHOOSY.deviation * normalDraw(visiting.own.fork('choosy'));
  let leaving: LeavingReason | null = ranking.length === 0 ? 'nothing-left' : null;
  for (let left = patience; leaving === null;) {
    throwIfAborted(visiting.signal);
    const shown: ShownItem[] = [];
    for (const item of ranking.slice(pages.length * PAGE_SIZE, (pages.length + 1) * PAGE_SIZE))
      shown.push(await meet(place, user, item, least, visiting));
    for (const { item, rating } of shown) if (rating !== null) place.memory.add(user, item, rating);
    left = patienceBehind(left, patience, shown, scale);
    const page = pages.length + 1;
    const view = { page, shown, patience: left, problem: null };
    visiting.span.emit({ type: 'page-view', ...view });
    pages.push(view);
    leaving = leavingAfter(view, place.pages, ranking.length);
  }
  const satisfaction = satisfactionOf(pages, scale);
  const { least: never, most } = COMES_BACK;
  const comesBack = satisfaction === null ? 0 : never + (most - never) * satisfaction;
  const end: SessionEnd = { leaving, satisfaction, comesBack };
  visiting.span.emit({ type: 'session-end', ...end });
  return end;
}

/** What a person does with an item on a page that they have not met. @param least what it must seem worth, as a share of the scale */
async function meet(
  place: SessionPlace,
  user: number,
  item: number,
  least: number,
  { random, signal }: Visiting,
): Promise<ShownItem> {
  const { catalogue, scale, memory, retrieval, told } = place;
  const [person, offered] = [catalogue.people[user], catalogue.items[item]];
  if (person === undefined || offered === undefined)
    throw new LabError('internal', `There is no person ${user}, or no item ${item}.`);
  const view = { item, title: offered.title, genres: offered.genres };
  const meetings = memory.lastOfEach(user);
  const history = retrieval.choose(item, meetings, told).flatMap((meeting) => asPast(catalogue, meeting));
  const own = random.fork(`item ${offered.id}`);
  const request = { person, item: offered, history, timesBefore: 0, scale };
  return {
    ...view,
    ...chosen(await place.rater.rate(request, { random: own.fork('rating'), signal }), least, scale, own),
  };
}

function asPast({ items }: Catalogue, { item, rating, time }: Meeting): PastRating[] {
  const past = items[item];
  return past === undefined ? [] : [{ item: past, rating, time }];
}

/** What seems good enough is chosen, and then rated as it turns out. */
function chosen(
  reply: RaterReply,
  least: number,
  scale: RaterScale,
  own: Random,
): Pick<ShownItem, 'rating' | 'reason'> {
  if (reply.rating === null) return { rating: null, reason: reply.reason };
  const seems = shareOf(reply.expected, scale) + HAZE * normalDraw(own.fork('haze'));
  return { rating: seems >= least ? reply.rating : null, reason: reply.reason };
}

function patienceBehind(before: number, most: number, shown: readonly ShownItem[], scale: RaterScale): number {
  const pleasure = shown.reduce(
    (sum, { rating }) => sum + (rating === null ? 0 : PLEASURE * (2 * shareOf(rating, scale) - 1)),
    0,
  );
  return Math.max(0, Math.min(most, before - 1 + pleasure));
}

/** The mean over the pages of the best rating there as a share of the scale, 0 for a page without a choice; null without pages. */
function satisfactionOf(pages: readonly PageView[], scale: RaterScale): number | null {
  if (pages.length === 0) return null;
  const best = pages.map(({ shown }) =>
    shown.reduce((most, { rating }) => (rating === null ? most : Math.max(most, shareOf(rating, scale))), 0),
  );
  return best.reduce((sum, share) => sum + share, 0) / pages.length;
}

const shareOf = (rating: number, { min, max }: RaterScale): number => (rating - min) / (max - min);

function leavingAfter({ page, patience }: PageView, pages: number, items: number): LeavingReason | null {
  if (patience <= 0) return 'tired';
  if (page >= pages) return 'last-page';
  return page * PAGE_SIZE >= items ? 'nothing-left' : null;
}

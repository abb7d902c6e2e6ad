/** @file One session of a simulated person: page by page until they leave, with an event for each page and one for the end. */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { PastRating, RaterScale } from '../../core/rater.ts';
import { type LeavingReason, type PageView, type SessionEnd, PAGE_SIZE } from '../../core/sessions.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Memory, Meeting, Retrieval } from '../retrieval.ts';
import { patienceBehind, satisfactionOf, type OfferedItem, type Visiting, type Visitor } from './visitor.ts';

export interface SessionPlace {
  readonly catalogue: Catalogue;
  readonly scale: RaterScale;
  readonly visitor: Visitor;
  readonly memory: Memory;
  readonly retrieval: Retrieval;
  /** Past ratings that are told of an item at most. */
  readonly told: number;
  readonly pages: number;
}

/** The probability of a person who was not pleased at all, and of one who was pleased in full. */
const COMES_BACK = { least: 0.1, most: 0.95 };

/**
 * Holds a session.
 * @param ranking what is shown, best first, each item once
 * @param patience that the person begins with
 * @throws LabError `aborted`, or what a model throws
 */
export async function holdSession(
  place: SessionPlace,
  user: number,
  { ranking, patience }: { readonly ranking: readonly number[]; readonly patience: number },
  visiting: Visiting,
): Promise<SessionEnd> {
  const { catalogue, scale, visitor } = place;
  const person = catalogue.people[user];
  if (person === undefined) throw new LabError('internal', `There is no person ${user}.`);
  const pages: PageView[] = [];
  let leaving: LeavingReason | null = ranking.length === 0 ? 'nothing-left' : null;
  for (let left = patience; leaving === null; left = pages.at(-1)?.patience ?? 0) {
    throwIfAborted(visiting.signal);
    const items = ranking.slice(pages.length * PAGE_SIZE, (pages.length + 1) * PAGE_SIZE);
    const offered = items.map((item) => offer(place, user, item));
    const page = pages.length + 1;
    const reply = await visitor.look({ person, scale, offered, page, patience: left }, visiting);
    const view = viewOf(place, { page, items, reply, before: left, most: patience });
    for (const { item, rating } of view.shown) if (rating !== null) place.memory.add(user, item, rating);
    visiting.span.emit({ type: 'page-view', ...view });
    pages.push(view);
    const goesOn = 'problem' in reply || reply.goesOn;
    leaving = leavingAfter(view, goesOn, place.pages, ranking.length);
  }
  const satisfaction = satisfactionOf(pages, scale);
  const { least, most } = COMES_BACK;
  const comesBack = satisfaction === null ? 0 : least + (most - least) * satisfaction;
  const end: SessionEnd = { leaving, satisfaction, comesBack };
  visiting.span.emit({ type: 'session-end', ...end });
  return end;
}

/** The last meeting with each item, and of these what the item reminds of. */
function offer({ catalogue, memory, retrieval, told }: SessionPlace, user: number, place: number): OfferedItem {
  const meetings = memory.lastOfEach(user);
  const item = catalogue.items[place];
  if (item === undefined) throw new LabError('internal', `There is no item ${place}.`);
  const history = retrieval.choose(place, meetings, told).flatMap((meeting) => asPast(catalogue, meeting));
  return { item, history, ratedBefore: meetings.find((meeting) => meeting.item === place)?.rating ?? null };
}

function asPast({ items }: Catalogue, { item, rating, time }: Meeting): PastRating[] {
  const past = items[item];
  return past === undefined ? [] : [{ item: past, rating, time }];
}

interface LookedAt {
  readonly page: number;
  readonly items: readonly number[];
  readonly reply: Awaited<ReturnType<Visitor['look']>>;
  readonly before: number;
  readonly most: number;
}

function viewOf({ catalogue, scale }: SessionPlace, { page, items, reply, before, most }: LookedAt): PageView {
  const problem = 'problem' in reply ? reply.problem : null;
  const did = 'problem' in reply ? [] : reply.items;
  return {
    page,
    shown: items.map((item, at) => ({
      item,
      title: catalogue.items[item]?.title ?? '',
      genres: catalogue.items[item]?.genres ?? [],
      rating: did[at]?.rating ?? null,
      reason: did[at]?.reason ?? '',
    })),
    patience: patienceBehind(
      before,
      most,
      did.map(({ rating }) => rating),
      scale,
    ),
    problem,
  };
}

function leavingAfter(
  { page, patience, problem }: PageView,
  goesOn: boolean,
  pages: number,
  items: number,
): LeavingReason | null {
  if (problem !== null) return 'unread';
  if (!goesOn) return 'leaves';
  if (patience <= 0) return 'tired';
  if (page >= pages) return 'last-page';
  return page * PAGE_SIZE >= items ? 'nothing-left' : null;
}

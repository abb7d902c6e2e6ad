/** @file Sessions of simulated people as a fold over their events: what each round came to, and each person's life. */
import type { ItemId } from '../core/dataset.ts';
import { log } from '../core/numbers/elementary-functions.ts';
import type { PageView, SessionEnd, SessionsSpec } from '../core/sessions.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';

export interface LivedSession {
  readonly round: number;
  readonly user: number;
  /** `Ruth, 41`. */
  readonly label: string;
  readonly node: string;
  readonly pages: readonly PageView[];
  /** Null where it goes on, or was stopped. */
  readonly end: SessionEnd | null;
}

export interface LivedWorld {
  readonly recommender: string;
  readonly title: string;
  readonly sessions: readonly LivedSession[];
}

/** What one person's session came to. A number is null where there is nothing that it could be of. */
export interface SessionFigures {
  readonly user: number;
  /** Of the items on pages that were read. */
  readonly chosen: number | null;
  readonly meanRating: number | null;
  readonly depth: number;
  /** Of the first page's genres, in bits: everybody sees one whole, so that who sees more pages does not see more genres by that. */
  readonly entropy: number | null;
}

export type RoundMeasure = Exclude<keyof SessionFigures, 'user'> | 'came';

export const ROUND_MEASURES: readonly RoundMeasure[] = ['chosen', 'meanRating', 'depth', 'came', 'entropy'];

/** What a round came to under a recommender: for each measure a number a person, of those who have one. */
export interface RoundFigures {
  readonly recommender: string;
  readonly title: string;
  readonly round: number;
  /** By person: 1 where they came, 0 where not. */
  readonly came: readonly number[];
  readonly figures: readonly SessionFigures[];
  readonly unread: number;
}

interface GrowingWorld extends LivedWorld {
  readonly sessions: LivedSession[];
  readonly rounds: GrowingRound[];
}

/** A round as it grows: only what has changed since it was last asked for is computed again. */
interface GrowingRound {
  /** Its sessions, by their places in the world's. */
  readonly places: number[];
  /** Null where a session has changed since. */
  figures: RoundFigures | null;
}

interface Place {
  readonly world: GrowingWorld;
  readonly round: GrowingRound;
  readonly at: number;
}

/** A fold; `add` every event in order. What `rounds` gives stays the same object as long as it stays as it is. */
export class SessionsFold {
  spec: SessionsSpec | null = null;
  model = '';
  people = 0;
  isOver = false;
  private readonly worldsByNode = new Map<string, GrowingWorld>();
  private readonly places = new Map<string, Place>();
  private readonly figured = new WeakMap<LivedSession, SessionFigures>();

  add(event: TraceEvent): void {
    if (event.type === 'run-start') {
      this.spec = event.spec as unknown as SessionsSpec;
      this.model = event.model;
      this.people = event.dataset !== null && 'people' in event.dataset ? event.dataset.people : 0;
    } else if (event.type === 'run-end') this.isOver = true;
    else if (event.type === 'node-start') this.begin(event);
    else if (event.type === 'page-view') this.change(event.node, ({ pages }) => ({ pages: [...pages, event] }));
    else if (event.type === 'session-end') this.change(event.node, () => ({ end: event }));
  }

  /** In the order of the spec. */
  get worlds(): readonly LivedWorld[] {
    return [...this.worldsByNode.values()];
  }

  /** Rounds that were begun, by recommender. */
  get rounds(): readonly RoundFigures[] {
    return [...this.worldsByNode.values()].flatMap((world) =>
      world.rounds.map((round, at) => (round.figures ??= this.figuresOfRound(world, round, at + 1))),
    );
  }

  private begin({ node, label, detail }: EventOf<'node-start'>): void {
    if (detail === null) return;
    if ('recommender' in detail)
      this.worldsByNode.set(node, { recommender: detail.recommender, title: label, sessions: [], rounds: [] });
    if (!('round' in detail && 'user' in detail)) return;
    const world = this.worldsByNode.get(node.slice(0, node.lastIndexOf('.')));
    if (world === undefined) return;
    const { round, user } = detail;
    // Of a round in which nobody came there is no event.
    while (world.rounds.length < round) world.rounds.push({ places: [], figures: null });
    const place = { world, round: world.rounds[round - 1]!, at: world.sessions.length };
    this.places.set(node, place);
    place.round.places.push(place.at);
    place.round.figures = null;
    world.sessions.push({ round, user, label, node, pages: [], end: null });
  }

  private change(node: string, changed: (session: LivedSession) => Partial<LivedSession>): void {
    const place = this.places.get(node);
    const session = place?.world.sessions[place.at];
    if (place === undefined || session === undefined) return;
    place.world.sessions[place.at] = { ...session, ...changed(session) };
    place.round.figures = null;
  }

  private figuresOfRound({ recommender, title, sessions }: LivedWorld, { places }: GrowingRound, round: number) {
    const own = places.flatMap((at) => sessions[at] ?? []);
    const came = new Set(own.map(({ user }) => user));
    return {
      recommender,
      title,
      round,
      came: Array.from({ length: this.people }, (_one, user) => (came.has(user) ? 1 : 0)),
      figures: own.map((session) => this.figuresOf(session)),
      unread: own.reduce((sum, { pages }) => sum + pages.filter(({ problem }) => problem !== null).length, 0),
    };
  }

  private figuresOf(session: LivedSession): SessionFigures {
    const figures = this.figured.get(session) ?? figuresOf(session);
    this.figured.set(session, figures);
    return figures;
  }
}

export function foldSessions(events: readonly TraceEvent[]): SessionsFold {
  const fold = new SessionsFold();
  for (const event of events) fold.add(event);
  return fold;
}

export function figuresOf({ user, pages }: Pick<LivedSession, 'user' | 'pages'>): SessionFigures {
  const shown = pages.filter(({ problem }) => problem === null).flatMap((page) => page.shown);
  const ratings = shown.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return {
    user,
    chosen: shown.length === 0 ? null : ratings.length / shown.length,
    meanRating: meanOf(ratings),
    depth: pages.length,
    entropy: genreEntropy(pages[0]?.shown ?? []),
  };
}

/** The values of a measure, one a person who has one. */
export function valuesOf({ came, figures }: RoundFigures, measure: RoundMeasure): readonly number[] {
  if (measure === 'came') return came;
  return figures.flatMap((one) => one[measure] ?? []);
}

/**
 * Shannon's entropy of the genres of items, in bits, each item with a weight of 1 that its genres share: from 0 where all is of one genre to
 * log₂ of the number of genres. Null where no item has a genre.
 */
export function genreEntropy(items: readonly { readonly genres: readonly string[] }[]): number | null {
  const weights = new Map<string, number>();
  for (const { genres } of items)
    for (const genre of genres) weights.set(genre, (weights.get(genre) ?? 0) + 1 / genres.length);
  const total = items.filter(({ genres }) => genres.length > 0).length;
  if (total === 0) return null;
  const entropy = [...weights.values()].reduce((sum, weight) => sum - (weight / total) * log(weight / total), 0);
  return Math.max(0, entropy / Math.LN2);
}

export interface SessionRating {
  readonly user: number;
  readonly item: ItemId;
  readonly genres: readonly string[];
  readonly rating: number;
}

/** The ratings under a recommender, oldest first. */
export const ratingsOf = ({ sessions }: LivedWorld): readonly SessionRating[] =>
  sessions.flatMap(({ user, pages }) =>
    pages.flatMap(({ shown }) =>
      shown.flatMap(({ item, genres, rating }) => (rating === null ? [] : [{ user, item, genres, rating }])),
    ),
  );

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

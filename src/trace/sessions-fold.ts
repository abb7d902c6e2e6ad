/** @file Sessions of simulated people as a fold over their events: what each round came to, and each person's life. */
import { log } from '../core/numbers/elementary-functions.ts';
import type { PageView, SessionEnd } from '../core/sessions.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';

export interface LivedSession {
  readonly round: number;
  readonly user: number;
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

export interface SessionFigures {
  readonly user: number;
  readonly chosen: number | null;
  readonly meanRating: number | null;
  readonly depth: number;
  /** Of the first page's genres, in bits: everybody sees one whole, so a longer session has no more of them. */
  readonly entropy: number | null;
}

export type RoundMeasure = Exclude<keyof SessionFigures, 'user'> | 'came';

export const ROUND_MEASURES: readonly RoundMeasure[] = ['chosen', 'meanRating', 'depth', 'came', 'entropy'];

export interface RoundFigures {
  readonly recommender: string;
  readonly title: string;
  readonly round: number;
  /** By person: 1 where they came, 0 where not. */
  readonly came: readonly number[];
  readonly figures: readonly SessionFigures[];
}

interface GrowingWorld extends LivedWorld {
  readonly sessions: LivedSession[];
  rounds: number;
}

interface Place {
  readonly world: GrowingWorld;
  readonly at: number;
}

export class SessionsFold {
  private people = 0;
  private readonly worldsByNode = new Map<string, GrowingWorld>();
  private readonly places = new Map<string, Place>();

  add(event: TraceEvent): void {
    if (event.type === 'run-start') {
      this.people = event.dataset !== null && 'people' in event.dataset ? event.dataset.people : 0;
    } else if (event.type === 'node-start') this.begin(event);
    else if (event.type === 'page-view') this.change(event.node, ({ pages }) => ({ pages: [...pages, event] }));
    else if (event.type === 'session-end') this.change(event.node, () => ({ end: event }));
  }

  get worlds(): readonly LivedWorld[] {
    return [...this.worldsByNode.values()];
  }

  get rounds(): readonly RoundFigures[] {
    return [...this.worldsByNode.values()].flatMap((world) =>
      Array.from({ length: world.rounds }, (_, at) => this.figuresOfRound(world, at + 1)),
    );
  }

  private begin({ node, label, detail }: EventOf<'node-start'>): void {
    if (detail === null) return;
    if ('recommender' in detail)
      this.worldsByNode.set(node, { recommender: detail.recommender, title: label, sessions: [], rounds: 0 });
    if (!('round' in detail && 'user' in detail)) return;
    const world = this.worldsByNode.get(node.slice(0, node.lastIndexOf('.')));
    if (world === undefined) return;
    const { round, user } = detail;
    // Of a round in which nobody came there is no event.
    world.rounds = Math.max(world.rounds, round);
    this.places.set(node, { world, at: world.sessions.length });
    world.sessions.push({ round, user, node, pages: [], end: null });
  }

  private change(node: string, changed: (session: LivedSession) => Partial<LivedSession>): void {
    const place = this.places.get(node);
    const session = place?.world.sessions[place.at];
    if (place === undefined || session === undefined) return;
    place.world.sessions[place.at] = { ...session, ...changed(session) };
  }

  private figuresOfRound({ recommender, title, sessions }: LivedWorld, round: number): RoundFigures {
    const own = sessions.filter((session) => session.round === round);
    const came = new Set(own.map(({ user }) => user));
    return {
      recommender,
      title,
      round,
      came: Array.from({ length: this.people }, (_one, user) => (came.has(user) ? 1 : 0)),
      figures: own.map(figuresOf),
    };
  }
}

export function figuresOf({ user, pages }: Pick<LivedSession, 'user' | 'pages'>): SessionFigures {
  const shown = pages.flatMap((page) => page.shown);
  const ratings = shown.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return {
    user,
    chosen: shown.length === 0 ? null : ratings.length / shown.length,
    meanRating: meanOf(ratings),
    depth: pages.length,
    entropy: genreEntropy(pages[0]?.shown ?? []),
  };
}

export function valuesOf({ came, figures }: RoundFigures, measure: RoundMeasure): readonly number[] {
  if (measure === 'came') return came;
  return figures.flatMap((one) => one[measure] ?? []);
}

/** Shannon's entropy of the genres of items, in bits; each item's genres share a weight of 1. Null without genres. */
export function genreEntropy(items: readonly { readonly genres: readonly string[] }[]): number | null {
  const weights = new Map<string, number>();
  for (const { genres } of items)
    for (const genre of genres) weights.set(genre, (weights.get(genre) ?? 0) + 1 / genres.length);
  const total = items.filter(({ genres }) => genres.length > 0).length;
  if (total === 0) return null;
  const entropy = [...weights.values()].reduce((sum, weight) => sum - (weight / total) * log(weight / total), 0);
  return Math.max(0, entropy / Math.LN2);
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** @file Sessions of simulated people as a fold over their events: each visit, and what each round came to. */
import { log } from '../core/numbers/elementary-functions.ts';
import type { PageView, SessionEnd } from '../core/sessions.ts';
import type { TraceEvent } from '../core/trace.ts';

export interface LivedSession {
  readonly round: number;
  readonly user: number;
  readonly node: string;
  readonly pages: readonly PageView[];
  /** Null where it goes on, or was stopped. */
  readonly end: SessionEnd | null;
}

export class SessionsFold {
  private people = 0;
  private readonly byNode = new Map<string, LivedSession>();

  add(event: TraceEvent): void {
    const { node } = event;
    const session = this.byNode.get(node);
    if (event.type === 'run-start') {
      this.people = event.dataset !== null && 'people' in event.dataset ? event.dataset.people : 0;
    } else if (event.type === 'node-start') {
      if (event.detail === null || !('round' in event.detail && 'user' in event.detail)) return;
      this.byNode.set(node, { round: event.detail.round, user: event.detail.user, node, pages: [], end: null });
    } else if (session !== undefined && event.type === 'page-view')
      this.byNode.set(node, { ...session, pages: [...session.pages, event] });
    else if (session !== undefined && event.type === 'session-end') this.byNode.set(node, { ...session, end: event });
  }

  get sessions(): readonly LivedSession[] {
    return [...this.byNode.values()];
  }

  /** Means over who came; null where nobody has a value. A round in which nobody came is counted. */
  get rounds() {
    const rounds = this.sessions.reduce((most, { round }) => Math.max(most, round), 0);
    return Array.from({ length: rounds }, (_, at) => {
      const came = this.sessions.filter(({ round }) => round === at + 1);
      const shown = came.map(({ pages }) => pages.flatMap((page) => page.shown));
      const rated = shown.map((items) => items.flatMap(({ rating }) => rating ?? []));
      return {
        round: at + 1,
        came: came.length / this.people,
        depth: meanOf(came.map(({ pages }) => pages.length)),
        chosen: meanOf(shown.flatMap((all, own) => (all.length === 0 ? [] : (rated[own] ?? []).length / all.length))),
        rating: meanOf(rated.flatMap((own) => meanOf(own) ?? [])),
        // Of the first page: everybody sees one whole, so a longer session has no more of them.
        entropy: meanOf(came.flatMap(({ pages }) => genreEntropy(pages[0]?.shown ?? []) ?? [])),
      };
    });
  }
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

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** @file The items that somebody is offered to rate: ten at a time, in places that do not move under the hand. */
import type { ItemToRate } from '../../../client/lab.ts';
import type { ItemId, RatingScale } from '../../../core/dataset.ts';
import type { Session } from '../../session.svelte.ts';
import { TEN } from './own-person.svelte.ts';

const SHOWN = TEN;
const SPREAD = 120;
const FOUND = 8;

export class Deck {
  /** Those on the table now; one that was rated stays in its place. */
  shown = $state.raw<readonly ItemToRate[]>([]);
  /** What was found by title; null where nobody looks for anything. */
  found = $state.raw<readonly ItemToRate[] | null>(null);
  text = $state('');
  private readonly session: Session;
  private spread: readonly ItemToRate[] = [];
  private next = $state(0);
  private length = $state(0);

  constructor(session: Session) {
    this.session = session;
  }

  readonly hasMore = $derived(this.next < this.length);

  async begin(): Promise<void> {
    await this.session.attempt('Looking for something to rate', async () => {
      const spread = await this.session.client.query('items', { text: '', limit: SPREAD });
      this.spread = spread.filter(({ id }) => this.session.own.ratingOf(id) === undefined);
      this.session.own.learn(spread);
      this.length = this.spread.length;
      [this.next, this.shown, this.found, this.text] = [0, [], null, ''];
      this.showOthers();
    });
  }

  showOthers(): void {
    this.shown = this.spread.slice(this.next, this.next + SHOWN);
    this.next += this.shown.length;
  }

  /** Puts another one in the place of one that somebody does not know. @returns the one that took its place */
  skip(id: ItemId): ItemToRate | null {
    const instead = this.spread[this.next] ?? null;
    if (instead !== null) this.next += 1;
    this.shown = this.shown.flatMap((one) => (one.id === id ? (instead ?? []) : one));
    return instead;
  }

  async look(): Promise<void> {
    const asked = this.text;
    if (asked.trim() === '') {
      this.found = null;
      return;
    }
    await this.session.attempt('Looking by title', async () => {
      const found = await this.session.client.query('items', { text: asked, limit: FOUND });
      this.session.own.learn(found);
      if (asked === this.text) this.found = found;
    });
  }
}

/** All of them, the lowest first, at most 1,001; whole stars where stars show the scale. */
export function ratingValues({ min, max, step }: RatingScale): readonly number[] {
  const steps = Math.min(1000, Math.floor((max - min) / step + 1e-6));
  // Steps of a tenth add up to 0.30000000000000004.
  const all = Array.from({ length: steps + 1 }, (_, at) => Number((min + at * step).toFixed(6)));
  return isStarred({ min, max, step }) ? all.filter((value) => Number.isInteger(value)) : all;
}

/** True for a scale that stars show: from above 0 to at most 10, on which whole numbers are ratings. */
export const isStarred = ({ min, max, step }: RatingScale): boolean =>
  min > 0 && max <= 10 && Number.isInteger(max) && Number.isInteger(1 / step) && Number.isInteger(min / step);

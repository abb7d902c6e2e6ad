/**
 * @file RecMind, MACRec and InteRecAgent as policies: they are asked for a list for a person and recommend it item by item, and are asked
 * again when it is used up. They learn nothing from an episode; what they know is a log of earlier ratings (interaction-log.ts).
 */
import { now } from '../../../core/clock.ts';
import { costsWith, NO_COSTS, type Costs } from '../../../core/costs.ts';
import { createTrace } from '../../../trace/create-trace.ts';
import type { Observation } from '../../../core/environment.ts';
import { LabError } from '../../../core/errors.ts';
import type { Chooser } from '../../../core/policy.ts';
import type { PlannerCosts } from '../../../core/simulation.ts';
import { createRandom, shuffled, type Random } from '../../../core/random.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { unseenAtRandom } from '../../../numeric/networks/unseen.ts';
import { placeOf } from './interaction-log.ts';

export interface ListRequest {
  readonly user: number;
  /** Places of the items to choose from, in no order. */
  readonly candidates: readonly number[];
  readonly random: Random;
  /** Takes the events of the call. */
  readonly trace: ReturnType<typeof createTrace>;
  readonly write: (event: TraceEvent) => void;
}

/** Asks a planner for ids of items, best first. @throws LabError as recommenders do */
export type AskForList = (request: ListRequest) => Promise<readonly number[]>;

/** A planner that chooses items for people, and what that cost so far. */
export class PlannerPolicy implements Chooser {
  readonly id: string;
  readonly title: string;
  private readonly items: number;
  private readonly ask: AskForList;
  private readonly random: Random;
  private list: readonly number[] = [];
  private spent: Costs = NO_COSTS;
  private spentSeconds = 0;
  private lists = 0;
  private failures = 0;

  constructor(name: { readonly id: string; readonly title: string }, items: number, seed: number, ask: AskForList) {
    this.id = name.id;
    this.title = name.title;
    this.items = items;
    this.ask = ask;
    this.random = createRandom(`planner ${name.id} ${seed}`);
  }

  /** What was asked so far. */
  get costs(): PlannerCosts {
    const { modelCalls, tokens, toolCalls } = this.spent;
    return { modelCalls, tokens, toolCalls, lists: this.lists, failures: this.failures };
  }

  /** How long that took. */
  get seconds(): number {
    return this.spentSeconds;
  }

  /** @throws LabError `aborted`, `limit-exceeded`, and what a model throws; a list that cannot be had is a counted failure */
  async choose({ user, items: seen }: Observation): Promise<number> {
    if (seen.length === 0) this.list = [];
    const isSeen = new Set(seen);
    this.list = this.list.filter((place) => !isSeen.has(place));
    if (this.list.length === 0) this.list = await this.nextList(user, isSeen);
    return this.list[0] ?? unseenAtRandom(this.items, seen, this.random);
  }

  private async nextList(user: number, isSeen: ReadonlySet<number>): Promise<readonly number[]> {
    const random = this.random.fork(`${user} ${isSeen.size}`);
    const places = Array.from({ length: this.items }, (_, place) => place).filter((place) => !isSeen.has(place));
    const write = (event: TraceEvent): void => void (this.spent = costsWith(this.spent, event));
    const start = now();
    this.lists += 1;
    try {
      const candidates = shuffled(places, random.fork('candidates'));
      const ids = await this.ask({ user, candidates, random, trace: createTrace(write, now), write });
      return ids.map(placeOf).filter((place) => !isSeen.has(place));
    } catch (thrown) {
      if (!(thrown instanceof LabError) || thrown.code !== 'reply-unparseable') throw thrown;
      this.failures += 1;
      return [];
    } finally {
      this.spentSeconds += (now() - start) / 1000;
    }
  }
}

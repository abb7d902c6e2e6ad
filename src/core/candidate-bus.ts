/**
 * @file The candidate bus (Huang and others 2023, section 3.2): which items are still in question within a turn, kept outside
 * the prompts. All items at the start; each tool reads it when it starts and refreshes it when it ends.
 *
 * The sampling rule: at most `cap` items are held after a refresh. Where a tool orders what it keeps, the first `cap` stay; where it does
 * not, a seeded uniform sample of `cap` stays, in the order of the tool.
 */
import type { ItemId } from './dataset.ts';
import type { Json } from './json.ts';
import { shuffled, type Random } from './random.ts';

/** Most items on the bus after a refresh. */
export const CANDIDATE_CAP = 1000;

/** One tool call of a turn: the triplet (tool, input, output) of the paper's tracker. */
export interface TrackerRecord {
  readonly tool: string;
  readonly input: Json;
  /** What the tool told: how many candidates remained, what was found, what went wrong. */
  readonly output: string;
  readonly failed: boolean;
}

/** What a refresh did. */
export interface BusChange {
  /** How many items there were, and how many there are. */
  readonly before: number;
  readonly after: number;
  /** How many the tool kept where that was more than the cap; else null. */
  readonly cutFrom: number | null;
}

/** The items in question, and the record of the tools that were used on them. */
export class CandidateBus {
  private readonly all: readonly ItemId[];
  private readonly random: Random;
  private readonly cap: number;
  private held: readonly ItemId[] | null = null;
  private readonly records: TrackerRecord[] = [];

  /** @param random draws the sample where a tool keeps more than `cap` without an order */
  constructor(all: readonly ItemId[], random: Random, cap = CANDIDATE_CAP) {
    this.all = all;
    this.random = random;
    this.cap = cap;
  }

  /** The candidates, best first where they were ranked. */
  get items(): readonly ItemId[] {
    return this.held ?? this.all;
  }

  /** True as long as no tool has narrowed the catalogue. */
  get isWhole(): boolean {
    return this.held === null;
  }

  /** What was done so far in this turn. */
  get tracker(): readonly TrackerRecord[] {
    return this.records;
  }

  /** Replaces the candidates by what a tool kept. @param ordered whether the tool's order means something */
  refresh(kept: readonly ItemId[], { ordered }: { readonly ordered: boolean }): BusChange {
    const before = this.items.length;
    const isOver = kept.length > this.cap;
    this.held = !isOver ? [...kept] : ordered ? kept.slice(0, this.cap) : this.sample(kept);
    return { before, after: this.held.length, cutFrom: isOver ? kept.length : null };
  }

  /** Remembers a tool call. */
  record(record: TrackerRecord): void {
    this.records.push(record);
  }

  private sample(kept: readonly ItemId[]): readonly ItemId[] {
    const draw = this.random.fork(`sample ${this.records.length}`);
    const chosen = new Set(shuffled([...kept.keys()], draw).slice(0, this.cap));
    return kept.filter((_, place) => chosen.has(place));
  }
}

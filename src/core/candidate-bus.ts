/**
 * @file The candidate bus (Huang and others 2023, section 3.2): the items that are still in question within a turn, kept outside
 * the prompts. After a refresh it holds at most `cap`: the first ones where the tool orders them, else a seeded uniform sample.
 */
import type { ItemId } from './dataset.ts';
import type { Json } from './json.ts';
import { shuffled, type Random } from './random.ts';

export const CANDIDATE_CAP = 1000;

/** One tool call of a turn: the triplet (tool, input, output) of the paper's tracker. */
export interface TrackerRecord {
  readonly tool: string;
  readonly input: Json;
  readonly output: string;
  readonly failed: boolean;
}

export interface BusChange {
  readonly before: number;
  readonly after: number;
  /** How many the tool kept where that was more than the cap; else null. */
  readonly cutFrom: number | null;
}

export class CandidateBus {
  private readonly all: readonly ItemId[];
  private readonly random: Random;
  private readonly cap: number;
  private held: readonly ItemId[] | null = null;
  private readonly records: TrackerRecord[] = [];

  constructor(all: readonly ItemId[], random: Random, cap = CANDIDATE_CAP) {
    this.all = all;
    this.random = random;
    this.cap = cap;
  }

  get items(): readonly ItemId[] {
    return this.held ?? this.all;
  }

  get isWhole(): boolean {
    return this.held === null;
  }

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

  record(record: TrackerRecord): void {
    this.records.push(record);
  }

  private sample(kept: readonly ItemId[]): readonly ItemId[] {
    const draw = this.random.fork(`sample ${this.records.length}`);
    const chosen = new Set(shuffled([...kept.keys()], draw).slice(0, this.cap));
    return kept.filter((_, place) => chosen.has(place));
  }
}

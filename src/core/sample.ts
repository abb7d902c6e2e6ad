/**
 * @file A task as MACRec's data prompts tell it: with the person's profile, their latest interactions and the items' attributes.
 */
import type { ItemReference, Task } from './task.ts';

/** An interaction as a prompt tells it. */
export interface SampleInteraction {
  readonly item: ItemReference;
  /** `Title: Heat (1995), Genres: Action|Crime`. */
  readonly attributes: string;
  /** Null where the source has no ratings. */
  readonly rating: number | null;
  /** The heading of the person's review; null where there is none. */
  readonly heading: string | null;
}

/** A task with what MACRec's data prompt tells besides: training interactions alone. */
export interface Sample {
  readonly task: Task;
  /** A line for each attribute; `None` where the source says nothing of the person. */
  readonly profile: string;
  /** The latest, oldest first. */
  readonly history: readonly SampleInteraction[];
  /** The attributes of the item that is asked about, or of all candidates; in the task's order. */
  readonly items: readonly Pick<SampleInteraction, 'item' | 'attributes'>[];
}

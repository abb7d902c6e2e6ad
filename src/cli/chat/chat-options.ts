/** @file What conversations in the terminal are held with. */
import type { ComponentSpec } from '../../core/run.ts';
import type { VariantId } from '../../lab/chat/ablations.ts';
import type { DEMONSTRATION_MODES } from '../../lab/chat/made-demonstrations.ts';
import type { LikenessName, RankerName } from '../../recommenders/interec/rankers.ts';
import type { ModelPlaces } from '../open-model.ts';

/** What conversations are held with. */
export interface ChatOptions {
  /** A file of lines `{id, turns}`. */
  readonly turns: string;
  readonly dataset: string | null;
  /** As specs name it. */
  readonly model: string;
  /** Which demonstrations a language model is shown. */
  readonly demonstrations: (typeof DEMONSTRATION_MODES)[number];
  readonly files: string;
  /** A folder that the events of each conversation are written to; null for none. */
  readonly events: string | null;
  readonly places: ModelPlaces;
  /** What compares texts by meaning. */
  readonly embedding: ComponentSpec;
  /** What orders by preference. */
  readonly ranker: RankerName;
  /** By what items are alike. */
  readonly likeness: LikenessName;
}

/** What simulated people talk with. */
export interface SimulateOptions extends Omit<ChatOptions, 'turns' | 'demonstrations' | 'events'> {
  /** The model of the people. */
  readonly simulator: string;
  /** The model that judges turns; the agent itself where null. */
  readonly critic: string | null;
  /** Some of the variants; all where null. */
  readonly variants: readonly VariantId[] | null;
  /** Whether a language model writes demonstrations beside those of templates. */
  readonly writesDemonstrations: boolean;
  /** A file that plans with their rewards are written to; null for none. */
  readonly plans: string | null;
  readonly conversations: number;
  readonly seed: number;
}

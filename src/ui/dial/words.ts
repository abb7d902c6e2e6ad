/** @file Words of the dial in the picture, and of the averages beside it. */
import type { AnswerFrom } from '../../core/trace.ts';
import { counted } from '../words.ts';

/** What averages were measured on. */
export interface AverageSettings {
  /** Title of the dataset. */
  readonly dataset: string;
  /** `rating prediction`. */
  readonly task: string;
  readonly itemNoun: string;
  readonly shots: number;
  readonly steps: number;
  readonly branches: number;
  readonly seed: number;
}

/** What the dial says in sentences. */
export const DIAL = {
  soFew: 'small differences are chance',
  dragToRun: 'Drag to run again (not kept)',
  averagesAtPlaces: (title: string): string => `${title}, at each place of the dial`,
  howAveraged: ({ dataset, task, itemNoun, shots, steps, branches, seed }: AverageSettings, from: AnswerFrom): string =>
    `Measured in this tab, on ${dataset}: ${task}, one held-out ${itemNoun} per person, the same people for all, drawn with seed ${String(seed)}; ${counted(shots, 'example')}, at most ${counted(steps, 'step')}, ${counted(branches, 'branch', 'branches')} per step; the built-in rules with the dials that are set, answering from ${
      from === 'kept' ? 'what was kept' : 'everything explored'
    }. With so few, small differences are chance; Compare has intervals.`,
};

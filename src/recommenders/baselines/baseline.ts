/**
 * @file What a classical baseline is: something that is fitted to training interactions and then scores items for a person.
 * None of them calls a model.
 */
import type { ItemId, UserId } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import type { TrainingMatrix } from './training-matrix.ts';
import { now } from '../../core/clock.ts';
import type { Arithmetic, Values } from '../../numeric/factors/arithmetic.ts';
import { normalValues } from '../../numeric/normal-draw.ts';

export interface FitContext {
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Told how much is done, from 0 to 1, never falling. */
  readonly onProgress?: (share: number) => void;
}

/** Nobody of the training interactions: who is scored for by a history alone. */
export const UNKNOWN_USER: UserId = -1;

export interface Scorer {
  /**
   * One number for each item: of a rating baseline the predicted rating, on the dataset's scale; of the others a score of
   * which only the order counts, and −∞ where nothing is known of the item.
   * @param history what the person had, oldest first; their training interactions where it is not given. Only baselines
   *   for sequences read it, and, for somebody without training interactions, item cosine, EASE and BPR-MF.
   */
  score(user: UserId, items: readonly ItemId[], history?: readonly ItemId[]): Float64Array;
}

export interface Fittable {
  /**
   * Fits to the training interactions. It gives way to other work, so that a stop is seen within 100 ms.
   * @throws LabError `aborted` once the signal is; `task-impossible` where the data cannot be fitted, such as ratings that
   *   are not there
   */
  fit(train: TrainingMatrix, context: FitContext): Promise<Scorer>;
}

export type BaselineKind = 'rating' | 'ranking' | 'sequence';

export interface Hyperparameter {
  /** One line, with the symbol of the paper. */
  readonly hint: string;
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
  readonly default: number;
}

export interface BaselineEntry {
  readonly name: string;
  readonly title: string;
  readonly kind: BaselineKind;
  readonly reference: string;
  readonly hyperparameters: Readonly<Record<string, Hyperparameter>>;
  /**
   * Sets hyperparameters; those that are not given have their defaults.
   * @throws LabError `spec-invalid` for a name that is unknown or a value out of its range
   */
  create(options: { readonly [name: string]: Json }): Fittable;
}

export interface BaselineDefinition<Name extends string> {
  readonly name: string;
  readonly title: string;
  readonly kind: BaselineKind;
  readonly reference: string;
  readonly hyperparameters: Readonly<Record<Name, Hyperparameter>>;
  fit(train: TrainingMatrix, options: Readonly<Record<Name, number>>, context: FitContext): Promise<Scorer>;
}

export function count(hint: string, value: number, min: number, max: number): Hyperparameter {
  return { hint, min, max, whole: true, default: value };
}

export function real(hint: string, value: number, min: number, max: number): Hyperparameter {
  return { hint, min, max, whole: false, default: value };
}

function checkedValue(baseline: string, name: string, range: Hyperparameter, value: Json): number {
  const fits =
    typeof value === 'number' && value >= range.min && value <= range.max && (!range.whole || Number.isInteger(value));
  if (fits) return value;
  const wanted = `${range.whole ? 'a whole number' : 'a number'} from ${range.min} to ${range.max}`;
  throw new LabError('spec-invalid', `${name} of the baseline ${baseline} must be ${wanted}.`, { name, value });
}

/**
 * The hyperparameters of a baseline, those that are not given by their defaults.
 * @throws LabError `spec-invalid` for a name that is unknown or a value out of its range
 */
export function hyperparametersOf<Name extends string>(
  baseline: string,
  hyperparameters: Readonly<Record<Name, Hyperparameter>>,
  options: { readonly [name: string]: Json },
): Readonly<Record<Name, number>> {
  const ranges = Object.entries<Hyperparameter>(hyperparameters);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(hyperparameters, name));
  if (unknown !== undefined) {
    const known = ranges.map(([name]) => name).join(', ') || 'none';
    const problem = `The baseline ${baseline} has no hyperparameter ${unknown}`;
    throw new LabError('spec-invalid', `${problem}; it has: ${known}.`, { name: unknown });
  }
  return Object.fromEntries(
    ranges.map(([name, range]) => [name, checkedValue(baseline, name, range, options[name] ?? range.default)]),
  ) as Record<Name, number>;
}

/** Factors to begin with, from a normal distribution. */
export function drawn(arithmetic: Arithmetic, length: number, deviation: number, random: Random): Values {
  const factors = arithmetic.allocate(length);
  factors.set(normalValues(length, deviation, random));
  return factors;
}

export function defineBaseline<Name extends string>(definition: BaselineDefinition<Name>): BaselineEntry {
  const { name: baseline, hyperparameters } = definition;
  return {
    ...definition,
    create(options) {
      const values = hyperparametersOf(baseline, hyperparameters, options);
      return { fit: (train, context) => definition.fit(train, values, context) };
    },
  };
}

// A timer is clamped to 4 ms in a browser: this costs a tenth at most, and leaves a step 60 ms.
const TURN_MS = 40;

export class Pace {
  private readonly context: FitContext;
  private readonly total: number;
  private done = 0;
  private turnStarted = now();

  /** @param total how many steps there are in all */
  constructor(context: FitContext, total: number) {
    throwIfAborted(context.signal);
    this.context = context;
    this.total = total;
  }

  /** Counts a step. True where it is time to `giveWay`. */
  step(): boolean {
    this.done += 1;
    return this.isDue();
  }

  isDue(): boolean {
    return now() - this.turnStarted >= TURN_MS;
  }

  /** Lets other work run. @throws LabError `aborted` once the signal is */
  async giveWay(): Promise<void> {
    this.context.onProgress?.(Math.min(1, this.done / this.total));
    await new Promise((resolve) => setTimeout(resolve, 0));
    throwIfAborted(this.context.signal);
    this.turnStarted = now();
  }
}

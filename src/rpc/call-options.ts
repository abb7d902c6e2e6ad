/** @file The last argument of many calls: callbacks and a signal by their names, as in `{ onProgress, signal }`. */
import type { ComponentSpec } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';

/** Receives events as they happen. */
export type OnEvents = (batch: readonly TraceEvent[]) => void;

/**
 * True for a plain object that holds callbacks or a signal. Data holds neither.
 * @param value an argument of a call
 */
export function isCallOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some((member) => typeof member === 'function' || member instanceof AbortSignal);
}

/** The signal among the arguments of a call; null where it cannot be stopped. */
export function signalOf(given: readonly unknown[]): AbortSignal | null {
  for (const one of given) {
    const signal = isCallOptions(one) ? one['signal'] : one;
    if (signal instanceof AbortSignal) return signal;
  }
  return null;
}

/** The options of a call that may ask language models, which live in workers of their own. */
export interface AskingModels {
  readonly signal: AbortSignal;
  /**
   * Loads the models that the call is about to ask. The client of the page gives it, who calls the client does not; without
   * it, as in Node, the models have to be there already.
   */
  readonly useModels?: (models: readonly ComponentSpec[]) => Promise<void>;
}

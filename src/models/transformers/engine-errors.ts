/** @file What the runtime throws while a model runs, as errors that say what to do. */
import { LabError } from '../../core/errors.ts';
import { isOutOfMemory } from './library.ts';

/** What went wrong while a model was running. */
export function runError(thrown: unknown, model: string): LabError {
  if (thrown instanceof LabError) return thrown;
  // Numbers are pointers to C++ exceptions, which the runtime throws where it cannot even make a message.
  const text = thrown instanceof Error ? thrown.message : `exception ${String(thrown)}`;
  const details = { model };
  const options = { cause: thrown };
  if (thrown instanceof RangeError || isOutOfMemory(text)) {
    const message = `${model} ran out of memory. Close other tabs, choose a smaller model, or lower its option cacheMegabytes.`;
    return new LabError('memory-exhausted', message, details, options);
  }
  return new LabError(
    'model-failed',
    `${model} failed: ${text}. Load it again, or choose another model.`,
    details,
    options,
  );
}

/**
 * @file What engines throw, as the lab's own errors. Engines name what they know; this is for what comes from below them.
 */
import { LabError, toLabError } from '../core/errors.ts';

const LOST_DEVICE = /device (was |is )?lost|lost device|GPUDevice.*(destroyed|lost)|DXGI_ERROR_DEVICE/i;
const NO_MEMORY =
  /out of memory|bad_alloc|memory access out of bounds|Array buffer allocation failed|Aborted\(OOM\)|memory\.grow/i;

/** A thrown value as a `LabError`: one of the lab's as it is, everything else by what it says. */
export function modelError(thrown: unknown): LabError {
  const error = toLabError(thrown);
  if (error.code !== 'internal') return error;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const options = { cause: thrown };
  if (LOST_DEVICE.test(said)) {
    const message = 'The GPU went away in the middle of a reply. Run again: the model is loaded again.';
    return new LabError('device-lost', message, { said }, options);
  }
  if (NO_MEMORY.test(said)) {
    const message = 'There is not enough memory for the model. Close other tabs, or choose a smaller model.';
    return new LabError('memory-exhausted', message, { said }, options);
  }
  return new LabError('model-failed', `The model failed: ${said}`, { said }, options);
}

/** @file What is said where somebody else writes a file. */
import { LabError } from '../../core/errors.ts';

/** The error of a file that another writes. */
export function openElsewhere(path: string, options?: ErrorOptions): LabError {
  const message = `${path} is being written just now, perhaps in another tab or process. Wait until that is done, then try again.`;
  return new LabError('open-elsewhere', message, { path }, options);
}

/** @file What is said of arguments that are wrong. */
import { LabError } from '../core/errors.ts';

/** An error about what was typed. */
export const usage = (problem: string): LabError =>
  new LabError('spec-invalid', `${problem} See npm run -s lab -- --help.`);

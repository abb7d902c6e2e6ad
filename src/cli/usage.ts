/** @file What is said of arguments that are wrong. */
import { LabError } from '../core/errors.ts';
import { PROGRAM } from './package-files.ts';

/** An error about what was typed. */
export const usage = (problem: string): LabError => new LabError('spec-invalid', `${problem} See ${PROGRAM} --help.`);

/** The one file that a command takes, out of its operands. @throws LabError `spec-invalid` */
export function onlyFile(command: string, what: string, [file, ...rest]: readonly string[]): string {
  if (file === undefined) throw usage(`${command} needs a ${what}.`);
  if (rest.length > 0) throw usage(`${command} takes one file; leave out "${rest.join(' ')}".`);
  return file;
}

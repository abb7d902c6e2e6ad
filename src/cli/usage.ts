/** @file What is said of arguments that are wrong. */
import { LabError } from '../core/errors.ts';
import { PROGRAM } from './package-files.ts';

/** An error about what was typed. */
export const usage = (problem: string): LabError => new LabError('spec-invalid', `${problem} See ${PROGRAM} --help.`);

/** A whole number. @param name of the option @param least that it may be @throws LabError `spec-invalid` */
export function wholeNumber(name: string, text: string, least = 1): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw usage(`--${name} must be a whole number from ${least}, not "${text}".`);
}

/** Films or books. @throws LabError `spec-invalid` */
export function filmsOrBooks(command: string, what: string): 'films' | 'books' {
  if (what === 'films' || what === 'books') return what;
  throw usage(`Unknown kind "${what}" of ${command}; one of films, books.`);
}

/** The one file that a command takes, out of its operands. @throws LabError `spec-invalid` */
export function onlyFile(command: string, what: string, [file, ...rest]: readonly string[]): string {
  if (file === undefined) throw usage(`${command} needs a ${what}.`);
  if (rest.length > 0) throw usage(`${command} takes one file; leave out "${rest.join(' ')}".`);
  return file;
}

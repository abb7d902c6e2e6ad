/** @file What is said of a program that failed: one sentence, with the line and column of the program where it can be told. */
import { LabError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { oneLine } from '../core/text/visible-text.ts';
import { PROGRAM_FILE } from './guest.ts';

const LONGEST_MESSAGE = 300;

export interface ProgramPlace {
  readonly line: number;
  readonly column: number;
}

function placeIn(stack: string): ProgramPlace | null {
  const found = new RegExp(`${PROGRAM_FILE.replace('.', '\\.')}:(\\d{1,6}):(\\d{1,6})`).exec(stack);
  return found === null ? null : { line: Number(found[1]), column: Number(found[2]) };
}

/** @param place where it happened; null where that is not known */
export function programFailed(problem: string, place: ProgramPlace | null = null): LabError {
  const where = place === null ? '' : ` at line ${String(place.line)}, column ${String(place.column)}`;
  const short = problem.length > LONGEST_MESSAGE ? `${problem.slice(0, LONGEST_MESSAGE)}…` : problem;
  const details: Json = place === null ? { problem: short } : { problem: short, ...place };
  return new LabError('program-failed', `The planner’s program failed${where}: ${short.replace(/\.$/, '')}.`, details);
}

/** The same words for every limit: which is met first may depend on the machine. */
export const tooMuch = (): LabError =>
  new LabError(
    'program-limit',
    'The planner’s program was stopped: it computed or remembered more than a planner may. Look for a loop that never ends, a function that calls itself for ever, or a list that only grows.',
  );

interface Report {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

function readReport(json: string): Report {
  const { name, message, stack } = JSON.parse(json) as Partial<Record<keyof Report, unknown>>;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { name: text(name), message: oneLine(text(message)), stack: text(stack) };
}

/** QuickJS's own: interrupted, out of memory, stack overflow. */
const LIMITS: ReadonlySet<string> = new Set(['interrupted', 'out of memory', 'stack overflow']);

export function errorOfReport(json: string): LabError {
  let report: Report;
  try {
    report = readReport(json);
  } catch {
    return tooMuch();
  }
  const { name, message, stack } = report;
  if (LIMITS.has(message)) return tooMuch();
  return programFailed(message === '' ? name || 'it threw something without a message' : message, placeIn(stack));
}

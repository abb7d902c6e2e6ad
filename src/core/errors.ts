/** @file The lab's one error. It crosses workers and files as plain data. */
import type { Json } from './json.ts';
import { oneLine } from './text/visible-text.ts';

export type LabErrorCode =
  | 'spec-invalid' // a RunSpec, notebook or option that does not have the right shape
  | 'name-unknown' // a planner, metric, model, dataset … that is not registered
  | 'file-empty'
  | 'file-not-zip'
  | 'file-truncated'
  | 'file-too-large' // also a zip that inflates past the cap
  | 'file-format-unknown'
  | 'file-member-missing'
  | 'file-damaged' // bytes that do not fit their checksum or their format
  | 'file-invalid' // readable, but no usable row in it
  | 'task-impossible' // the dataset cannot give the task that was asked for
  | 'trace-damaged'
  | 'sql-refused'
  | 'sql-failed'
  | 'sql-timeout'
  | 'program-failed' // a planner that a person wrote: what it does wrong, with its line and column
  | 'program-limit' // one that computes, or remembers, more than it may
  | 'reply-unparseable'
  | 'reply-not-recorded'
  | 'limit-exceeded'
  | 'model-failed'
  | 'model-missing' // its files are not here: somebody has to get them first
  | 'model-damaged' // its files are not what they should be: a missing shard, a wrong hash, a wrong library
  | 'device-missing' // no WebGPU, a GPU without a feature that the model needs, or no clipboard
  | 'device-lost' // the GPU went away in the middle of something
  | 'memory-exhausted'
  | 'context-exceeded' // a request that does not fit into the model's context, also after the history was cut
  | 'endpoint-failed' // a local endpoint that refused, stalled or broke off
  | 'endpoint-gone' // a local endpoint that answered, and now answers nobody
  | 'network-off' // the user has not allowed this request
  | 'network-failed'
  | 'storage-full'
  | 'storage-failed'
  | 'open-elsewhere' // another tab or process writes the file just now
  | 'worker-died'
  | 'aborted'
  | 'internal';

export interface LabErrorData {
  readonly code: LabErrorCode;
  readonly message: string;
  readonly details: Json;
}

/** `details` holds what a program may want: a line, a field, a limit. The message is one line. */
export class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: LabErrorCode;
  readonly details: Json;

  constructor(code: LabErrorCode, message: string, details: Json = null, options?: ErrorOptions) {
    super(oneLine(message), options);
    this.code = code;
    this.details = details;
  }

  toData(): LabErrorData {
    return { code: this.code, message: this.message, details: this.details };
  }

  static fromData(data: LabErrorData): LabError {
    return new LabError(data.code, data.message, data.details);
  }
}

export function toLabError(thrown: unknown): LabError {
  if (thrown instanceof LabError) return thrown;
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return new LabError('aborted', 'Stopped.', null, { cause: thrown });
    return new LabError('internal', `Something in the lab broke: ${thrown.message}`, null, { cause: thrown });
  }
  return new LabError('internal', `Something in the lab broke: ${String(thrown)}`);
}

/** For work that nobody can stop. */
export const NEVER = new AbortController().signal;

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new LabError('aborted', 'Stopped.');
}

/** Errors after which a run cannot go on. They are no result of the method that they hit. */
const FATAL: ReadonlySet<LabErrorCode> = new Set([
  'aborted',
  'limit-exceeded',
  'worker-died',
  'device-lost',
  'memory-exhausted',
  'model-missing',
  'endpoint-gone',
  'network-off',
  'network-failed',
  'storage-full',
  'storage-failed',
  'open-elsewhere',
]);

export function isFatal({ code }: LabErrorData): boolean {
  return FATAL.has(code);
}

/** True where a task cannot go on after the error, whatever it is told to: what is replayed has come apart, or the run ends. */
export function endsTask(error: LabErrorData): boolean {
  return isFatal(error) || error.code === 'reply-not-recorded';
}

/** Chromium, Node and WebKit throw a `RangeError` where calls go too deep, Firefox an error of its own. */
export const isStackOverflow = (thrown: unknown): boolean =>
  thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'InternalError');

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

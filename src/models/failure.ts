/** @file What engines and their libraries throw, as the lab's few errors, each with a sentence on what to do. */
import { LabError, toLabError } from '../core/errors.ts';

const LOST_DEVICE =
  /device (was |is )?lost|lost device|DeviceLost|GPUDevice.*(destroyed|lost)|DXGI_ERROR_DEVICE|OperationError|instance (was )?dropped|mapAsync/i;

const NO_MEMORY =
  /out ?of ?memory|bad_alloc|memory access out of bounds|memory allocation|allocat\w+ failed|could not allocate|cannot enlarge memory|Aborted\(OOM\)|OOM\b|memory\.grow|exceeds the max buffer size/i;

/** @param why in the words of the browser; empty where it says nothing */
export const noMemory = (model: string, why: string, cause?: unknown): LabError =>
  new LabError(
    'memory-exhausted',
    `There is not enough memory for ${model}${inBrackets(why)}. Close other tabs, choose a smaller model, or lower cacheMegabytes or context_window_size in its options.`,
    { model, said: why },
    { cause },
  );

export const lostDevice = (model: string, why: string, cause?: unknown): LabError =>
  new LabError(
    'device-lost',
    `The graphics card was lost while it held ${model}${inBrackets(why)}. Load the model again; where it happens again, choose a smaller model.`,
    { model, said: why },
    { cause },
  );

const inBrackets = (why: string): string => (why === '' ? '' : ` (${why})`);

/** What was thrown as a text: libraries throw errors, texts, objects and pointers to exceptions of C++. */
export function textOf(thrown: unknown): string {
  if (typeof thrown === 'number') return `exception ${String(thrown)}`;
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { name, message } = thrown as { readonly name?: unknown; readonly message?: unknown };
  const words = [name, message].filter((one) => typeof one === 'string' && one !== '');
  return words.length > 0 ? words.join(': ') : 'It threw something without a word';
}

const LONGEST = 300;

/** The first line, without the name that the browser puts before it, and ended like a sentence. */
export function firstLine(text: string): string {
  const line = (text.split('\n')[0] ?? '').replace(/^(?:\w*Error: )+/, '').trim();
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return /[.!?…]$/.test(cut) ? cut : `${cut}.`;
}

/** A thrown value as a `LabError`: one of the lab's as it is, everything else by what it says. */
export function engineFailure(thrown: unknown, model: string): LabError {
  const error = toLabError(thrown);
  if (error.code !== 'internal') return error;
  const text = textOf(thrown);
  if (NO_MEMORY.test(text)) return noMemory(model, firstLine(text), thrown);
  if (LOST_DEVICE.test(text)) return lostDevice(model, firstLine(text), thrown);
  const message = `${model} failed: ${firstLine(text)} Load it again, or choose another model.`;
  return new LabError('model-failed', message, { model }, { cause: thrown });
}

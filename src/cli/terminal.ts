/** @file All output to the terminal: texts of strangers are escaped, since a terminal obeys control characters. */
import { oneLine } from '../core/text/visible-text.ts';

// Whoever reads may have had enough, as `| head` has after ten lines: nothing is left to do then, and nothing went wrong.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

const BEYOND_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export const visibleLines = (text: string): string => text.split('\n').map(oneLine).join('\n');

/** JSON in one line: what `oneLine` would take away is escaped. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(
    BEYOND_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const print = (value: unknown): void => void process.stdout.write(`${visibleJson(value)}\n`);

export const showText = (text: string): void => void process.stdout.write(`${visibleLines(text)}\n`);

export const say = (message: string): void => void process.stderr.write(`${oneLine(message).trim()}\n`);

export const sayText = (text: string): void => void process.stderr.write(visibleLines(text));

let lastProgress = '';
/** A line of progress, once, however often it is told. */
export function showProgress(text: string): void {
  if (text === lastProgress) return;
  lastProgress = text;
  say(text);
}

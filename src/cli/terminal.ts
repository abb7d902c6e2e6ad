/**
 * @file All that the lab writes to a terminal goes through here: names, titles and messages hold texts of strangers, and a terminal
 * obeys the escapes in what it shows.
 */
import { oneLine, visibleJson, visibleLines } from '../core/text/visible-text.ts';

// Whoever reads may have had enough, as `| head` has after ten lines: nothing is left to do then, and nothing went wrong.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

/** A value as one line of JSON, for programs. */
export const print = (value: unknown): void => void process.stdout.write(`${visibleJson(value)}\n`);

/** A table or another text of several lines, for people. */
export const showText = (text: string): void => void process.stdout.write(`${visibleLines(text)}\n`);

/** A line beside the output: a message. */
export const say = (message: string): void => void process.stderr.write(`${oneLine(message).trim()}\n`);

/** A value as one line of JSON beside the output. */
export const sayJson = (value: unknown): void => void process.stderr.write(`${visibleJson(value)}\n`);

/** A text of several lines beside the output. */
export const sayText = (text: string): void => void process.stderr.write(visibleLines(text));

let lastProgress = '';
/** A line of progress, once, however often it is told. */
export function showProgress(text: string): void {
  if (text === lastProgress) return;
  lastProgress = text;
  say(text);
}

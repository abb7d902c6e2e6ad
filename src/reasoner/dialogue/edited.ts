/** @file A message that is put otherwise, with its mentions where they then stand. */
import type { Mention } from '../../core/dialogue.ts';

/** A message, and what the catalogue found in it. */
export interface Message {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** Puts words in place of a part; mentions that meet it are gone. */
export function edited({ text, mentions }: Message, [start, end]: readonly [number, number], words: string): Message {
  const by = words.length - (end - start);
  return {
    text: `${text.slice(0, start)}${words}${text.slice(end)}`,
    mentions: mentions.flatMap((one) =>
      one.end <= start ? [one] : one.start < end ? [] : [{ ...one, start: one.start + by, end: one.end + by }],
    ),
  };
}

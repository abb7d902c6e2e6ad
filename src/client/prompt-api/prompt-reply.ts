/**
 * @file A reply as it grows, cut by rules that the Prompt API does not have: a number of tokens, and strings to stop at.
 */
import { largest, smallest } from '../../core/numbers/extremes.ts';

/** Cuts a reply. */
export interface PromptReply {
  /** Text that may be shown after this chunk; what may yet turn out to be a stop string is held back. */
  add(chunk: string): string;
  /** What was held back at the end. */
  rest(): string;
  /** Why nothing more is wanted; null while more is. */
  readonly cut: 'stop' | 'length' | null;
  readonly chunks: number;
}

/**
 * A reply that ends at a stop string, or after as many chunks as it may have tokens: the browser sends about one a token.
 * @param stop strings that are no part of the reply
 */
export function promptReply(stop: readonly string[], maxTokens: number): PromptReply {
  const strings = stop.filter((text) => text !== '');
  const longest = Math.max(0, largest(strings.map((text) => text.length - 1)));
  let held = '';
  let cut: PromptReply['cut'] = null;
  let chunks = 0;
  return {
    add(chunk) {
      chunks += 1;
      held += chunk;
      const at = smallest(strings.map((text) => held.indexOf(text)).filter((index) => index >= 0));
      if (at !== Infinity) {
        cut = 'stop';
        held = held.slice(0, at);
      } else if (chunks >= maxTokens) cut = 'length';
      const shown = held.slice(0, cut === null ? held.length - Math.min(longest, held.length) : held.length);
      held = held.slice(shown.length);
      return shown;
    },
    rest: () => held,
    get cut() {
      return cut;
    },
    get chunks() {
      return chunks;
    },
  };
}

/** @file "I like action", then "and comedies": a message that goes on with the sentence of the one before. */
import type { Mention } from '../../core/dialogue.ts';

const GOES_ON =
  /^\W*(?:and|also|plus|as well as|oh and)\s+(?:also\s+)?(?!i\b|what\b|who\b|when\b|how\b|not?\b|now\b|only\b|then\b|which\b|is\b|was\b|give\b|show\b|recommend\b)/iu;
const TASTE =
  /(?<!\p{L})(i(?:'m| am)? (?:really |also |just |absolutely )*(?:like|love|enjoy|adore|hate|dislike|(?:do not|don'?t|can'?t) (?:like|enjoy|stand)|(?:a )?(?:big )?fan of|into))(?!\p{L})/giu;

/** The message with the verb of the one before, and its mentions where they then stand; as it is where it is no continuation. */
export function continued(
  text: string,
  mentions: readonly Mention[],
  before: string,
): { readonly text: string; readonly mentions: readonly Mention[] } {
  const start = GOES_ON.exec(text)?.[0].length;
  const verb = [...before.matchAll(TASTE)].at(-1)?.[1];
  if (start === undefined || verb === undefined) return { text, mentions };
  const shift = verb.length + 1 - start;
  return {
    text: `${verb} ${text.slice(start)}`,
    mentions: mentions
      .filter((one) => one.start >= start)
      .map((one) => ({ ...one, start: one.start + shift, end: one.end + shift })),
  };
}

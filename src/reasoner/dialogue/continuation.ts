/** @file "I like action", then "and comedies": a message that goes on with the sentence of the one before. */
import { edited, type Message } from './edited.ts';

const GOES_ON =
  /^\W*(?:and|also|plus|as well as|oh and)\s+(?:also\s+)?(?!i\b|what\b|who\b|when\b|how\b|not?\b|now\b|only\b|then\b|which\b|is\b|was\b|give\b|show\b|recommend\b)/iu;
const TASTE =
  /(?<!\p{L})(i(?:'m| am)? (?:really |also |just |absolutely )*(?:like|love|enjoy|adore|hate|dislike|(?:do not|don'?t|can'?t) (?:like|enjoy|stand)|(?:a )?(?:big )?fan of|into))(?!\p{L})/giu;

/** The message with the verb of the one before; as it is where it is no continuation. */
export function continued(written: Message, before: string): Message {
  // "Nor Titanic" is "not Titanic".
  const nor = /^\W*(?:and )?nor(?!\p{L})/iu.exec(written.text)?.[0].length;
  const message = nor === undefined ? written : edited(written, [0, nor], 'not');
  const end = GOES_ON.exec(message.text)?.[0].length;
  const verb = [...before.matchAll(TASTE)].at(-1)?.[1];
  return end === undefined || verb === undefined ? message : edited(message, [0, end], `${verb} `);
}

/** @file Which part of a reply counts where it says what is final: `Draft: 3. Final answer: 4`, also where both are JSON. */

/** What a reply calls final. */
export interface FinalPart {
  /** What it is called: `answer`, `rating`. */
  readonly label: string;
  /** Behind the label. */
  readonly text: string;
  /** Before the label. */
  readonly before: string;
}

const KINDS =
  'answer|response|reply|rating|score|value|ranking|choice|vote|verdict|decision|title|text|explanation|step|action|command|plan|output|result|json|version';
const FINAL = new RegExp(
  `(?:(?<line>^|\\n)|[.!?;] ?|(?=\\*\\*|__))[ \\t>*_#-]{0,8}(?:(?:so|thus|therefore),? )?(?:(?:my|the) )?final(?:[ _-](?<kind>${KINDS}))?[*_]{0,3} ?(?::|is\\b:?)[*_]{0,3}`,
  'giu',
);
/** Behind an observation that nobody made, nothing counts. */
const OBSERVED = /\bobservation\b[*_]{0,3} ?:/iu;

/**
 * What a text calls final behind other words; null where it calls nothing so, and behind an observation.
 * @param from where it may begin: within JSON that was read it is a part of that
 */
export function finalPart(text: string, from = 0): FinalPart | null {
  const last = lastFinal(text, from);
  return last !== null && /[\p{L}\p{N}]/u.test(last.before) ? last : null;
}

/** The one part that a text calls its final answer, also where nothing stands before it; null where it has none, or two. */
export function finalAnswer(text: string): string | null {
  const last = lastFinal(text, 0);
  return last?.label === 'answer' && lastFinal(last.before, 0) === null ? last.text : null;
}

function lastFinal(text: string, from: number): FinalPart | null {
  const last = [...text.matchAll(FINAL)]
    .filter(({ 0: label, groups }) => label.includes(':') || groups?.['line'] !== undefined)
    .at(-1);
  if (last === undefined || last.index < from) return null;
  const before = text.slice(0, last.index);
  if (OBSERVED.test(before)) return null;
  return {
    label: (last.groups?.['kind'] ?? 'answer').toLowerCase(),
    text: text.slice(last.index + last[0].length).trim(),
    before: before.trim(),
  };
}

/** What a text calls final behind what it calls a draft; null elsewhere. Of actions only a draft makes the first none. */
export function behindDraft(text: string): string | null {
  const final = finalPart(text);
  return final !== null && /\bdraft\b/iu.test(final.before) ? final.text : null;
}

/** Words before JSON that take back what was written before them. */
const CORRECTS =
  /\b(?:on second thought|correction|corrected (?:reply|step|action|command|answer|version)|my final (?:step|action|command|answer|reply))\b[^{}]{0,200}$/iu;

/**
 * The part of a reply that begins with the last JSON that the words before it call the correction of another; null where none does, and behind
 * an observation, which nobody made.
 * @param values where the JSON of the reply stands, in order
 */
export function correctedPart(
  text: string,
  values: readonly { readonly from: number; readonly to: number }[],
): string | null {
  const at = values.findLastIndex(({ from }, place) => {
    const before = values[place - 1];
    return before !== undefined && CORRECTS.test(text.slice(before.to, from));
  });
  const from = at < 0 ? undefined : values[at]?.from;
  return from === undefined || OBSERVED.test(text.slice(0, from)) ? null : text.slice(from);
}

/** What words call final behind a thought or a draft that is called so; null elsewhere, since words may be about a final answer. */
export function behindThought(text: string): string | null {
  const final = finalPart(text);
  return final !== null && final.text !== '' && THOUGHT.test(final.before) ? final.text : null;
}

const THOUGHT = /^[^\p{L}\p{N}]*(?:(?:my|first) )?(?:thoughts?|draft|reasoning)(?: \d{1,2})?[*_]{0,3} ?:/iu;

/** What is said where a part was taken. */
export const FINAL_NOTE = 'what stood before the final answer was overlooked';

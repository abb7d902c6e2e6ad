/**
 * @file Phrases that tell an attitude, and how strongly. A prefix cue speaks of what follows it (`can't stand …`), a postfix cue
 * of what stands before it (`… bores her`); a frame opens a judgement that a postfix cue gives (`finds … too slow`).
 */
import data from './cues.json';

/** Of verbs for what people do: `watches`, `reads`. */
export const HABIT_VERB = 0.55;

export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly side: 'prefix' | 'postfix';
  /** −1 for hatred to 1 for love; 0 for a frame, which only ends what an earlier cue governs. */
  readonly value: number;
}

/**
 * A line is a side, a value and a pattern, from the strongest and longest: a place that one has taken is not given to a later one. `{ADVERBS}` and
 * `{NOT}` stand for what stands in the file beside them.
 */
const PATTERNS = data.patterns.map((line) => {
  const [, side = '', value = '', source = ''] = /^(\w+) (\S+) (.*)$/.exec(line) ?? [];
  const whole = source.replaceAll('{ADVERBS}', data.ADVERBS).replaceAll('{NOT}', data.NOT);
  return {
    side: side as Cue['side'],
    value: Number(value),
    pattern: new RegExp(`(?<![\\w-])(?:${whole})(?![\\w])`, 'g'),
  };
});

const STRONGER =
  /(?:absolutely|deeply|truly|passionately|really|especially|utterly|completely|always|most of all|above all|extremely|totally|immensely|intensely|with all (?:his|her|their) heart)\s*$/;
const WEAKER =
  /(?:somewhat|mildly|occasionally|sometimes|fairly|a bit|a little|now and then|slightly|moderately|quietly|kind of|sort of)\s*$/;

/** The cues of a clause in lower case, in their order. Places in `taken` belong to something else. */
export function findCues(clause: string, taken: readonly { readonly start: number; readonly end: number }[]): Cue[] {
  const cues: Cue[] = [];
  const isFree = (start: number, end: number): boolean =>
    [...taken, ...cues].every((other) => end <= other.start || other.end <= start);
  for (const { side, value, pattern } of PATTERNS) {
    for (const match of clause.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (!isFree(start, end)) continue;
      cues.push({ start, end, side, value: moderated(value, clause.slice(0, start)) });
    }
  }
  return cues.sort((a, b) => a.start - b.start);
}

function moderated(value: number, before: string): number {
  if (STRONGER.test(before)) return Math.max(-1, Math.min(1, value * 1.25));
  return WEAKER.test(before) ? value * 0.6 : value;
}

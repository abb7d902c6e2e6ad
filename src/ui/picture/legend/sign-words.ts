/** @file What the signs of a tree mean, in the legend and on a saved picture. */
import type { TermName } from '../../parts/glossary/terms.ts';

/** The signs in the order of the legend, each with the term of the glossary that explains it; `short` has room in one line of the page. */
export const SIGNS = [
  { sign: 'kept', term: 'kept', short: 'used', words: 'used for the answer' },
  { sign: 'explored', term: 'explored', short: 'not used', words: 'explored, not used' },
  { sign: 'pruned', term: 'cut', short: 'cut', words: 'cut by the critic (usefulness < needed)' },
  { sign: 'inspired', term: 'alternative', short: 'alternative', words: 'alternative branch' },
  { sign: 'votes', term: 'vote', short: 'vote', words: 'a stroke for each vote' },
  { sign: 'slip', term: 'slip', short: 'slip', words: 'slip: wrong person or item' },
  { sign: 'erred', term: 'erred', short: 'critic erred', words: 'the critic erred' },
] as const satisfies readonly {
  readonly sign: string;
  readonly term: TermName;
  readonly short: string;
  readonly words: string;
}[];

export type Sign = (typeof SIGNS)[number]['sign'];

/** The colours of the ticks in the replay, in the order of the legend. */
export const TICKS = [
  { kind: 'judged', words: 'judged' },
  { kind: 'tool', words: 'tool' },
  { kind: 'branch', words: 'alternative' },
  { kind: 'cut', words: 'cut' },
  { kind: 'answer', words: 'answer' },
] as const;

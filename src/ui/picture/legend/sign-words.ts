/** @file What the signs of a tree mean, in the legend and on a saved picture. */
import type { TermName } from '../../parts/glossary/terms.ts';

/** The signs in the order of the legend, each with the term of the glossary that explains it. */
export const SIGNS = [
  { sign: 'kept', term: 'kept', words: 'used for the answer' },
  { sign: 'explored', term: 'explored', words: 'explored, not used' },
  { sign: 'pruned', term: 'cut', words: 'cut by the critic (usefulness < needed)' },
  { sign: 'inspired', term: 'alternative', words: 'alternative branch' },
  { sign: 'votes', term: 'vote', words: 'a stroke for each vote' },
  { sign: 'slip', term: 'slip', words: 'slip: wrong person or item' },
  { sign: 'erred', term: 'erred', words: 'the critic erred' },
] as const satisfies readonly { readonly sign: string; readonly term: TermName; readonly words: string }[];

export type Sign = (typeof SIGNS)[number]['sign'];

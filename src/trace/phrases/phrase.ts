/**
 * @file A question of the built-in reasoner in words: what it writes, which is read back by the same templates, and how people read
 * it. What is written stands in traces and never changes; how it is read may.
 */
import type { Subject } from './template.ts';

/** Whom and what a question is about, as people call them. */
export interface Said {
  /** The person, by the first name where it is the task's own. */
  readonly person: string;
  /** The item's title, without its year. */
  readonly item: string;
  /** `the film` for the task's own item, else the title. */
  readonly theItem: string;
  /** `film`, `films`. */
  readonly noun: string;
  readonly nouns: string;
  /** Of a question about candidates, how many. */
  readonly items: number;
}

/** What a sentence says: a number, and of how many it comes. */
export interface Found {
  readonly value: number;
  readonly support: number;
}

/** What the number of an answer is: an average, a difference from others or from people's own averages, a share, a number for each item. */
export type Unit = 'average' | 'others' | 'own' | 'share' | 'list';

/** A question in words. */
export interface Phrase {
  /** `user-mean`. */
  readonly name: string;
  /** A retrieval carries no evidence; it unlocks queries. */
  readonly kind: 'evidence' | 'retrieval';
  readonly tool: 'database' | 'search' | 'summarize' | 'rank';
  /** A template with `{user}`, `{item}`, `{items}`. */
  readonly thought: string;
  /** A template as above; for the other tools `{title}` or `{id}`, which is what they are asked. */
  readonly question: string;
  /** A template with `{value}`, `{difference}` (`0.46 higher`), `{values}` and `{support}` besides; empty for the other tools. */
  readonly sentence: string;
  /** `told` where the answer is the rows themselves, as texts and numbers, in the place `{values}`. */
  readonly rows?: 'told';
  /** What it is called where there is little room. */
  readonly title: (said: Said) => string;
  /** The answer in plain words; of a list what its numbers are. Absent where the sentence is plain enough. */
  readonly told?: (said: Said, found: Found) => string;
  readonly unit?: Unit;
  /** The answer where nothing is on record. */
  readonly nothing?: (said: Said) => string;
}

/** A question that was read back. */
export interface AskedPhrase {
  readonly phrase: Phrase;
  readonly subject: Subject;
}

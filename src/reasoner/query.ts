/**
 * @file What the reasoner can ask: an evidence query is a question in plain English (`src/trace/phrases`), the SQL it stands for and
 * the sentence its answer is given in.
 */
import type { Phrase } from '../trace/phrases/phrase.ts';
import type { Subject } from '../trace/phrases/template.ts';

/** A person or an item: what a branch may resolve wrongly. */
export type Entity = 'user' | 'item';

/** A question that the reasoner knows how to ask, translate and read. */
export interface Query extends Phrase {
  /** The retrieval that has to come first; null where none has to. */
  readonly unlockedBy: string | null;
  /**
   * The statement. A single answer has the columns `value` and `support`, a list `item_id`, `value` and `support`,
   * a retrieval `id` and `similarity`, told rows whatever is to be told. Empty for the other tools.
   */
  sql(subject: Subject): string;
  /** How a list's value is put on a scale on which differences matter. */
  readonly scale?: 'logarithm';
  /** What a list's item without a row has: zero by default, else no opinion. */
  readonly missing?: 'no opinion';
}

/** The item attributes, besides genre, that say who made an item or what it is about. */
export const MAKERS_AND_TAGS = "('director', 'actor', 'author', 'brand', 'tag', 'keyword')";

/** The entities that a question of this query names. */
export function entitiesOf(query: Query): Entity[] {
  const text = `${query.thought} ${query.question}`;
  return (['user', 'item'] as const).filter((entity) => text.includes(`{${entity}}`));
}

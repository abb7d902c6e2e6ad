/** @file The embeddings that come with the lab: nothing is downloaded for them, and what they give is the same everywhere. */
import { LEXICAL_ID, LEXICAL_TITLE } from './lexical/lexical-embedding.ts';
import { WORDS_ID, WORDS_TITLE } from './words/word-embedding.ts';

/** In the order in which they are offered. */
export const BUILT_IN_EMBEDDINGS = [
  { name: LEXICAL_ID, title: LEXICAL_TITLE },
  { name: WORDS_ID, title: WORDS_TITLE },
] as const;

/** True for one of them. */
export const isBuiltInEmbedding = (name: string): boolean => BUILT_IN_EMBEDDINGS.some((one) => one.name === name);

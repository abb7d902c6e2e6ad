/** @file Vectors of the lexical embedding that Node and Chromium are both held to. */

/** A catalogue, also the texts that are embedded. */
export const LEXICAL_TEXTS: readonly string[] = [
  'Alien (1979). Genres: Horror, Science Fiction.',
  'Amélie (2001). Genres: Comedy, Romance. Tags: Paris, quirky, quirky, narrated.',
  '七人の侍 (1954)',
  'Heat (1995). Genres: Action, Crime, Thriller.',
  '',
];

/** SHA-256 of their vectors, one after the other; a change here says that runs that search by meaning have changed. */
export const LEXICAL_DIGEST = '963fa8fc6c7d145f8ed1a76a68132bdb6eba38be4f22f69beb6487b02fe04fb9';

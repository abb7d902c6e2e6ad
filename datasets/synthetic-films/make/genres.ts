/** @file The eighteen genres of the dataset: how likely a person likes each, and its words. */

/**
 * How likely a person likes a genre: twelve as SUBER has them (arXiv:2406.01631); Family, History, Musical, Mystery, War
 * and Western are set by hand.
 */
export const LIKED_PROBABILITY: Readonly<Record<string, number>> = {
  Action: 0.88,
  Adventure: 0.9,
  Animation: 0.7,
  Comedy: 0.9,
  Crime: 0.82,
  Documentary: 0.77,
  Drama: 0.84,
  Family: 0.66,
  Fantasy: 0.7,
  History: 0.66,
  Horror: 0.52,
  Musical: 0.5,
  Mystery: 0.8,
  Romance: 0.67,
  'Science Fiction': 0.69,
  Thriller: 0.84,
  War: 0.6,
  Western: 0.48,
};

/** All genres, in the order of the alphabet. */
export const GENRES: readonly string[] = Object.keys(LIKED_PROBABILITY);

/** How a genre is called in a sentence: one film of it, and several. */
export const GENRE_WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  Action: ['action film', 'action films'],
  Adventure: ['adventure', 'adventures'],
  Animation: ['animated film', 'animated films'],
  Comedy: ['comedy', 'comedies'],
  Crime: ['crime film', 'crime films'],
  Documentary: ['documentary', 'documentaries'],
  Drama: ['drama', 'dramas'],
  Family: ['family film', 'family films'],
  Fantasy: ['fantasy film', 'fantasy films'],
  History: ['period film', 'period films'],
  Horror: ['horror film', 'horror films'],
  Musical: ['musical', 'musicals'],
  Mystery: ['mystery', 'mysteries'],
  Romance: ['love story', 'love stories'],
  'Science Fiction': ['science-fiction film', 'science fiction'],
  Thriller: ['thriller', 'thrillers'],
  War: ['war film', 'war films'],
  Western: ['western', 'westerns'],
};

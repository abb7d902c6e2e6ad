/**
 * @file The genres of the dataset: the source has two columns that both say something of genre, and one list of genres
 * a film is what recommenders read.
 */

/** The source's `Major Genre`. A filmed show or concert is a record of a real event, hence a documentary here. */
export const GENRES_OF_MAJOR: Readonly<Record<string, readonly string[]>> = {
  Action: ['Action'],
  Adventure: ['Adventure'],
  'Black Comedy': ['Comedy'],
  Comedy: ['Comedy'],
  'Concert/Performance': ['Documentary'],
  Documentary: ['Documentary'],
  Drama: ['Drama'],
  Horror: ['Horror'],
  Musical: ['Musical'],
  'Romantic Comedy': ['Romance', 'Comedy'],
  'Thriller/Suspense': ['Thriller'],
  Western: ['Western'],
};

/** The source's `Creative Type`, where it says more than that a story is made up or real. */
export const GENRES_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  Dramatization: ['True Story'],
  Fantasy: ['Fantasy'],
  'Historical Fiction': ['History'],
  'Kids Fiction': ['Family'],
  'Science Fiction': ['Science Fiction'],
  'Super Hero': ['Superhero'],
};

/**
 * How likely a person likes a genre. Comedy to horror as SUBER has them (arXiv:2406.01631); the genres that only this
 * source has are set by hand. SUBER's crime and animation are not told apart in the source.
 */
export const LIKED_PROBABILITY: Readonly<Record<string, number>> = {
  Action: 0.88,
  Adventure: 0.9,
  Comedy: 0.9,
  Documentary: 0.77,
  Drama: 0.84,
  Family: 0.66,
  Fantasy: 0.7,
  History: 0.66,
  Horror: 0.52,
  Musical: 0.5,
  Romance: 0.67,
  'Science Fiction': 0.69,
  Superhero: 0.7,
  Thriller: 0.84,
  'True Story': 0.74,
  Western: 0.48,
};

/** All genres, in the order of the alphabet. */
export const GENRES: readonly string[] = Object.keys(LIKED_PROBABILITY);

/** How a genre is called in a sentence: one film of it, and several. */
export const GENRE_WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  Action: ['action film', 'action films'],
  Adventure: ['adventure', 'adventures'],
  Comedy: ['comedy', 'comedies'],
  Documentary: ['documentary', 'documentaries'],
  Drama: ['drama', 'dramas'],
  Family: ['family film', 'family films'],
  Fantasy: ['fantasy film', 'fantasy films'],
  History: ['period film', 'period films'],
  Horror: ['horror film', 'horror films'],
  Musical: ['musical', 'musicals'],
  Romance: ['love story', 'love stories'],
  'Science Fiction': ['science-fiction film', 'science fiction'],
  Superhero: ['superhero film', 'superhero films'],
  Thriller: ['thriller', 'thrillers'],
  'True Story': ['film from real life', 'true stories'],
  Western: ['western', 'westerns'],
};

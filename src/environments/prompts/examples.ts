/** @file The worked examples of the rating prompts: one of liking and one of disliking, for films and for books. */
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';

/** A question and its answer. */
export interface PromptExample {
  readonly person: RatedPerson;
  /** What they are called where their name is that of somebody who is asked about: the first that is nobody's. */
  readonly otherNames: readonly string[];
  /** On 1–10 for films, 1–5 for books. */
  readonly history: readonly PastRating[];
  readonly item: RatedItem;
  /** On 1–10 for films, 1–5 for books. */
  readonly rating: number;
  /** Why it is rated so, in a sentence. Names no rating: it is the same on every scale. */
  readonly because: string;
}

const bare = { overview: '', genres: [], people: [], director: null, averageRating: null, year: null };
const past = (kind: RatedItem['kind'], ratings: readonly (readonly [string, number])[]): readonly PastRating[] =>
  ratings.map(([title, rating], time) => ({ item: { ...bare, id: title, kind, title }, rating, time }));

const FILMS: readonly PromptExample[] = [
  {
    person: {
      name: 'Ruth',
      age: 11,
      gender: 'F',
      description:
        'a schoolchild who draws rockets in every margin. She loves animated adventures and anything with talking animals, and asks for the same story again and again.',
      job: 'schoolchild',
      hobby: 'drawing',
    },
    otherNames: ['Sophie', 'Klara'],
    history: past('film', [
      ['Ice Age', 8],
      ['Chicken Run', 9],
      ['The Piano', 3],
    ]),
    item: {
      id: 'example 1',
      kind: 'film',
      title: 'Finding Nemo',
      overview: 'A timid clownfish crosses the ocean with a forgetful companion to bring his son home.',
      genres: ['animation', 'adventure', 'family'],
      people: ['Albert Brooks', 'Ellen DeGeneres'],
      director: 'Andrew Stanton',
      averageRating: 7.8,
      year: 2003,
    },
    rating: 9,
    because:
      'The film is an animated adventure full of talking animals, which is what she loves, and she rated films of that kind high before.',
  },
  {
    person: {
      name: 'Walter',
      age: 58,
      gender: 'M',
      description:
        'a locksmith who restores old clocks. He enjoys war films and documentaries and has no patience for romances, which he finds slow and sugary.',
      job: 'locksmith',
      hobby: 'clock making',
    },
    otherNames: ['Harold', 'Edmund'],
    history: past('film', [
      ['Das Boot', 9],
      ['Notting Hill', 3],
      ['Gettysburg', 8],
    ]),
    item: {
      id: 'example 2',
      kind: 'film',
      title: 'Sleepless in Seattle',
      overview:
        'A widower pours out his heart on the radio, and a woman at the other end of the country falls for him.',
      genres: ['comedy', 'drama', 'romance'],
      people: ['Tom Hanks', 'Meg Ryan'],
      director: 'Nora Ephron',
      averageRating: 6.6,
      year: 1993,
    },
    rating: 3,
    because:
      'He has no patience for romances and rated another one low; that others find it decent does not change that.',
  },
];

const BOOKS: readonly PromptExample[] = [
  {
    person: {
      name: 'Nadia',
      age: 24,
      gender: 'F',
      description:
        'a paramedic who reads on every train. She loves fantasy with maps on the first page and invented languages, and collects editions of old fairy tales.',
      job: 'paramedic',
      hobby: 'book collecting',
    },
    otherNames: ['Renée', 'Ingrid'],
    history: past('book', [
      ['A Wizard of Earthsea', 5],
      ['The Last Unicorn', 5],
      ['The Firm', 3],
    ]),
    item: {
      id: 'example 1',
      kind: 'book',
      title: 'The Tombs of Atuan',
      overview: 'A girl who serves nameless powers below the earth finds a wizard in her labyrinth.',
      genres: ['fantasy', 'fiction'],
      people: ['Ursula K. Le Guin'],
      director: null,
      averageRating: 4.1,
      year: 1970,
    },
    rating: 5,
    because: 'It is fantasy, which she loves, and the sequel of a book that she gave the highest rating.',
  },
  {
    person: {
      name: 'Bernard',
      age: 67,
      gender: 'M',
      description:
        'a retired engineer who plays chess by mail. He reads history and popular science, avoids horror, and sleeps badly after anything with ghosts.',
      job: 'retired',
      hobby: 'chess',
    },
    otherNames: ['Arthur', 'Cecil'],
    history: past('book', [
      ['The Guns of August', 5],
      ['Dracula', 2],
      ['Cosmos', 4],
    ]),
    item: {
      id: 'example 2',
      kind: 'book',
      title: 'The Haunting of Hill House',
      overview: 'Four people spend a summer in a house that seems to choose one of them.',
      genres: ['horror', 'fiction'],
      people: ['Shirley Jackson'],
      director: null,
      averageRating: 3.9,
      year: 1959,
    },
    rating: 2,
    because: 'He avoids horror and ghosts keep him awake; he rated another book of that kind low.',
  },
];

/** The examples of films or of books, in the order in which they are told. */
export const PROMPT_EXAMPLES: Readonly<Record<RatedItem['kind'], readonly PromptExample[]>> = {
  film: FILMS,
  book: BOOKS,
};

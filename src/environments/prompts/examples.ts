/** @file The worked examples of the rating prompts, one of liking and one of disliking, for films and for books: the lab's own and SUBER's. */
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';
import { PUBLISHED_BOOKS, PUBLISHED_FILMS } from './published.ts';

/** A question and its answer. */
export interface PromptExample {
  readonly person: RatedPerson;
  /** What they are called where their name is that of somebody who is asked about: the first that is nobody's. */
  readonly otherNames: readonly string[];
  /** On 1–10 for films, 1–5 for books, as the rating is. */
  readonly history: readonly PastRating[];
  readonly item: RatedItem;
  readonly rating: number;
  /** Why it is rated so. The lab's own names no rating: it is the same on every scale. */
  readonly because: string;
}

/**
 * Five lines an example: name/other names | age | gender | job | hobby | description, then what was rated before, then title | year | average
 * | genres | people | director, then the overview, then rating | why.
 */
const OWN_FILMS = `
Ruth/Sophie/Klara | 11 | F | schoolchild | drawing | a schoolchild who draws rockets in every margin. She loves animated adventures and anything with talking animals, and asks for the same story again and again.
Ice Age = 8 | Chicken Run = 9 | The Piano = 3
Finding Nemo | 2003 | 7.8 | animation; adventure; family | Albert Brooks; Ellen DeGeneres | Andrew Stanton
A timid clownfish crosses the ocean with a forgetful companion to bring his son home.
9 | The film is an animated adventure full of talking animals, which is what she loves, and she rated films of that kind high before.

Walter/Harold/Edmund | 58 | M | locksmith | clock making | a locksmith who restores old clocks. He enjoys war films and documentaries and has no patience for romances, which he finds slow and sugary.
Das Boot = 9 | Notting Hill = 3 | Gettysburg = 8
Sleepless in Seattle | 1993 | 6.6 | comedy; drama; romance | Tom Hanks; Meg Ryan | Nora Ephron
A widower pours out his heart on the radio, and a woman at the other end of the country falls for him.
3 | He has no patience for romances and rated another one low; that others find it decent does not change that.
`;

const OWN_BOOKS = `
Nadia/Renée/Ingrid | 24 | F | paramedic | book collecting | a paramedic who reads on every train. She loves fantasy with maps on the first page and invented languages, and collects editions of old fairy tales.
A Wizard of Earthsea = 5 | The Last Unicorn = 5 | The Firm = 3
The Tombs of Atuan | 1970 | 4.1 | fantasy; fiction | Ursula K. Le Guin
A girl who serves nameless powers below the earth finds a wizard in her labyrinth.
5 | It is fantasy, which she loves, and the sequel of a book that she gave the highest rating.

Bernard/Arthur/Cecil | 67 | M | retired | chess | a retired engineer who plays chess by mail. He reads history and popular science, avoids horror, and sleeps badly after anything with ghosts.
The Guns of August = 5 | Dracula = 2 | Cosmos = 4
The Haunting of Hill House | 1959 | 3.9 | horror; fiction | Shirley Jackson
Four people spend a summer in a house that seems to choose one of them.
2 | He avoids horror and ghosts keep him awake; he rated another book of that kind low.
`;

const listOf = (text: string): string[] => (text === '' ? [] : text.split('; '));

function examplesIn(kind: RatedItem['kind'], text: string): readonly PromptExample[] {
  const bare = { kind, overview: '', genres: [], people: [], director: null, averageRating: null, year: null };
  return text
    .trim()
    .split('\n\n')
    .map((example) => {
      const [who = '', before = '', what = '', overview = '', answer = ''] = example.split('\n');
      const [names = '', age = '', gender = '', job = '', hobby = '', description = ''] = who.split(' | ');
      const [title = '', year = '', average = '', genres = '', people = '', director = ''] = what.split(' | ');
      const [rating = '', because = ''] = answer.split(' | ');
      const [name = '', ...otherNames] = names.split('/');
      const history = before.split(' | ').map((past, time): PastRating => {
        const [id = '', given = ''] = past.split(' = ');
        return { item: { ...bare, id, title: id }, rating: Number(given), time };
      });
      return {
        person: { name, age: Number(age), gender, description, job: job || null, hobby: hobby || null },
        otherNames,
        history,
        item: {
          ...{ id: `example ${title}`, kind, title, overview, genres: listOf(genres), people: listOf(people) },
          ...{ director: director || null, averageRating: Number(average), year: Number(year) },
        },
        rating: Number(rating),
        because,
      };
    });
}

/** The lab's own, in the order in which they are told. */
export const PROMPT_EXAMPLES = { film: examplesIn('film', OWN_FILMS), book: examplesIn('book', OWN_BOOKS) } as const;

/** SUBER's, as published. */
export const PUBLISHED_EXAMPLES = {
  film: examplesIn('film', PUBLISHED_FILMS),
  book: examplesIn('book', PUBLISHED_BOOKS),
} as const;

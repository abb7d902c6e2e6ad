/** @file The worked examples of the rating prompts, one of liking and one of disliking, for films and for books: the lab's own and SUBER's. */
import type { PastRating, RatedItem, RatedPerson } from '../../core/rater.ts';
import data from './examples.json';

/**
 * The prompts that SUBER published (Corecco et al. 2024): system prompts of listings 2, 5 and 9, worked examples of listings 7, 8, 11 and
 * 12, and how a person is described (listing 1; `{works}` is `literary` of books, of which the paper has no listing). `{4}` and `{7.9}` of a reason
 * are ratings and averages, `{top}` the highest rating, `{range}` that of the scale: on 1–10 for films and 1–5 for books they are the paper's texts
 * word for word.
 */
export const PUBLISHED_SYSTEM: Readonly<Record<RatedItem['kind'], string>> = data.system;
export const PUBLISHED_PERSON: string = data.person;

export interface PromptExample {
  readonly person: RatedPerson;
  /** What they are called where their name is that of somebody who is asked about: the first that is nobody's. */
  readonly otherNames: readonly string[];
  readonly history: readonly PastRating[];
  readonly item: RatedItem;
  readonly rating: number;
  /** Why it is rated so. The lab's own names no rating: it is the same on every scale. */
  readonly because: string;
}

const listOf = (text: string): string[] => (text === '' ? [] : text.split('; '));

/**
 * Five lines an example: name/other names | age | gender | job | hobby | description, then what was rated before, then title | year | average
 * | genres | people | director, then the overview, then rating | why.
 */
function examplesIn(kind: RatedItem['kind'], examples: readonly (readonly string[])[]): readonly PromptExample[] {
  const bare = { kind, overview: '', genres: [], people: [], directors: [], averageRating: null, year: null };
  return examples.map(([who = '', before = '', what = '', overview = '', answer = '']) => {
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
        ...{ directors: director === '' ? [] : [director], averageRating: Number(average), year: Number(year) },
      },
      rating: Number(rating),
      because,
    };
  });
}

type ByKind = Readonly<Record<RatedItem['kind'], readonly PromptExample[]>>;
const both = ({ film, book }: typeof data.own): ByKind => ({
  film: examplesIn('film', film),
  book: examplesIn('book', book),
});

export const PROMPT_EXAMPLES = both(data.own);
export const PUBLISHED_EXAMPLES = both(data.published);

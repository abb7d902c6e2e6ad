/** @file SUBER's published prompts, held against the paper's listings where its text lies beside the checkout. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RatedItem, RatedPerson } from '../../../src/core/rater.ts';
import { PUBLISHED_PERSON } from '../../../src/environments/prompts/examples.ts';
import { beginningOf, ratingMessages } from '../../../src/environments/prompts/rating-prompt.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';

const TEXT = 'seeds/003_0059425904cf9944.txt';

/** Without blanks, and with one kind of dash: the text at hand breaks lines and sets hyphens as it likes. */
const plain = (text: string): string => text.replaceAll(/[–—]/g, '-').replaceAll(/\s+/g, '').replaceAll(/-+/g, '-');

const EMILY: RatedPerson = {
  name: 'Emily',
  age: 37,
  gender: 'F',
  description:
    'she is a detective, she has a hobby of collecting compact discs, she likes to watch romance and horror movies in her free time, she dislikes action and comedy movies because she finds them too chaotic and not interesting, her secondary hobbies are reading mystery novels and playing the piano',
  job: 'detective',
  hobby: 'collecting compact discs',
};
const ENGLISH: RatedItem = {
  id: '1',
  kind: 'film',
  title: 'Broken English',
  overview:
    "Ivan is the fierce patriarch of a family of Croatian refugees living in Auckland during the Yugoslav wars. Nina is his daughter, ready to live on her own, despite his angry objections. Eddie is the Maori she takes as her lover. Nina works at the restaurant where Eddie cooks. For a price, she agrees to marry another restaurant employee, a Chinese man, so that he can establish permanent residency. The money gives her the independence she needs to leave her parents' house and move in with Eddie. Complications arise when Eddie realizes the depth of her father's fury and the strength of Nina's family ties.",
  genres: ['romance', 'drama'],
  people: ['Rade SerbedZija (M)', 'Aleksandra Vujcic (F)', 'Somebody Else (M)'],
  directors: [],
  averageRating: 6.6,
  year: 1996,
};
const before = (titles: readonly (readonly [string, number])[], item: RatedItem) =>
  titles.map(([title, rating], time) => ({ item: { ...item, title }, rating, time }));
const ASKED = {
  person: EMILY,
  item: ENGLISH,
  history: before(
    [
      ['Twelve Monkeys', 8],
      ['Star Wars', 7],
      ['Top Gun', 6],
    ],
    ENGLISH,
  ),
  timesBefore: 0,
};
const SAMUEL = {
  person: {
    ...{ name: 'Samuel', age: 17, gender: 'M', job: 'apprentice', hobby: 'animal fancy' },
    description:
      'he is an apprentice and loves to work with his hands. He is very interested in animal fancy and loves to breed and show his animals. Samuel is very fitness-conscious and loves to stay active. He enjoys hiking and playing sports. Samuel is a big fan of the Spirit category and enjoys reading books that can help him improve his spiritual life. He also loves reading books about crafts and enjoys learning new techniques. Samuel is also very close to his family and enjoys reading books about family relationships. He is not a big fan of religion and finds it to be boring. He also dislikes music, literary collections and juvenile fiction. He finds them to be too slow paced and not interesting enough for him.',
  },
  item: {
    ...ENGLISH,
    kind: 'book' as const,
    title: 'The Return of the King',
    overview:
      "one Ring to rule them all, One Ring to find them, One Ring to bring them all and in the darkness bind them. The Dark Lord has risen, and as he unleashes hordes of Orcs to conquer all Middle-earth, Frodo and Sam struggle deep into his realm in Mordor. To defeat Sauron, the One Ring must be destroyed in the fires of Mount Doom. But the way is impossibly hard, and Frodo is weakening. The Ring corrupts all who bear it and Frodo's time is running out.Will Sam and Frodo succeed, or will the Dark Lord rule Middle-earth once more?",
    genres: ['Fantasy', 'Classic', 'Fiction', 'Adventure'],
    people: ['J.R.R. Tolkien'],
    averageRating: 4.6,
    year: 1955,
  },
  history: before(
    [
      ['The Two Towers', 5],
      ['The Fellowship of the Ring', 5],
      ['The Horse and His Boy', 3],
    ],
    { ...ENGLISH, kind: 'book' },
  ),
  timesBefore: 0,
};

const styleOf = (scale: string) => ({ scale: writtenScale(scale), shots: 'published', system: 'published' }) as const;
const textsOf = (asked: typeof ASKED | typeof SAMUEL, scale: string): readonly string[] =>
  ratingMessages(asked, styleOf(scale)).map(({ content }) => content);

describeWithShared('on the paper’s scales every message is the paper’s', [TEXT], () => {
  const listings = (): string => plain(readFileSync(sharedFile(TEXT), 'utf8'));
  /** Of the texts, those that the paper does not hold. */
  const strange = (texts: readonly string[]): readonly string[] => {
    const all = listings();
    return texts.filter((text) => !all.includes(plain(text)));
  };

  test.each(['0-9', '1-10', 'one-ten'])('the question of listings 3, 6 and 4, on %s', (scale) => {
    const question = textsOf(ASKED, scale).at(-1) ?? '';
    // Listing 4 tells ratings before in figures, under a range in figures.
    const asPrinted =
      scale === 'one-ten'
        ? question
            .replace('one to ten): "Twelve Monkeys" (eight)', '1 to 10): "Twelve Monkeys" (8)')
            .replace('(seven)', '(7)')
            .replace('(six)', '(6)')
        : question;
    expect(strange([asPrinted, beginningOf(ASKED, styleOf(scale))])).toEqual([]);
  });

  test('how a person is described: listing 1', () => {
    expect(strange([PUBLISHED_PERSON.replace('{works}', 'cinematic')])).toEqual([]);
  });

  test('the system prompt and both examples of films: listings 2, 5, 7 and 8', () => {
    const [system = '', ...examples] = textsOf(ASKED, '1-10').slice(0, -1);
    expect(listings().split(plain(system))).toHaveLength(3);
    expect(examples).toHaveLength(4);
    expect(strange(examples)).toEqual([]);
  });

  test('the system prompt, the question and both examples of books: listings 9 to 12', () => {
    const texts = textsOf(SAMUEL, '1-5');
    expect(texts).toHaveLength(6);
    // Listing 10 begins its question without Q, and listing 12 has no comma before "because".
    const asPrinted = texts.map((text) =>
      text.replace(/^Q: (?=Samuel)/, '').replace(/5, because, although/, '5 because, although'),
    );
    expect(strange(asPrinted)).toEqual([]);
  });
});

/** @file Plain wishes by rules: what each message is planned as, and which of its words are guessed or not read. */
import { beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Opened } from '../../recommenders/interec/open-made-up.ts';
import { openFilms, partsAs, stepsIn, talk } from './said.ts';

let films: Opened;
beforeAll(async () => {
  films = await openFilms();
}, 60_000);

const COMEDIES = 'filter genre is Comedy · rank popularity · map 5';
const ANEW = 'rank popularity · map 5';
const REST = 'rank preference · map 5';

describe('plain wishes', () => {
  test.each([
    [
      'three horror films from the 80s',
      'filter genre is Horror; year from 1980, year to 1989 · rank popularity · map 3',
    ],
    ['comedies', COMEDIES],
    ['comedies or dramas', `filter genre is Comedy or Drama · ${ANEW}`],
    ['a romantic comedy', `filter genre is Romance; genre is Comedy · ${ANEW}`],
    [
      'sci-fi from the 90s without comedy',
      `filter genre is Science Fiction; year from 1990, year to 1999; genre is not Comedy · ${ANEW}`,
    ],
    ['I want a comedy, not from the 80s', `filter genre is Comedy; year is not 1980-1989 · ${ANEW}`],
    ['films by Steven Spielberg', `filter director is Steven Spielberg · ${ANEW}`],
    ['Spielberg films from the 90s', `filter director is Steven Spielberg; year from 1990, year to 1999 · ${ANEW}`],
    ['comedies that are not by Woody Allen', `filter genre is Comedy; director is not Woody Allen · ${ANEW}`],
    ['no horror please', `filter genre is not Horror · ${ANEW}`],
    ['comedies between 1990 and 1995', `filter genre is Comedy; year from 1990, year to 1995 · ${ANEW}`],
    ['Comedies from before 1980', `filter genre is Comedy; year to 1979 · ${ANEW}`],
    ['action movies from 2005 or later', `filter genre is Action; year from 2005 · ${ANEW}`],
    ['comedies from the nineties', `filter genre is Comedy; year from 1990, year to 1999 · ${ANEW}`],
    ['I would like a comedy under two hours', `filter genre is Comedy; running_time to 119 · ${ANEW}`],
    ['the newest comedies', 'filter genre is Comedy · rank newest · map 5'],
    ['show me 3 films by Ridley Scott, oldest first', 'filter director is Ridley Scott · rank oldest · map 3'],
    ['the most popular films of 1999', `filter year from 1999, year to 1999 · ${ANEW}`],
    ['top 5 dramas', 'filter genre is Drama; ratings from 10 · rank rating · map 5'],
    ['recommend something', ANEW],
    ['films like Alien', `similar Alien (1979) · ${REST}`],
    ['something like Alien but newer than 1990', `filter year from 1991 · similar Alien (1979) · ${REST}`],
    [
      'films like Jaws, but comedies from after 1975',
      `filter genre is Comedy; year from 1976 · similar Jaws (1975) · ${REST}`,
    ],
    ['unlike Jaws', 'filter title is not Jaws (1975) · rank preference · map 5'],
    [
      'I have seen Alien. Films like Alien and Jaws',
      `filter title is not Alien (1979) · similar Alien (1979), Jaws (1975) · ${REST}`,
    ],
    [
      'I loved Jaws. Two horror films from the 80s',
      'filter genre is Horror; year from 1980, year to 1989 · rank preference · map 2',
    ],
    ['When did Jaws come out, and who made it?', 'look-up Jaws (1975); year, director'],
    ['what genre is Alien?', 'look-up Alien (1979); genre'],
    ['tell me about Jaws', 'look-up Jaws (1975); '],
    ['The Godfather', 'look-up The Godfather (1972)'],
    [
      'Rank these for me: "Jaws (1975)", "Shrek (a.k.a. the ogre) (2001)"',
      'store-candidates Jaws (1975), Shrek (2001) · rank popularity · map 2',
    ],
    [
      'which of these suits me: Jaws, Shrek, Titanic',
      'store-candidates Jaws (1975), Shrek (2001), Titanic (1997) · rank popularity · map 3',
    ],
    ['Jaws or Alien?', 'store-candidates Jaws (1975), Alien (1979) · rank popularity · map 2'],
    ['hello', ''],
  ])('%s', async (text, steps) => {
    const [turn] = await talk(films, [text]);
    expect(stepsIn(turn!.plan)).toBe(steps);
    expect([...partsAs(turn!, 'ignored'), ...partsAs(turn!, 'guessed')]).toEqual([]);
  });

  test.each([
    ['films like matrx', 'matrx', `similar The Matrix (1999) · ${REST}`],
    ['a funny movie', 'funny', COMEDIES],
    ['anything like a funny film', 'funny', `filter genre is Comedy · ${ANEW}`],
    [
      'Is Titanic better than Shrek?',
      'better',
      'store-candidates Titanic (1997), Shrek (2001) · rank popularity · map 2',
    ],
    ['thrilers from 1999', 'thrilers', `filter genre is Thriller; year from 1999, year to 1999 · ${ANEW}`],
    [
      'films by Spielberg or Scott',
      'Scott',
      `filter director is Steven Spielberg or Ridley Scott or Tony Scott · ${ANEW}`,
    ],
  ])('%s: "%s" is a guess', async (text, guess, steps) => {
    const [turn] = await talk(films, [text]);
    expect(partsAs(turn!, 'guessed')).toEqual([guess]);
    expect(turn!.reply).toContain(`"${guess}"`);
    expect(stepsIn(turn!.plan)).toBe(steps);
  });

  test.each([
    ['not too scary comedies about time travel', COMEDIES, ['not too scary', 'about time travel']],
    ["haven't seen Jaws yet, comedies", COMEDIES, ["haven't seen Jaws yet"]],
    ['something for tonight', '', ['for tonight']],
    ['two sad films', '', ['sad']],
    ['comedies without Adam Sandler', COMEDIES, ['without Adam Sandler']],
    ['five good thrillers', 'filter genre is Thriller · rank popularity · map 5', ['good']],
    ['films newer than Jaws', 'look-up Jaws (1975)', ['newer than']],
    ['forget everything. two comedies', 'filter genre is Comedy · rank popularity · map 2', ['forget everything']],
    ['start over', '', ['start']],
    ['asdf qwer', '', ['asdf qwer']],
  ])('%s: what is not read is said, with what is needed for it', async (text, steps, ignored) => {
    const [turn] = await talk(films, [text]);
    expect(stepsIn(turn!.plan)).toBe(steps);
    expect(partsAs(turn!, 'ignored')).toEqual(ignored);
    for (const part of ignored) expect(turn!.reply).toContain(`"${part}"`);
    expect(turn!.reply).toMatch(/^Left out: "[^.]+"\. .+ a language model is needed/u);
  });

  test.each([
    [
      'the same but a bit older, and under 100 minutes',
      `filter genre is Comedy; running_time to 99; year before 1985; none of 5 titles that were named · ${ANEW}`,
    ],
    ['more', `filter genre is Comedy; none of 5 titles that were named · ${ANEW}`],
    ['newer ones', `filter genre is Comedy; year after 2007; none of 5 titles that were named · ${ANEW}`],
    ['something older', `filter genre is Comedy; year before 1985; none of 5 titles that were named · ${ANEW}`],
    ['shorter ones', 'filter genre is Comedy; none of 5 titles that were named · rank least; running_time · map 5'],
    ['only from the 90s', `filter genre is Comedy; year from 1990, year to 1999 · ${ANEW}`],
    ['and dramas?', `filter genre is Drama · ${ANEW}`],
    ['it should be a drama too', `filter genre is Comedy; genre is Drama · ${ANEW}`],
    ['not WALL-E', 'filter genre is Comedy; title is not WALL-E (2008) · rank preference · map 5'],
    ['more like Juno', `similar Juno (2007) · ${REST}`],
    ['when did WALL-E come out?', 'look-up WALL-E (2008); year'],
    [
      'which of these is the newest?',
      'store-candidates Forrest Gump (1994), Men in Black 2 (2002), Back to the Future (1985), Men in Black (1997), Juno (2007) · rank newest · map 5',
    ],
  ])('after "comedies": %s', async (text, steps) => {
    const turns = await talk(films, ['comedies', text]);
    expect(stepsIn(turns[1]!.plan)).toBe(steps);
    expect(partsAs(turns[1]!, 'ignored')).toEqual([]);
  });

  test('what was seen, and what is disliked, is left out of later lists', async () => {
    const turns = await talk(films, ['I have seen Jaws', 'I hate westerns', 'thrillers']);
    expect(stepsIn(turns[2]!.plan)).toContain('genre is not Western; title is not Jaws (1975)');
    expect(turns[2]!.profile.dislike.values).toEqual(['genre: Western']);
    expect(turns[1]!.reply).toContain('I noted: you dislike the genre Western.');
  });

  test.each(['why the first one?', 'not the second one', 'longer ones'])(
    'after a list: %s, which only a language model reads',
    async (text) => {
      const turns = await talk(films, ['comedies', text]);
      expect(turns[1]!.items).toEqual([]);
      expect(partsAs(turns[1]!, 'ignored').length).toBeGreaterThan(0);
      expect(turns[1]!.reply).toContain('a language model is needed');
    },
  );

  test('a simulated person is understood', async () => {
    const said = [
      'I liked "Jaws" and "Alien". Recommend me a film of the genre Horror.',
      'Not these. Something from the 1990s.',
      'None of these, something newer.',
      'None of these, show me others.',
    ];
    const turns = await talk(films, said);
    for (const turn of turns) expect([turn.items.length, ...partsAs(turn, 'ignored')]).toEqual([5]);
    const shown = turns.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(shown).size).toBe(shown.length);
  });
});

test('every word of any message is in exactly one part, which is used, guessed or ignored', async () => {
  const words = `comedies not like Jaws the 1999 80s or more seen zorblax 😀 C3PO don't $5 best ? . , "`.split(' ');
  const text = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((all) => all.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );
  const check = async (message: string): Promise<void> => {
    const turns = await talk(films, ['two dramas', message]);
    const { text: cleaned, plan } = turns[1]!;
    const covered = [...cleaned].length === 0 ? [] : [...cleaned.matchAll(/[\p{L}\p{N}\p{S}]+/gu)];
    for (const found of covered) {
      const [start, end] = [found.index, found.index + found[0].length];
      const parts = plan.marks!.filter((mark) => mark.start < end && mark.end > start);
      expect(
        parts.map((mark) => mark.start <= start && mark.end >= end),
        `${found[0]} of ${cleaned}`,
      ).toEqual([true]);
    }
    for (const [at, mark] of plan.marks!.entries())
      expect(mark.start).toBeGreaterThanOrEqual(plan.marks![at - 1]?.end ?? 0);
  };
  await fc.assert(fc.asyncProperty(text, check), { numRuns: 60 });
}, 60_000);

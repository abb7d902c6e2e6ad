/** @file Words of the form that asks for a guess, and of a round of them. */
import { counted } from '../words.ts';
import type { GuessedKind, RoundRow } from './round.ts';

/** What is said of guesses in sentences. */
export const GUESS = {
  stillAtWork: 'The planners are still at work.',
  howRatingsCount: 'Planners answer from what they kept; the mean is that of all ratings they could see.',
  howListsCount: 'A list counts where it has the right one before the other four; by chance one of five is right.',
  soFew: (people: number): string => `With ${counted(people, 'person', 'people')}, small differences are chance.`,
  linkCopied: 'The link to your guesses is copied.',
};

/** What the numbers of a round are. */
export const roundHeading = (kind: GuessedKind): string =>
  kind === 'rating-prediction' ? 'Mean absolute error' : 'Right picks of five';

/** A number of a round: `0.71`; `4 of 10`; with the people where they are fewer than those that were guessed. */
export function roundNumber({ value, people }: RoundRow, kind: GuessedKind, guessed: number): string {
  if (value === null) return '–';
  if (kind !== 'rating-prediction') return `${String(value)} of ${String(people)}`;
  return people === guessed ? value.toFixed(2) : `${value.toFixed(2)}, of ${String(people)}`;
}

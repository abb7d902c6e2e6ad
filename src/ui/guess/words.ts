/** @file Words of guesses. */
import type { AnswerWords } from '../../picture/answer-words.ts';
import { counted, rating } from '../words.ts';
import { truthOf, type GuessedQuestion } from './guessed-question.ts';
import { missOf, type GuessedKind, type RoundRow } from './round.ts';

/** What is said of guesses in sentences. */
export const GUESS = {
  stillAtWork: 'The planners are still at work.',
  howRatingsCount: 'Planners answer from what they kept; the mean is that of all ratings they could see.',
  howListsCount: 'A list counts where it has the right one before the other four; by chance one of five is right.',
  soFew: (people: number): string => `With ${counted(people, 'person', 'people')}, small differences are chance.`,
  linkCopied: 'The link to your guesses is copied.',
};

/** A guess as it is read: a rating, or the title of what was picked. */
export function guessWords(guess: number, { task, options }: GuessedQuestion): string {
  if (task.type === 'rating-prediction') return rating(guess);
  const known = [...options, ...task.candidates].find(({ id }) => id === guess);
  return known?.title ?? `item ${String(guess)}`;
}

/** How right it is: `0.50 too high`; `right`. */
export function guessVerdict(guess: number, question: GuessedQuestion): string {
  const truth = truthOf(question);
  if (truth === null) return '';
  const miss = missOf(question.task.type, guess, truth);
  if (question.task.type !== 'rating-prediction') return miss === 0 ? 'right' : 'wrong';
  if (miss < 0.005) return 'exactly right';
  return `${miss.toFixed(2)} too ${guess > truth ? 'high' : 'low'}`;
}

/** A guess as it stands beside the answers: of a pick only whether it is right, since titles are long. */
export const wordsOnStrip = (guess: number, question: GuessedQuestion): AnswerWords =>
  question.task.type === 'rating-prediction'
    ? { answer: guess.toFixed(2), verdict: guessVerdict(guess, question) }
    : { answer: guessVerdict(guess, question), verdict: '' };

/** What the numbers of a round are. */
export const roundHeading = (kind: GuessedKind): string =>
  kind === 'rating-prediction' ? 'Mean absolute error' : 'Right picks of five';

/** A number of a round: `0.71`; `4 of 10`; with the people where they are fewer than those that were guessed. */
export function roundNumber({ value, people }: RoundRow, kind: GuessedKind, guessed: number): string {
  if (value === null) return '–';
  if (kind !== 'rating-prediction') return `${String(value)} of ${String(people)}`;
  return people === guessed ? value.toFixed(2) : `${value.toFixed(2)}, of ${String(people)}`;
}

/** @file Words of guesses. */
import type { AnswerWords } from '../../picture/answer-words.ts';
import { rating } from '../../trace/phrases/plain-words.ts';
import { truthOf, type GuessedQuestion } from './guessed-question.ts';
import { missOf } from './round.ts';

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

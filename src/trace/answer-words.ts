/** @file What was asked, an answer in a few letters, how far off it was, and what is true. */
import { OWN_NAME } from '../core/dataset.ts';
import { capital, counted, rating, undated } from '../core/text/words.ts';
import { isRanking, type Recommendation, type Task, type Truth } from '../core/task.ts';
import { firstName } from './names.ts';

/** `verdict` is empty as long as the truth is not known. */
export interface AnswerWords {
  readonly answer: string;
  readonly verdict: string;
}

export function answerInWords(recommendation: Recommendation, truth: Truth | null): AnswerWords {
  if (recommendation.type === 'rating') {
    // To the same digits, so that answers beside each other can be compared.
    const answer = recommendation.rating.toFixed(2);
    if (truth?.type !== 'rating') return { answer, verdict: '' };
    const off = recommendation.rating - truth.rating;
    if (Math.abs(off) < 0.005) return { answer, verdict: 'exactly right' };
    return { answer, verdict: `${Math.abs(off).toFixed(2)} too ${off > 0 ? 'high' : 'low'}` };
  }
  if (recommendation.type === 'text') {
    const words = recommendation.text.split(/\s+/).length;
    return { answer: counted(words, 'word'), verdict: '' };
  }
  if (truth?.type !== 'choice') return { answer: `${recommendation.items.length}`, verdict: 'ranked' };
  const rank = recommendation.items.indexOf(truth.item.id) + 1;
  const { turn } = recommendation;
  if (turn !== undefined)
    return rank === 0
      ? { answer: 'miss', verdict: 'never named' }
      : { answer: `turn ${turn}`, verdict: `#${rank} of its list` };
  return rank === 0
    ? { answer: 'miss', verdict: `not in its top ${recommendation.items.length}` }
    : { answer: `#${rank}`, verdict: `in its top ${recommendation.items.length}` };
}

/** What a headline has room for. */
const LONGEST_TRUTH = 160;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;

/** What really happened: `Klaus gave it 4.5`; `They gave it 4.5` of somebody without a name, `You gave it 4.5` of the reader. */
export function truthInWords(truth: Truth, person = ''): string {
  const first = firstName(person);
  const who = person === OWN_NAME ? 'You' : capital(first) || 'They';
  if (truth.type === 'text') return `${who} wrote: “${shortened(truth.text, LONGEST_TRUTH)}”`;
  return truth.type === 'rating' ? `${who} gave it ${rating(truth.rating)}` : `${who} chose ${truth.item.title}`;
}

/** A question in three parts; the middle one is a title and may be set apart. */
export interface Question {
  readonly before: string;
  readonly title: string;
  readonly after: string;
}

/** What is asked, as the headline of a run. */
export function question(task: Task): Question {
  const isReader = task.user.name === OWN_NAME;
  const name = isReader ? 'you' : task.user.name;
  if (task.type === 'rating-prediction')
    return { before: `What would ${name} give `, title: undated(task.item.title), after: '?' };
  if (task.type === 'direct-recommendation')
    return {
      before: `Which of ${counted(task.candidates.length, task.itemNoun)} would ${name} choose?`,
      title: '',
      after: '',
    };
  if (isRanking(task)) return { before: `Which ${task.itemNoun} did ${name} choose next?`, title: '', after: '' };
  if (task.type === 'simulated-conversation')
    return { before: `In which turn does ${name} find `, title: undated(task.item.title), after: '?' };
  if (task.type === 'review-summarization')
    return {
      before: `How did ${name} head ${isReader ? 'your' : 'their'} review of `,
      title: undated(task.item.title),
      after: '?',
    };
  if (task.rating === null)
    return {
      before: `Why ${isReader ? 'do' : 'does'} ${name} like `,
      title: undated(task.item.title),
      after: ', or not?',
    };
  return { before: `Why did ${name} give ${rating(task.rating)} to `, title: undated(task.item.title), after: '?' };
}

/** The same in one piece. */
export function questionText(task: Task): string {
  const { before, title, after } = question(task);
  return `${before}${title}${after}`;
}

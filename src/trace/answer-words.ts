/** @file What was asked, an answer in a few letters, how far off it was, and what is true. */
import { OWN_NAME } from '../core/dataset.ts';
import { capital, counted, rating, undated, short } from '../core/text/words.ts';
import { itemOfTask, rightOf, type RaterTask, type Recommendation, type Task, type Truth } from '../core/task.ts';
import { firstName } from './names.ts';
import { type Json, jsonMembers, parsedJson } from '../core/json.ts';
import type { NodeDetail, StateResult } from '../core/node-data.ts';
import type { TraceNode } from './trace-tree.ts';

/** `verdict` is empty as long as the truth is not known. */
export interface AnswerWords {
  readonly answer: string;
  readonly verdict: string;
}

export function answerInWords(recommendation: Recommendation, truth: Truth | null): AnswerWords {
  if (recommendation.type === 'rating') {
    // To the same digits, so that answers beside each other can be compared.
    const answer = recommendation.rating.toFixed(2);
    const { ratings = [] } = recommendation;
    if (truth?.type === 'bounds') return { answer, verdict: `${rightOf(ratings, truth)} of ${ratings.length} right` };
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

const LONGEST_TRUTH = 160;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;

/** What really happened: `Klaus gave it 4.5`; `They gave it 4.5` of somebody without a name, `You gave it 4.5` of the reader. */
export function truthInWords(truth: Truth, person = ''): string {
  const first = firstName(person);
  const who = person === OWN_NAME ? 'You' : capital(first) || 'They';
  if (truth.type === 'bounds') return `Right is ${truth.from} to ${truth.to}`;
  if (truth.type === 'text') return `${who} wrote: “${shortened(truth.text, LONGEST_TRUTH)}”`;
  return truth.type === 'rating' ? `${who} gave it ${rating(truth.rating)}` : `${who} chose ${truth.item.title}`;
}

/** A question in three parts; the middle one is a title and may be set apart. */
export interface Question {
  readonly before: string;
  readonly title: string;
  readonly after: string;
}

/** The item that is rated, or how many are. */
export const ratedIn = ({ rates: [first, ...others], itemNoun }: RaterTask): string =>
  first === undefined || others.length > 0 ? counted(others.length + 1, itemNoun) : first.title;

/** What is asked, as the headline of a run. */
export function question(task: Task): Question {
  const isReader = task.user.name === OWN_NAME;
  const name = isReader ? 'you' : task.user.name;
  const title = 'rates' in task ? ratedIn(task) : undated(itemOfTask(task)?.title ?? '');
  const asked = (before: string, after = '?'): Question => ({ before, title, after });
  switch (task.type) {
    case 'rating-prediction':
      return asked(`What would ${name} give `);
    case 'direct-recommendation':
      return asked(`Which of ${counted(task.candidates.length, task.itemNoun)} would ${name} choose?`, '');
    case 'sequential-recommendation':
      return asked(`Which ${task.itemNoun} did ${name} choose next?`, '');
    case 'simulated-conversation':
      return asked(`In which turn does ${name} find `);
    case 'review-summarization':
      return asked(`How did ${name} head ${isReader ? 'your' : 'their'} review of `);
    case 'explanation-generation':
      if (task.rating !== null) return asked(`Why did ${name} give ${rating(task.rating)} to `);
      return asked(`Why ${isReader ? 'do' : 'does'} ${name} like `, ', or not?');
    default:
      return asked(`What does ${name} give to `);
  }
}

export function questionText(task: Task): string {
  const { before, title, after } = question(task);
  return `${before}${title}${after}`;
}

export const TASK = 'task';

const inWords = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry: Json) => inWords(entry)).join(' ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, entry]) => `${name} ${inWords(entry)}`)
      .join(', ');
  return value === null ? '' : String(value);
};

const givenInWords = (given: Json): string =>
  typeof given === 'number' && !Number.isInteger(given) ? short(given) : inWords(given);

interface AgentCall {
  readonly from: string;
  readonly message: string;
  /** Which attempt it is about, from 1; 0 where it is about none. */
  readonly round: number;
}

export function agentCall(detail: NodeDetail): AgentCall {
  if (detail === null || !('message' in detail)) return { from: TASK, message: '', round: 0 };
  return { from: detail.from, message: inWords(detail.message), round: detail.round ?? 0 };
}

export function replyOf({ end }: Pick<TraceNode, 'end'>): string | null {
  if (end === null) return null;
  return end.result !== null && 'reply' in end.result ? end.result.reply : '';
}

/** What an agent replied, in words: a reflection may be JSON. Null as long as it has not. */
export function replyInWords(node: Pick<TraceNode, 'end' | 'label'>): string | null {
  const reply = replyOf(node);
  if (reply === null) return null;
  return node.label === 'Reflector' ? reflectionText(reply) : reply;
}

function reflectionText(reply: string): string {
  const { correctness, reason } = jsonMembers(parsedJson(reply));
  if (typeof reason !== 'string') return reply;
  return `${correctness === true ? 'No other attempt is needed.' : 'Another attempt is needed.'} ${reason}`;
}

export const actionInWords = ({ action }: StateResult): string =>
  action === null ? 'No action that could be read' : `${action.tool} ${givenInWords(action.arguments)}`.trim();

/** A reply in MACRec's form, `{"type": "Analyse", "content": ["user", 524]}`, as an action in words; any other as it is. */
function repliedInWords(reply: string): string {
  const { type, content = null } = jsonMembers(parsedJson(reply));
  return typeof type === 'string' ? `${type} ${givenInWords(content)}`.trim() : reply;
}

export const pendingAction = ({ calls }: Pick<TraceNode, 'calls'>): string =>
  repliedInWords(calls.at(-1)?.reply.trim() ?? '') || 'Thinking';

export const actionOf = (node: Pick<TraceNode, 'state' | 'calls'>): string =>
  node.state === null ? pendingAction(node) : actionInWords(node.state);

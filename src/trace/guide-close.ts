/** @file How the guide closes: what really happened, how near each planner was, and what one read that another did not. */
import { answerInWords, truthInWords } from './answer-words.ts';
import { grouped, listed, titleIn } from './guide-words.ts';
import { askedIn, type AskedQuestion, type QuestionFate } from './question-difference.ts';
import type { ReadLane } from './lane-steps.ts';
import { taskOf } from '../core/node-data.ts';
import { counted } from '../core/text/words.ts';
import { slipOf } from './trace-slips.ts';
import type { Recommendation, Truth } from '../core/task.ts';
import { answerAt } from './trace-ink.ts';
import type { AnswerRecord, TraceNode } from './trace-tree.ts';

interface Answered {
  readonly lane: ReadLane;
  readonly answer: AnswerRecord;
  readonly asked: ReadonlyMap<string, AskedQuestion>;
  readonly slips: readonly TraceNode[];
  /** How far off it is: rating points, or places; null where that cannot be told. */
  readonly off: number | null;
}

const NAMED = 3;

function offOf(recommendation: Recommendation, truth: Truth | null): number | null {
  if (recommendation.type === 'rating' && truth?.type === 'rating')
    return Math.abs(recommendation.rating - truth.rating);
  if (recommendation.type !== 'ranking' || truth?.type !== 'choice') return null;
  const place = recommendation.items.indexOf(truth.item.id);
  return place === -1 ? Infinity : place;
}

function answeredOf(lane: ReadLane): Answered[] {
  const { task, tree } = lane;
  const answer = task === null ? null : answerAt(task, 'kept', Infinity);
  if (task === null || answer === null) return [];
  const asked = askedIn(task, tree.nodes.values(), 'kept');
  const about = taskOf(task);
  const read = [...asked.values()].filter(({ fate }) => fate === 'read').map(({ node }) => node);
  const slips = about === null ? [] : read.filter((node) => slipOf(node, about) !== null);
  return [{ lane, answer, asked, slips, off: offOf(answer.recommendation, task.truth?.truth ?? null) }];
}

const isRead = ({ asked }: Answered, question: string): boolean => asked.get(question)?.fate === 'read';

/** What one read and no other of these did. */
const readAlone = (one: Answered, others: readonly Answered[]): readonly string[] =>
  [...one.asked.keys()].filter(
    (question) => isRead(one, question) && others.every((other) => !isRead(other, question)),
  );

function answerWords({ answer: { recommendation }, lane }: Answered, truth: Truth | null): string {
  const calls = counted(lane.callsAt(Infinity), 'model call');
  const { answer, verdict } = answerInWords(recommendation, truth);
  const parts = recommendation.type === 'text' ? [calls] : [answer, verdict, calls];
  return `${lane.title}: ${parts.filter((part) => part !== '').join(', ')}`;
}

function titles(questions: readonly string[], { lane, asked }: Answered): string {
  const nodes = questions.flatMap((question) => asked.get(question)?.node ?? []);
  const named = nodes.slice(0, NAMED).map((node) => titleIn(node, lane.words));
  const more = nodes.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : listed(named);
}

const BECAME: Readonly<Record<QuestionFate | 'never', string>> = {
  read: 'read',
  cut: 'cut',
  dropped: 'dropped',
  unread: 'dropped',
  never: 'never asked',
};

function missing(one: Answered, other: Answered): string {
  const questions = readAlone(one, [other]).filter((question) => !isSlip(one, question));
  const groups = grouped(questions, (question) => BECAME[other.asked.get(question)?.fate ?? 'never']);
  const did = [...groups].map(([became, own]) => `${became} ${titles(own, one)}`);
  if (did.length === 0) return '';
  return `${other.lane.title} ${listed(did)}; ${one.lane.title} read ${questions.length === 1 ? 'it' : 'them'}.`;
}

const isSlip = ({ asked, slips }: Answered, question: string): boolean =>
  slips.some((node) => node === asked.get(question)?.node);

function misled(one: Answered): readonly string[] {
  const { slips, asked, lane } = one;
  if (slips.length === 0) return [];
  const questions = [...asked.keys()].filter((question) => isSlip(one, question));
  const ask = slips.length === 1 ? 'asks' : 'ask';
  return [`${lane.title} read ${titles(questions, one)}, which ${ask} about the wrong person or item.`];
}

function difference(best: Answered, other: Answered): readonly string[] {
  const said = missing(best, other);
  if (said !== '') return [said];
  const besides = readAlone(other, [best]);
  if (besides.length > 0) return [`${other.lane.title} read ${titles(besides, other)} besides, and was no nearer.`];
  return readAlone(best, [other]).length > 0 ? [] : [`${other.lane.title} read the same as ${best.lane.title}.`];
}

function alone(answered: readonly Answered[]): readonly string[] {
  return answered.flatMap((one) => {
    const own = readAlone(
      one,
      answered.filter((other) => other !== one),
    );
    return own.length === 0 ? [] : [`Only ${one.lane.title} read ${titles(own, one)}.`];
  });
}

function leftOut(one: Answered): readonly string[] {
  const { asked, lane } = one;
  // Agents tell each other what they found, and no answer of theirs says which steps it read.
  if (lane.task?.children.some(({ kind }) => kind === 'agent')) return [];
  const unread = [...asked.keys()].filter((question) => !isRead(one, question));
  if (unread.length === 0) return asked.size === 0 ? [] : ['Its answer read everything that it asked.'];
  const why = (question: string): string =>
    asked.get(question)?.fate === 'cut' ? 'which the critic cut' : 'which other candidates were preferred to';
  const what = [...grouped(unread, why)].map(([reason, own]) => `${titles(own, one)}, ${reason}`);
  return [`${lane.title} did not read ${listed(what)}.`];
}

function compared(answered: readonly Answered[], truth: Truth | null): readonly string[] {
  const ranked = answered.toSorted((one, other) => (one.off ?? 0) - (other.off ?? 0));
  const [best] = ranked;
  if (best === undefined) return [];
  const answers = ranked.map((one) => answerWords(one, truth)).join('; ');
  const worse = ranked.filter(({ off }) => off !== best.off);
  const isTold = best.off !== null && worse.length > 0;
  const decided = isTold
    ? [...worse.flatMap((other) => difference(best, other)), ...[best, ...worse].flatMap(misled)]
    : alone(answered);
  return [
    `${isTold ? 'Nearest first: ' : ''}${answers}.`,
    ...decided,
    'This is one question; Compare asks it of many people.',
  ];
}

export function closing(lanes: readonly ReadLane[]): readonly string[] {
  const answered = lanes.flatMap(answeredOf);
  const task = lanes.find((lane) => lane.task !== null)?.task ?? null;
  const [only, ...others] = answered;
  if (task === null || only === undefined) return [];
  const truth = task.truth?.truth ?? null;
  const said = truth === null ? [] : [`${truthInWords(truth, taskOf(task)?.user.name)}.`];
  if (others.length > 0) return [...said, ...compared(answered, truth)];
  return [...said, `${answerWords(only, truth)}.`, ...leftOut(only)];
}

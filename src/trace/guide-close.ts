/** @file How the guide closes: what really happened, how near each planner was, and what one read that another did not. */
import { answerIn, listed, questionOf, titleIn, told } from './guide-words.ts';
import type { ReadLane } from './lane-steps.ts';
import { taskOf } from '../core/node-data.ts';
import { rating, short } from '../core/text/words.ts';
import { slipOf } from './trace-slips.ts';
import type { Recommendation, Task, Truth } from '../core/task.ts';
import { answerAt } from './trace-ink.ts';
import type { AnswerRecord, TraceNode } from './trace-tree.ts';

interface Answered {
  readonly lane: ReadLane;
  readonly answer: AnswerRecord;
  readonly read: ReadonlyMap<string, TraceNode>;
  readonly unread: ReadonlyMap<string, TraceNode>;
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
  const read = new Map<string, TraceNode>();
  const unread = new Map<string, TraceNode>();
  for (const id of answer.states) {
    const node = tree.nodes.get(id);
    const question = node === undefined ? null : questionOf(node);
    if (node !== undefined && question !== null && !read.has(question)) read.set(question, node);
  }
  for (const node of tree.nodes.values()) {
    const question = node.task === task && node.kind === 'state' ? questionOf(node) : null;
    if (question !== null && !read.has(question)) unread.set(question, node);
  }
  const asked = taskOf(task);
  const slips = asked === null ? [] : [...read.values()].filter((node) => slipOf(node, asked) !== null);
  return [{ lane, answer, read, unread, slips, off: offOf(answer.recommendation, task.truth?.truth ?? null) }];
}

function truthSentence(truth: Truth, task: Task | null): string {
  const who = task?.user.name ?? 'The person';
  if (truth.type === 'rating') return `${who} actually gave it ${rating(truth.rating)}.`;
  return truth.type === 'choice'
    ? `${who} actually chose ${truth.item.title}.`
    : `${who} actually wrote: ${told(truth.text)}`;
}

function distance({ answer: { recommendation }, off }: Answered, truth: Truth | null): string {
  if (recommendation.type === 'rating' && truth?.type === 'rating') {
    const by = recommendation.rating - truth.rating;
    return Math.abs(by) < 0.005 ? 'exactly right' : `${short(Math.abs(by))} too ${by > 0 ? 'high' : 'low'}`;
  }
  if (recommendation.type !== 'ranking' || off === null) return '';
  const { length } = recommendation.items;
  return off === Infinity
    ? `not in its top ${String(length)}`
    : `in place ${String(off + 1)} of its top ${String(length)}`;
}

function answerWords(one: Answered, truth: Truth | null, task: Task | null): string {
  const { recommendation } = one.answer;
  const calls = one.lane.callsAt(Infinity);
  const parts = [
    recommendation.type === 'rating' ? answerIn(recommendation, task) : '',
    distance(one, truth),
    `${String(calls)} model call${calls === 1 ? '' : 's'}`,
  ];
  return `${one.lane.title}: ${parts.filter((part) => part !== '').join(', ')}`;
}

function titles(nodes: readonly TraceNode[], { lane }: Answered): string {
  const named = nodes.slice(0, NAMED).map((node) => titleIn(node, lane.words));
  const more = nodes.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : listed(named);
}

const isCut = (node: TraceNode): boolean => node.prune !== null;

function missing(one: Answered, other: Answered): string {
  const nodes = [...one.read].filter(([question, node]) => !other.read.has(question) && !one.slips.includes(node));
  const asked = nodes.flatMap(([question]) => other.unread.get(question) ?? []);
  const cut = asked.filter(isCut);
  const dropped = asked.filter((node) => !isCut(node));
  const never = nodes.filter(([question]) => !other.unread.has(question)).map(([, node]) => node);
  const did = [
    ...(cut.length === 0 ? [] : [`cut ${titles(cut, other)}`]),
    ...(dropped.length === 0 ? [] : [`dropped ${titles(dropped, other)}`]),
    ...(never.length === 0 ? [] : [`never asked ${titles(never, one)}`]),
  ];
  if (did.length === 0) return '';
  return `${other.lane.title} ${listed(did)}; ${one.lane.title} read ${nodes.length === 1 ? 'it' : 'them'}.`;
}

const misled = (one: Answered): readonly string[] =>
  one.slips.length === 0
    ? []
    : [
        `${one.lane.title} read ${titles(one.slips, one)}, which ${one.slips.length === 1 ? 'asks' : 'ask'} about the wrong person or item.`,
      ];

function differences(best: Answered, others: readonly Answered[]): readonly string[] {
  return [...others.flatMap((other) => difference(best, other)), ...[best, ...others].flatMap(misled)];
}

function difference(best: Answered, other: Answered): readonly string[] {
  const said = missing(best, other);
  if (said !== '') return [said];
  const besides = [...other.read].filter(([question]) => !best.read.has(question)).map(([, node]) => node);
  const isSame = [...best.read.keys()].every((question) => other.read.has(question));
  return besides.length === 0
    ? isSame
      ? [`${other.lane.title} read the same as ${best.lane.title}.`]
      : []
    : [`${other.lane.title} read ${titles(besides, other)} besides, and was no nearer.`];
}

function alone(answered: readonly Answered[]): readonly string[] {
  return answered.flatMap((one) => {
    const others = answered.filter((other) => other !== one);
    const own = [...one.read].filter(([question]) => others.every(({ read }) => !read.has(question)));
    return own.length === 0
      ? []
      : [
          `Only ${one.lane.title} read ${titles(
            own.map(([, node]) => node),
            one,
          )}.`,
        ];
  });
}

function leftOut(one: Answered): readonly string[] {
  const { read, unread, lane } = one;
  // Agents tell each other what they found, and no answer of theirs says which steps it read.
  if (lane.task?.children.some(({ kind }) => kind === 'agent')) return [];
  const nodes = [...unread.values()];
  if (nodes.length === 0) return read.size === 0 ? [] : ['Its answer read everything that it asked.'];
  const cut = nodes.filter(isCut);
  const dropped = nodes.filter((node) => !isCut(node));
  const what = [
    ...(cut.length === 0 ? [] : [`${titles(cut, one)}, which the critic cut`]),
    ...(dropped.length === 0 ? [] : [`${titles(dropped, one)}, which other candidates were preferred to`]),
  ];
  return [`${lane.title} did not read ${listed(what)}.`];
}

function compared(answered: readonly Answered[], truth: Truth | null): readonly string[] {
  const ranked = answered.toSorted((one, other) => (one.off ?? 0) - (other.off ?? 0));
  const [best] = ranked;
  const task = best?.lane.task ?? null;
  if (best === undefined || task === null) return [];
  const asked = taskOf(task);
  const answers = ranked.map((one) => answerWords(one, truth, asked)).join('; ');
  const worse = ranked.filter(({ off }) => off !== best.off);
  const isTold = best.off !== null && worse.length > 0;
  const decided = isTold ? differences(best, worse) : alone(answered);
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
  const asked = taskOf(task);
  const said = truth === null ? [] : [truthSentence(truth, asked)];
  if (others.length > 0) return [...said, ...compared(answered, truth)];
  return [...said, `${answerWords(only, truth, asked)}.`, ...leftOut(only)];
}

/** @file What a planner did in a state, told in the order in which a reader asks: thought, action, observation, verdict. */
import { textOf } from '../core/action.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import { questionText } from './answer-words.ts';
import { TraceNames, withNames } from './names.ts';
import { capital, quoted, short } from '../core/text/words.ts';
import type { ItemId } from '../core/dataset.ts';
import { taskOf } from '../core/node-data.ts';
import { isRanking, type Recommendation, type Task } from '../core/task.ts';
import { foundAt, isLabelled } from './labels.ts';
import { isInspired } from './trace-ink.ts';
import type { TraceNode } from './trace-tree.ts';
import type { TraceEvent } from '../core/trace.ts';

export interface GuideWords {
  readonly text: (text: string) => string;
  readonly title: (node: TraceNode) => string;
  readonly observed?: (node: TraceNode) => string;
  readonly errors?: (node: TraceNode) => { readonly slip: string | null; readonly misjudged: string | null };
}

export function wordsOfTrace(events: readonly TraceEvent[]): GuideWords {
  const names = new TraceNames();
  for (const event of events) names.add(event);
  const text = (said: string): string => withNames(said, names);
  return {
    text,
    title: (node) => text(askedOf(node.tools.at(-1)?.event.arguments ?? null) || (node.state?.thought ?? node.label)),
  };
}

const LONGEST = 240;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export const inWords = (value: number): string => NUMBERS[value] ?? String(value);

export const rounded = (value: number): string => String(Math.round(value * 100) / 100);

export const countOf = (value: number, one: string): string => `${inWords(value)} ${one}${value === 1 ? '' : 's'}`;

export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;

export function told(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
  return /[.!?…]["”’)]?$/.test(cut) ? cut : `${cut}.`;
}

export const titleIn = (node: TraceNode, { title }: GuideWords): string =>
  `‘${title(node).replace(/\s+/g, ' ').trim()}’`;

function askedOf(args: Json): string {
  if (typeof args !== 'object' || args === null) return args === null ? '' : textOf(args);
  return Object.values(args)
    .map((value: Json) => textOf(value))
    .join(', ');
}

export function questionOf(node: TraceNode): string | null {
  const { state, tools } = node;
  const found = foundAt(node);
  if (isLabelled(found)) {
    const { users, items } = found.about;
    return canonicalJson({ query: found.query, users, item: items.length === 1 ? items : [] });
  }
  const use = tools.at(-1);
  const asked = state?.action ?? (use === undefined ? null : { tool: use.event.tool, arguments: use.event.arguments });
  return asked === null ? null : canonicalJson({ tool: asked.tool, arguments: asked.arguments });
}

export function useSentence(tool: string, args: Json, { text }: GuideWords): string {
  const asked = told(text(askedOf(args)));
  if (/database|sql/i.test(tool)) return `It asks the database: ${asked}`;
  if (/summar/i.test(tool)) return `It asks for a summary: ${asked}`;
  return /search/i.test(tool) ? `It searches for ${asked}` : `It uses ${tool}: ${asked}`;
}

const reasonIn = (reason: string, { text }: GuideWords): string => told(text(reason));

export interface AmongSiblings {
  readonly index: number;
  readonly previous: TraceNode | null;
  readonly size: number;
  /** In which step, from 1, the same was asked and did not count. */
  readonly askedBefore: { readonly step: number; readonly how: 'cut' | 'dropped' } | null;
}

function opening(node: TraceNode, { index, previous, size }: AmongSiblings): readonly string[] {
  const isVoted = node.votes.length > 0;
  if (isInspired(node)) return ['It leaves the branch for an alternative.'];
  if (isVoted && size > 1) return [`Candidate ${inWords(index + 1)} of ${inWords(size)}.`];
  if (previous !== null && previous.prune !== null) return ['It goes back and tries something else.'];
  return [];
}

export function stateSentences(node: TraceNode, siblings: AmongSiblings, words: GuideWords): readonly string[] {
  const { state, tools, edits, verdict, prune, inspire, errors, end } = node;
  const sentences: string[] = [...opening(node, siblings)];
  if (state?.isEnd === true && state.action === null)
    return [
      isInspired(node) ? 'The alternative would be to end planning, so the branch goes on.' : 'It ends planning.',
    ];
  if (state !== null && state.thought.trim() !== '') sentences.push(`It thinks: ${told(words.text(state.thought))}`);
  for (const use of tools) {
    sentences.push(useSentence(use.event.tool, use.event.arguments, words));
    const isLast = use === tools.at(-1) && state !== null;
    const observation = isLast ? state.observation : use.result?.observation;
    if (observation === undefined || observation === '') continue;
    const isFailed = use.result?.failed === true && edits.length === 0;
    const plain = isLast && !isFailed ? words.observed?.(node) : undefined;
    sentences.push(`${isFailed ? 'That fails' : 'It reads'}: ${told(plain ?? words.text(observation))}`);
  }
  for (const { part } of edits) sentences.push(`The ${part} was edited here: the run goes its own way.`);
  const { slip = null, misjudged = null } = words.errors?.(node) ?? {};
  if (slip !== null) sentences.push(`A slip: ${slip.charAt(0).toLowerCase()}${slip.slice(1)}`);
  const { askedBefore } = siblings;
  if (askedBefore !== null)
    sentences.push(`It asked the same in step ${String(askedBefore.step)}, where it was ${askedBefore.how}.`);
  if (prune !== null) sentences.push(`The critic cuts it: ${reasonIn(prune.reason, words)}`);
  else if (verdict?.verdict === 'keep') sentences.push(`The critic keeps it: ${reasonIn(verdict.reason, words)}`);
  if (misjudged !== null) sentences.push(misjudged);
  if (inspire !== null) {
    const decision = inspire.explore ? 'It decides to explore an alternative' : 'It decides against an alternative';
    sentences.push(`${decision}: ${told(words.text(inspire.reason))}`);
  }
  for (const { error } of errors) sentences.push(`That failed: ${told(error.message)}`);
  if (end !== null && end.status !== 'done' && errors.length === 0) sentences.push('This state has no result.');
  return sentences;
}

export function voteSentence(candidates: readonly TraceNode[], chosen: TraceNode, words: GuideWords): string {
  const { votes = 0, total = 0 } = chosen.votes.at(-1) ?? {};
  const others = candidates.length - 1;
  const given =
    votes === total ? `All ${countOf(total, 'vote')}` : capital(`${inWords(votes)} of ${countOf(total, 'vote')}`);
  const dropped = others === 1 ? 'the other one is dropped' : `the other ${inWords(others)} are dropped`;
  return `${given} go to ${titleIn(chosen, words)}; ${dropped}.`;
}

export function questionIn(node: TraceNode): string {
  const task = taskOf(node);
  if (task !== null) return questionText(task);
  return node.kind === 'task' ? `The question: ${told(node.label)}` : told(node.label);
}

const NAMED = 3;

export function answerIn(recommendation: Recommendation, task: Task | null): string {
  if (recommendation.type === 'rating') return short(recommendation.rating);
  if (recommendation.type === 'text') return quoted(recommendation.text);
  if (recommendation.turn !== undefined && task?.type === 'simulated-conversation')
    return recommendation.turn > task.turns ? 'in none' : `in turn ${String(recommendation.turn)}`;
  const titles = new Map<ItemId, string>(
    task !== null && isRanking(task) ? task.candidates.map(({ id, title }) => [id, title]) : [],
  );
  const named = recommendation.items.slice(0, NAMED).map((id) => titles.get(id) ?? String(id));
  const more = recommendation.items.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : listed(named);
}

export function grouped<One, Key>(all: readonly One[], keyOf: (one: One) => Key): ReadonlyMap<Key, readonly One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

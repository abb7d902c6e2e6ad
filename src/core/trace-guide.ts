/**
 * @file A run told step by step, a sentence for each step: a fold over its events, for a guided tour of the page, for files that
 * show a run, and for those who cannot see the tree.
 */
import { agentSentence, labelsOf } from './agent-guide.ts';
import type { Json } from './json.ts';
import { quoted } from './quoted.ts';
import type { Task, Truth, Recommendation } from './task.ts';
import type { EventOf, TraceEvent } from './trace.ts';

/** One step of a run. */
export interface GuideStep {
  /** Of the event that it tells. */
  readonly seq: number;
  /** The node that it is about. */
  readonly node: string;
  readonly sentence: string;
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

function member(value: Json, name: string): Json | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as { readonly [key: string]: Json })[name] : undefined;
}

/** The one text that a tool was asked. */
function textOf(args: Json): string {
  if (typeof args === 'string') return args;
  const texts = typeof args === 'object' && args !== null ? Object.values(args) : [];
  return texts.map((value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
}

function question(detail: Json, label: string): string {
  const task = member(detail, 'task') as unknown as Task | undefined;
  switch (task?.type) {
    case 'rating-prediction':
      return `The question: what would ${task.user.name} give ${task.item.title}, from ${number(task.scale.min)} to ${number(task.scale.max)}?`;
    case 'direct-recommendation':
      return `The question: which of ${String(task.candidates.length)} would ${task.user.name} choose?`;
    case 'sequential-recommendation':
      return `The question: what did ${task.user.name} choose next?`;
    case 'explanation-generation':
      return `The question: why did ${task.user.name} like ${task.item.title}, or not?`;
    case 'review-summarization':
      return `The question: how would ${task.user.name} head the review of ${task.item.title}?`;
    default:
      return `The question: ${label}.`;
  }
}

function answerOf(recommendation: Recommendation): string {
  if (recommendation.type === 'rating') return number(recommendation.rating);
  return 'text' in recommendation ? quoted(recommendation.text) : `a list of ${String(recommendation.items.length)}`;
}

function truthOf(truth: Truth): string {
  if (truth.type === 'rating') return `they gave it ${number(truth.rating)}`;
  return truth.type === 'choice' ? `they chose ${truth.item.title}` : `they wrote ${quoted(truth.text)}`;
}

function toolUse({ tool, arguments: args }: EventOf<'tool-call'>): string {
  const asked = quoted(textOf(args));
  if (/database|sql/i.test(tool)) return `It asks the database: ${asked}.`;
  if (/summar/i.test(tool)) return `It asks for a summary: ${asked}.`;
  return /search/i.test(tool) ? `It searches for ${asked}.` : `It uses ${tool}: ${asked}.`;
}

function nodeStart(event: EventOf<'node-start'>): string {
  if (event.kind === 'task') return question(event.detail, event.label);
  if (member(event.detail, 'alternative') === true)
    return 'It explores an alternative: another branch from the state before.';
  return event.parent?.includes('.') === true
    ? 'The branch grows: a next state.'
    : 'A first state grows from the question.';
}

function nodeEnd({ node, status, result }: EventOf<'node-end'>): string | null {
  if (!node.includes('.')) return status === 'done' ? null : 'The task ends without an answer.';
  if (status !== 'done') return 'Nothing came of this state.';
  if (member(result, 'isEnd') === true) return 'It ends planning here.';
  const thought = member(result, 'thought');
  return typeof thought === 'string' && thought !== '' ? `Its thought: ${quoted(thought)}.` : null;
}

function votes({ votes, candidates, chosen }: EventOf<'vote-result'>): string {
  const most = votes[candidates.indexOf(chosen)] ?? 0;
  const all = votes.reduce((sum, one) => sum + one, 0);
  return `${String(most)} of ${String(all)} votes go to one of ${String(candidates.length)} candidates; the others are left.`;
}

const EDITS = {
  thought: 'the thought',
  action: 'the action',
  observation: 'what was observed',
  prompt: 'the prompt',
} as const;

const OUTCOMES = { done: 'The run ends.', failed: 'The run fails.', aborted: 'The run was stopped.' } as const;

/** The sentence of an event; null for what is told by another one. */
function sentenceOf(event: TraceEvent): string | null {
  switch (event.type) {
    case 'run-start':
      return `The run begins, with ${event.model}.`;
    case 'node-start':
      return nodeStart(event);
    case 'node-end':
      return nodeEnd(event);
    case 'tool-call':
      return toolUse(event);
    case 'tool-result':
      return event.failed ? `That failed: ${quoted(event.observation)}.` : `It observes: ${quoted(event.observation)}.`;
    case 'state-edit':
      return `A person changed ${EDITS[event.part]} here; from now on this run goes its own way.`;
    case 'vote-result':
      return votes(event);
    case 'evaluate-result':
      return event.verdict === 'keep' ? `The evaluator keeps it: ${quoted(event.reason)}.` : null;
    case 'node-prune':
      return `The evaluator cuts this branch: ${quoted(event.reason)}.`;
    case 'inspire-result':
      return `Should it explore an alternative? ${event.explore ? 'Yes' : 'No'}: ${quoted(event.reason)}.`;
    case 'answer': {
      const { length } = event.states;
      const states = length === 1 ? 'the one state that was' : `the ${String(length)} states that were`;
      const given = length === 0 ? 'the question alone' : `${states} ${event.from}`;
      return `The answer, given ${given}: ${answerOf(event.recommendation)}.`;
    }
    case 'truth':
      return `What really happened: ${truthOf(event.truth)}.`;
    case 'error':
      return `Something failed: ${event.error.message}`;
    case 'run-end':
      return OUTCOMES[event.outcome];
    default:
      return null;
  }
}

/** The steps of a run, in the order of its events. */
export function guideSteps(events: readonly TraceEvent[]): readonly GuideStep[] {
  const labels = labelsOf(events);
  return events.flatMap((event) => {
    const told = agentSentence(event, labels);
    const sentence = told === undefined ? sentenceOf(event) : told;
    return sentence === null ? [] : [{ seq: event.seq, node: event.node, sentence }];
  });
}

/** The index of the step that an event belongs to: the last one at or before it; -1 before the first. */
export function stepAt(steps: readonly GuideStep[], seq: number): number {
  return steps.findLastIndex((step) => step.seq <= seq);
}

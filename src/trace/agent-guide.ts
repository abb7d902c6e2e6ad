/** @file What agents do, told step by step: the part of the guide that is about them. */
import { actionInWords, agentCall, replyInWords, TASK } from './answer-words.ts';
import { told, useSentence, type GuideWords } from './guide-words.ts';
import { quoted } from '../core/text/words.ts';
import { stateIn } from '../core/node-data.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';

interface Named {
  readonly label: string;
  readonly isAgent: boolean;
}

interface Reading {
  readonly nodes: ReadonlyMap<string, Named>;
  readonly ends: ReadonlyMap<string, EventOf<'node-end'>>;
  /** The nodes where tools were used, or agents asked. */
  readonly busy: ReadonlySet<string>;
  readonly words: GuideWords;
}

/** Policies that people are simulated for are agents too, but nobody asks them. */
const isAsked = ({ kind, detail }: EventOf<'node-start'>): boolean =>
  kind === 'agent' && agentCall(detail).message !== '';

const above = (node: string): string => node.slice(0, Math.max(0, node.lastIndexOf('.')));

function readingOf(events: readonly TraceEvent[], words: GuideWords): Reading {
  const nodes = new Map<string, Named>();
  const ends = new Map<string, EventOf<'node-end'>>();
  const busy = new Set<string>();
  for (const event of events) {
    if (event.type === 'node-start') {
      nodes.set(event.node, { label: event.label, isAgent: isAsked(event) });
      if (isAsked(event)) busy.add(above(event.node));
    } else if (event.type === 'node-end') ends.set(event.node, event);
    else if (event.type === 'tool-call') busy.add(event.node);
  }
  return { nodes, ends, busy, words };
}

function asked({ detail, label }: EventOf<'node-start'>, { text }: GuideWords): readonly string[] {
  const { from, message, round } = agentCall(detail);
  const said = quoted(text(message));
  if (from !== TASK) return [`The ${from} asks the ${label}: ${said}.`];
  return [`${round > 1 ? `In attempt ${String(round)} the` : 'The'} ${label} is given: ${said}.`];
}

function replied(event: EventOf<'node-end'>, label: string, { text }: GuideWords): readonly string[] {
  if (event.status === 'aborted') return [`The ${label} was stopped.`];
  const reply = quoted(text(replyInWords({ end: event, label }) ?? ''));
  return [event.status === 'done' ? `The ${label} replies: ${reply}.` : `The ${label} has no result: ${reply}.`];
}

function step(
  { node, label }: EventOf<'node-start'>,
  agent: string,
  { ends, busy, words }: Reading,
): readonly string[] {
  const state = stateIn(ends.get(node)?.result ?? null);
  return [
    `The ${agent} takes ${label}.`,
    ...(state === null || state.thought === '' ? [] : [`It thinks: ${told(words.text(state.thought))}`]),
    ...(state === null || state.isEnd || busy.has(node) ? [] : [`It does: ${told(words.text(actionInWords(state)))}`]),
  ];
}

function stepFailed({ status, result }: EventOf<'node-end'>, agent: string, label: string): readonly string[] {
  const state = stateIn(result);
  if (state === null) return [`${label} of the ${agent} has no result.`];
  return status === 'done' ? [] : [`${label} of the ${agent} has no result: ${quoted(state.observation)}.`];
}

function sentencesOf(event: TraceEvent, reading: Reading): readonly string[] {
  const { nodes, words } = reading;
  if (event.type === 'tool-call') return [useSentence(event.tool, event.arguments, words)];
  if (event.type === 'tool-result')
    return event.observation === ''
      ? []
      : [`${event.failed ? 'That fails' : 'It reads'}: ${told(words.text(event.observation))}`];
  if (event.type === 'state-edit') return [`The ${event.part} was edited here: the run goes its own way.`];
  if (event.type === 'error') return [`That failed: ${told(event.error.message)}`];
  if (event.type !== 'node-start' && event.type !== 'node-end') return [];
  const own = nodes.get(event.node);
  if (own?.isAgent === true)
    return event.type === 'node-start' ? asked(event, words) : replied(event, own.label, words);
  const agent = nodes.get(above(event.node));
  if (own === undefined || agent?.isAgent !== true) return [];
  return event.type === 'node-start' ? step(event, agent.label, reading) : stepFailed(event, agent.label, own.label);
}

export function agentParts(events: readonly TraceEvent[], words: GuideWords): readonly LanePart[] | null {
  const reading = readingOf(events, words);
  if (![...reading.nodes.values()].some(({ isAgent }) => isAgent)) return null;
  let steps = 0;
  return events.flatMap((event): LanePart[] => {
    if (event.type === 'node-start' && event.kind === 'state') steps += 1;
    const sentences = sentencesOf(event, reading);
    if (sentences.length === 0 || !event.node.includes('.')) return [];
    return [{ step: Math.max(1, steps), what: 'state', node: event.node, seq: event.seq, sentences }];
  });
}

export type PartKind = 'run' | 'state' | 'answer';

export interface LanePart {
  readonly step: number;
  readonly what: PartKind;
  readonly node: string;
  readonly seq: number;
  readonly sentences: readonly string[];
}

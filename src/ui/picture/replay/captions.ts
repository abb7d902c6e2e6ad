/** @file Who does what at a moment of a replay, in a few words. */
import { agentCall, TASK } from '../../../trace/answer-words.ts';
import type { EventBody, TraceEvent } from '../../../core/trace.ts';
import { stageOf } from '../../parts/working/model-call.ts';

/** What happens in a run at a moment, and where. */
export interface Caption {
  readonly words: string;
  /** The state that it is about; empty where it is about the whole task. */
  readonly node: string;
}

const uncapital = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const WORDS: Readonly<Record<EventBody['type'], string>> = {
  'run-start': 'the run starts',
  'node-start': 'a state starts',
  'node-end': 'a state ends',
  'state-edit': 'the state was edited',
  'node-prune': 'the critic cuts the state',
  'model-call': 'a model call begins',
  'text-delta': 'a reply is written',
  'thought-delta': 'the model thinks',
  'call-wait': 'the server is busy',
  'model-result': 'a reply has come',
  'reply-check': 'the reply is read',
  'tool-call': 'a tool is used',
  'tool-result': 'the answer of the tool is read',
  'bus-change': 'the candidates change',
  'vote-result': 'the votes are counted',
  'token-check': 'an agent counts its tokens',
  'environment-step': 'a person rates an item',
  'training-round': 'a round of training ends',
  'page-view': 'a person looks at a page',
  'session-end': 'a person leaves',
  'evaluate-result': 'the critic judges the state',
  'inspire-result': 'no alternative is tried',
  'value-result': 'the state is valued',
  'value-update': 'values go back along the path',
  'reflection-result': 'a path that failed is reflected on',
  answer: 'the answer',
  truth: 'the truth',
  metric: 'a metric is taken',
  error: 'something fails',
  'run-end': 'finished',
};

/** What happened, in a few words. */
export function eventInWords(event: TraceEvent): string {
  switch (event.type) {
    case 'model-call':
      return uncapital(stageOf(event.purpose));
    case 'node-start': {
      if (event.kind === 'task') return 'the task starts';
      if (event.kind !== 'agent') return WORDS[event.type];
      const { from } = agentCall(event.detail);
      return from === TASK ? `the task goes to the ${event.label}` : `the ${from} asks the ${event.label}`;
    }
    case 'tool-call':
      if (/database|sql/i.test(event.tool)) return 'the database is asked';
      return /search/i.test(event.tool) ? 'the catalogue is searched' : `${event.tool} is used`;
    case 'tool-result':
      return event.failed ? 'the tool fails' : WORDS[event.type];
    case 'evaluate-result':
      return event.verdict === 'keep' ? 'the critic keeps the state' : WORDS[event.type];
    case 'inspire-result':
      return event.explore ? 'an alternative is tried' : WORDS[event.type];
    case 'value-update':
      return `iteration ${event.iteration}: ${WORDS[event.type]}`;
    case 'run-end':
      return event.outcome === 'done' ? WORDS[event.type] : event.outcome === 'failed' ? 'failed' : 'stopped';
    default:
      return WORDS[event.type];
  }
}

const TOLD: ReadonlySet<EventBody['type']> = new Set([
  'model-call',
  'tool-call',
  'tool-result',
  'node-prune',
  'evaluate-result',
  'vote-result',
  'inspire-result',
  'value-update',
  'state-edit',
  'answer',
  'error',
  'run-end',
]);

/** Nothing where nobody is asked: the task itself begins with its first agent. */
const isTold = (event: TraceEvent): boolean =>
  event.type === 'node-start' ? event.kind === 'agent' && agentCall(event.detail).message !== '' : TOLD.has(event.type);

/** What happens in a run at an event: the last thing at or before it that can be told; null before the first. */
export function captionAt(events: readonly TraceEvent[], position: number): Caption | null {
  for (let at = Math.min(position, events.length - 1); at >= 0; at -= 1) {
    const event = events[at];
    if (event === undefined || !isTold(event)) continue;
    return { words: eventInWords(event), node: event.node.includes('.') ? event.node : '' };
  }
  return null;
}
